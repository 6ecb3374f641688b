import type { OperationName } from '../contract/operations.ts'
import type { Call } from '../transport/call.ts'
import { onDemand } from '../transport/on-demand.ts'
import type { RequestOptions } from '../transport/options/options.ts'
import type { Content } from '../transport/prepare-request.ts'
import type { StreamedContent } from '../transport/stream.ts'
import type { Transport } from '../transport/transport.ts'

type Contents = typeof import('./operation-codecs.ts').contents

const load = onDemand(() => import('./operation-codecs.ts'))

/** Calls operations by their names. */
export type Operations = ReturnType<typeof bindOperations>

/** Makes the function that calls operations through a transport, and the one that streams. */
export function bindOperations(transport: Transport) {
  return Object.assign(call, { stream })

  function call<Name extends OperationName, Data>(
    operation: Name,
    fill: (contentOf: Contents[Name]) => Content<Data>,
    options: RequestOptions | undefined,
  ): Call<Data> {
    return transport({ operation, content: () => contentOf(operation, fill), options })
  }

  function stream<Name extends OperationName, Item>(
    operation: Name,
    fill: (contentOf: Contents[Name]) => StreamedContent<Item>,
    options: RequestOptions | undefined,
  ): AsyncIterable<Item> {
    return transport.stream({ operation, content: () => contentOf(operation, fill), options })
  }
}

async function contentOf<Name extends OperationName, Known>(
  operation: Name,
  fill: (contentOf: Contents[Name]) => Known,
): Promise<Known> {
  const { contents } = await load(operation)
  return fill(contents[operation])
}

/**
 * An entity, or anything that carries its identifier, or the identifier alone. Written as a lookup for the reason of `Open`.
 *
 * @inline
 */
export type EntityReference = [
  string,
  {
    /** Its identifier. */
    readonly id: string
  },
][number]

/** The identifier; an empty one, which the call then refuses, where nothing can be had of what was given. */
export function identify(entity: EntityReference): string {
  try {
    return typeof entity === 'string' ? entity : entity.id
  } catch {
    return ''
  }
}
