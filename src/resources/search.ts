import type {
  OrganizationProfile,
  PersonProfile,
  SearchOrganizationsInput,
  SearchPersonsInput,
} from '../model/search.ts'
import { searchOrganizations } from '../operations/search-organizations.ts'
import { searchPersons } from '../operations/search-persons.ts'
import { skipVueProxy } from '../shared/vue.ts'
import type { ApiPromise } from '../transport/api-promise.ts'
import type { RequestOptions } from '../transport/options/options.ts'
import type { Transport } from '../transport/transport.ts'

/** The operations of {@link Search}. */
export const searchOperations = { searchOrganizations, searchPersons }

/**
 * Searches the web for profiles, through external data sources: `client.search`. A profile is not an entity
 * of the team. The mock server returns fictional profiles.
 *
 * @example
 * const [profile] = await client.search.organizations({ companyName: 'Halfmoon Minerals' })
 * const { companyName: name = null, countryCode = null } = profile ?? {}
 * if (name) await client.entities.create({ type: 'organization', name, countryCode: countryCode ?? undefined })
 */
export class Search {
  readonly #transport: Transport

  /** @internal */
  constructor(transport: Transport) {
    skipVueProxy(this)
    this.#transport = transport
  }

  /**
   * Searches for organizations. Returns an empty list if no profile matches.
   *
   * @throws {@link ApiError} (`http_error`) if the service responds with an error status; also the errors that {@link
   * ApiPromise} lists.
   * @example
   * const profiles = await client.search.organizations({ companyName: 'Nordwind', country: 'Germany' })
   */
  organizations(
    query: SearchOrganizationsInput,
    options?: RequestOptions,
  ): ApiPromise<OrganizationProfile[]> {
    return this.#transport.call(searchOrganizations, { input: query }, options)
  }

  /**
   * Searches for persons. Returns an empty list if no profile matches.
   *
   * @throws {@link InputValidationError} (`invalid_input`) if the query has no name; also the errors that {@link ApiPromise}
   * lists.
   * @example
   * const profiles = await client.search.persons({ firstName: 'Ilse', lastName: 'Brandt', birthDate: '1961-04-09' })
   */
  persons(query: SearchPersonsInput, options?: RequestOptions): ApiPromise<PersonProfile[]> {
    return this.#transport.call(searchPersons, { input: query }, options)
  }
}
