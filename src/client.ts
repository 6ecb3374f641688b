import { Entities } from './resources/entities.ts'
import { Search } from './resources/search.ts'
import { Service } from './resources/service.ts'
import { mergeOptions } from './transport/merge-options.ts'
import { type ClientOptions, resolveOptions } from './transport/options.ts'
import { createTransport } from './transport/transport.ts'

/**
 * A client of the Entity Screening Service.
 *
 * @example
 * const client = new EntityScreening({ apiKey, baseUrl })
 * const { id } = await client.entities.create({ type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' })
 * const network = await client.entities.network(id)
 */
export class EntityScreening {
  readonly entities: Entities
  readonly search: Search
  readonly service: Service
  /** Where the service is. */
  readonly baseUrl: string

  readonly #options: ClientOptions

  /** @throws InputValidationError naming each option that is wrong. */
  constructor(options: ClientOptions = {}) {
    const settings = resolveOptions(options)
    // What came from the environment stays what it was, in derived clients too.
    this.#options = { ...options, apiKey: settings.apiKey, baseUrl: settings.baseUrl }
    const transport = createTransport(settings)
    this.entities = new Entities(transport)
    this.search = new Search(transport, settings.searchCountryFormat)
    this.service = new Service(transport)
    this.baseUrl = settings.baseUrl
  }

  /**
   * A client like this one, with some options changed: headers are added to those it has, all other options take the place of
   * the old ones, and undefined leaves them as they are.
   *
   * @throws InputValidationError naming each option that is wrong.
   * @example
   * const patient = client.with({ timeout: 120_000, retry: { limit: 5 } })
   */
  with(options: ClientOptions): EntityScreening {
    return new EntityScreening(mergeOptions(this.#options, options))
  }
}
