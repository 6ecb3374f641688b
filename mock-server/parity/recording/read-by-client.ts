import type { OperationName } from '../../../src/contract/operations.ts'
import type { OperationSpec } from '../../../src/operations/operation-spec.ts'
import type { QuirkReport } from '../../../src/reading/quirk-log.ts'
import { entityOperations } from '../../../src/resources/entities.ts'
import { searchOperations } from '../../../src/resources/search.ts'
import { serviceOperations } from '../../../src/resources/service.ts'
import { EntityScreeningError } from '../../../src/transport/errors/EntityScreeningError.ts'
import { resolveOptions } from '../../../src/transport/options/resolve.ts'
import { createTransport } from '../../../src/transport/transport.ts'
import { type Exchange, idIn } from '../exchange.ts'

/** How the client reads a response. */
export interface ClientReading {
  /** What the client put right, and, with the code `drift`, where the response differs from the specification. */
  readonly quirks: readonly QuirkReport[]
  /** What the call rejects with, such as the error of a status; null where it resolves. */
  readonly error: EntityScreeningError | null
}

const specs: Readonly<Record<OperationName, OperationSpec<unknown, unknown>>> = {
  ...entityOperations,
  ...searchOperations,
  ...serviceOperations,
}

/** The identifier for exchanges without one. */
const recordedId = 'recorded'

/**
 * Lets the client read the response of an exchange, live or recorded; nothing is sent. Null where there is nothing to read: the
 * request is none of an operation, or its response was not kept.
 */
export async function readByClient(exchange: Exchange): Promise<ClientReading | null> {
  const { operation, text, status, headers } = exchange
  if (operation === null || text === null || status < 200) return null
  const body = [204, 205, 304].includes(status) ? null : text
  const settings = resolveOptions({
    apiKey: null,
    baseUrl: 'https://recorded.invalid',
    maxRetries: 0,
    logLevel: 'off',
    fetch: async () => new Response(body, { status, headers }),
  })
  // The input has been sent already: only the response counts.
  const { input: _input, encode: _encode, ...spec } = specs[operation]
  try {
    const entity = idIn(exchange) || recordedId
    const { quirks } = await createTransport(settings).call(spec, { entity }).withResponse()
    return { quirks, error: null }
  } catch (error) {
    if (EntityScreeningError.is(error)) return { quirks: [], error }
    throw error
  }
}
