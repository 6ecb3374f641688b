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
  /** The corrections that the client made while reading. Those with the code `drift` are deviations from the specification. */
  readonly quirks: readonly QuirkReport[]
  /** The error with which the client's call rejects, for example because of the status; null if the call resolves. */
  readonly error: EntityScreeningError | null
}

const specs: Readonly<Record<OperationName, OperationSpec<unknown, unknown>>> = {
  ...entityOperations,
  ...searchOperations,
  ...serviceOperations,
}

/** The entity id that is used for exchanges whose path contains none. */
const recordedId = 'recorded'

/**
 * Uses the client to read the response of an exchange, live or recorded, without sending a request. Resolves to null if the
 * request belongs to no operation, or if the body of the response was not kept.
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
  // The input of the operation is not needed, because the request has already been sent.
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
