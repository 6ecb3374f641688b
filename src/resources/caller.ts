import type { OperationName } from '../contract/operations.ts'
import type { Call } from '../transport/call.ts'
import type { Content } from '../transport/exchange.ts'
import { onDemand } from '../transport/on-demand.ts'
import type { RequestOptions } from '../transport/options/options.ts'
import type { StreamedContent } from '../transport/stream/stream.ts'
import type { Transport } from '../transport/transport.ts'

type Contents = typeof import('./contents.ts').contents

const load = onDemand(() => import('./contents.ts'))

export type Caller = ReturnType<typeof createCaller>

/** Makes the function that calls operations by their names. */
export function createCaller(transport: Transport) {
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
