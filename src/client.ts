import { Entities } from './resources/entities.ts'
import { createOwnWrites, type OwnWrites } from './resources/own-writes.ts'
import { Search } from './resources/search.ts'
import { Service } from './resources/service.ts'
import { skipVueProxy } from './shared/vue.ts'
import type { ClientOptions } from './transport/options/options.ts'
import {
  type CopiedOptions,
  mergeOptions,
  readClientOptions,
  resolveOptions,
} from './transport/options/resolve.ts'
import { createTransport } from './transport/transport.ts'

/** The remembered writes that a derived client shares with the client that it is made of, by the options of the derived client. */
const writesToShare = new WeakMap<ClientOptions, OwnWrites>()

/**
 * A client of the Entity Screening Service. Share one instance per process and team, because it
 * remembers what `createOnce` created and what was rescanned.
 *
 * @example
 * const client = new EntityScreening({ apiKey, baseUrl })
 * const { id } = await client.entities.create({ type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' })
 * const network = await client.entities.network(id)
 */
export class EntityScreening {
  /** The team's organizations and persons: list, create, read the network, rescan and more. */
  readonly entities: Entities
  /** Searches the web for profiles of organizations and persons. */
  readonly search: Search
  /** The service itself: its health and its index. */
  readonly service: Service
  /**
   * The service's base URL, or its path in a web page, without a trailing slash. Comes from the options or
   * the environment.
   */
  readonly baseUrl: string
  /** The time limit of one attempt, in milliseconds; false for no limit. */
  readonly timeout: number | false

  readonly #options: CopiedOptions
  readonly #ownWrites: OwnWrites

  /**
   * Creates a client. Sends no request. If `apiKey` or `baseUrl` is missing, ENTITY_SCREENING_API_KEY or
   * ENTITY_SCREENING_BASE_URL is used.
   *
   * @throws {@link InputValidationError} (`invalid_input`) naming each option that is wrong.
   */
  constructor(options: ClientOptions = {}) {
    skipVueProxy(this)
    const copy = readClientOptions(options)
    const settings = resolveOptions(copy)
    // Derived clients keep the values that were read from the environment, even if the environment changes later.
    this.#options = { ...copy, apiKey: settings.apiKey, baseUrl: settings.baseUrl }
    const transport = createTransport(settings)
    this.#ownWrites = writesToShare.get(options) ?? createOwnWrites()
    this.entities = new Entities(transport, settings, this.#ownWrites)
    this.search = new Search(transport)
    this.service = new Service(transport)
    this.baseUrl = settings.baseUrl
    this.timeout = settings.timeout
  }

  /**
   * Creates a client with the same options, except those that you pass. `headers` are added to the existing
   * headers; any other option replaces the existing one completely, including `retry` and `hooks`. An
   * undefined option leaves the existing value unchanged.
   *
   * @throws {@link InputValidationError} (`invalid_input`) naming each option that is wrong.
   * @example
   * const patient = client.withOptions({ timeout: 120_000, maxRetries: 5 })
   */
  withOptions(options: ClientOptions): EntityScreening {
    const merged = mergeOptions(this.#options, options)
    const { apiKey, baseUrl } = this.#options
    if (merged.apiKey === apiKey && merged.baseUrl === baseUrl) writesToShare.set(merged, this.#ownWrites)
    return createClient(merged)
  }
}

/**
 * This code is outside the class, because esbuild renames a class that refers to itself: `EntityScreening.name` would be
 * `_EntityScreening`.
 */
function createClient(options: ClientOptions): EntityScreening {
  return new EntityScreening(options)
}
