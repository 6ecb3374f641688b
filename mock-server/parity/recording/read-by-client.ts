import { EntityScreening } from '../../../src/client.ts'
import type { OperationName } from '../../../src/contract/operations.ts'
import type { QuirkReport } from '../../../src/reading/log.ts'
import type { ApiPromise } from '../../../src/transport/api-promise.ts'
import { EntityScreeningError } from '../../../src/transport/errors/EntityScreeningError.ts'
import { type Exchange, idIn } from '../exchange.ts'

/** How the client reads a response. */
export interface ClientReading {
  /** What the client put right, and, with the code `drift`, where the response differs from the specification. */
  readonly quirks: readonly QuirkReport[]
  /** What the call rejects with, such as the error of a status; null where it resolves. */
  readonly error: EntityScreeningError | null
}

const name = 'Recorded'

/** Calls with inputs that are sent as they are: only the response counts. */
const calls: Readonly<Record<OperationName, (client: EntityScreening, id: string) => ApiPromise<unknown>>> = {
  listEntities: ({ entities }) => entities.list(),
  createEntity: ({ entities }) => entities.create({ type: 'organization', name }),
  createEntitiesBulk: ({ entities }) =>
    entities.createBulk([{ type: 'organization', name, countryCode: 'DE' }]),
  searchEntities: ({ entities }) => entities.search({}),
  getNetwork: ({ entities }, id) => entities.network(id),
  attachDocument: ({ entities }, id) =>
    entities.attachDocument(id, { url: 'https://recorded.example/a.pdf' }),
  rescanEntity: ({ entities }, id) => entities.rescan(id),
  searchOrganizations: ({ search }) => search.organizations({ companyName: name }),
  searchPersons: ({ search }) => search.persons({ fullName: name }),
  getHealth: ({ service }) => service.health(),
  getServiceIndex: ({ service }) => service.index(),
}

/**
 * Lets the client read the response of an exchange, live or recorded; nothing is sent. Null where there is nothing to read: the
 * request is none of an operation, or its response was not kept.
 */
export async function readByClient(exchange: Exchange): Promise<ClientReading | null> {
  const { operation, text, status, headers } = exchange
  if (operation === null || text === null || status < 200) return null
  const body = [204, 205, 304].includes(status) ? null : text
  const client = new EntityScreening({
    apiKey: null,
    baseUrl: 'https://recorded.invalid',
    maxRetries: 0,
    logLevel: 'off',
    fetch: async () => new Response(body, { status, headers }),
  })
  try {
    const { quirks } = await calls[operation](client, idIn(exchange) || name).withResponse()
    return { quirks, error: null }
  } catch (error) {
    if (EntityScreeningError.is(error)) return { quirks: [], error }
    throw error
  }
}
