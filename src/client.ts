import { Entities } from './resources/entities.ts'
import { Search } from './resources/search.ts'
import { Service } from './resources/service.ts'
import type { ClientOptions } from './transport/options/options.ts'
import {
  type CopiedOptions,
  mergeOptions,
  readClientOptions,
  resolveOptions,
} from './transport/options/resolve.ts'
import { createTransport } from './transport/transport.ts'

/**
 * A client of the Entity Screening Service (specification: What the service does). It holds nothing but its options: one may
 * serve a whole process.
 *
 * @example
 * const client = new EntityScreening({ apiKey, baseUrl })
 * const { id } = await client.entities.create({ type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' })
 * const network = await client.entities.network(id)
 */
export class EntityScreening {
  /** The team's organizations and persons: list, create, network, rescan and more. */
  readonly entities: Entities
  /** Profiles of organizations and persons, found on the web. */
  readonly search: Search
  /** The service itself: its health and its index. */
  readonly service: Service
  /** The service's address or path, as it was given or found in the environment, without a slash at its end. */
  readonly baseUrl: string
  /** The time limit of an attempt in milliseconds; false for none. */
  readonly timeout: number | false

  readonly #options: CopiedOptions

  /**
   * Makes a client; nothing is sent. Key and address may come from ENTITY_SCREENING_API_KEY and ENTITY_SCREENING_BASE_URL.
   *
   * @throws {@link InputValidationError} (`invalid_input`) naming each option that is wrong.
   */
  constructor(options: ClientOptions = {}) {
    const copy = readClientOptions(options)
    const settings = resolveOptions(copy)
    // Values from the environment stay what they were, in derived clients too.
    this.#options = { ...copy, apiKey: settings.apiKey, baseUrl: settings.baseUrl }
    const transport = createTransport(settings)
    this.entities = new Entities(transport, settings)
    this.search = new Search(transport)
    this.service = new Service(transport)
    this.baseUrl = settings.baseUrl
    this.timeout = settings.timeout
  }

  /**
   * A client like this one, with some options changed. `headers` are added to those it has; any other option replaces the old one
   * as a whole, `retry` and `hooks` too. Undefined changes nothing.
   *
   * @throws {@link InputValidationError} (`invalid_input`) naming each option that is wrong.
   * @example
   * const patient = client.withOptions({ timeout: 120_000, maxRetries: 5 })
   */
  withOptions(options: ClientOptions): EntityScreening {
    return createClient(mergeOptions(this.#options, options))
  }
}

/** Outside the class: esbuild renames a class whose body refers to itself, so that `EntityScreening.name` would be `_EntityScreening`. */
function createClient(options: ClientOptions): EntityScreening {
  return new EntityScreening(options)
}
