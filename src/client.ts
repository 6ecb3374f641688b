import { Entities } from './resources/entities.ts'
import { Search } from './resources/search.ts'
import { Service } from './resources/service.ts'
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

  /** @throws InputValidationError naming each option that is wrong. */
  constructor(options: ClientOptions = {}) {
    const settings = resolveOptions(options)
    const transport = createTransport(settings)
    this.entities = new Entities(transport)
    this.search = new Search(transport, settings.searchCountryFormat)
    this.service = new Service(transport)
  }
}
