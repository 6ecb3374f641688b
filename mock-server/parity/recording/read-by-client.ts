import type { OperationName } from '../../../src/contract/operations.ts'
import type { OperationSpec } from '../../../src/operations/operation-spec.ts'
import type { QuirkReport } from '../../../src/reading/quirk-log.ts'
import { entityOperations } from '../../../src/resources/entities.ts'
import { searchOperations } from '../../../src/resources/search.ts'
import { serviceOperations } from '../../../src/resources/service.ts'
import { EntityScreeningError } from '../../../src/transport/errors/EntityScreeningError.ts'
import { resolveOptions } from '../../../src/transport/options/resolve.ts'
import { createTransport } from '../../../src/transport/transport.ts'
import { type Exchange, entityIdIn } from '../exchange.ts'

/** The result of reading a response with the client. */
export interface ClientReading {
  /** The coercions that the client made, and, with the code `drift`, the deviations from the specification. */
  readonly quirks: readonly QuirkReport[]
  /** The error with which the call rejects, such as that of a status; null if it resolves. */
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
 * Reads the response of an exchange, live or recorded, with the client, and sends nothing. Resolves to null if the request is not of
 * an operation, or if its response was not kept.
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
  // The input is not needed: the request was sent before.
  const { input: _input, encode: _encode, ...spec } = specs[operation]
  try {
    const entity = entityIdIn(exchange) || recordedId
    const { quirks } = await createTransport(settings).call(spec, { entity }).withResponse()
    return { quirks, error: null }
  } catch (error) {
    if (EntityScreeningError.is(error)) return { quirks: [], error }
    throw error
  }
}
