import type {
  OrganizationProfile,
  PersonProfile,
  SearchOrganizationsInput,
  SearchPersonsInput,
} from '../model/search.ts'
import { searchOrganizations } from '../operations/search-organizations.ts'
import { searchPersons } from '../operations/search-persons.ts'
import type { ApiPromise } from '../transport/api-promise.ts'
import type { RequestOptions } from '../transport/options/options.ts'
import type { Transport } from '../transport/transport.ts'

/** The operations of {@link Search}. */
export const searchOperations = { searchOrganizations, searchPersons }

/**
 * Profiles found on the web through external data sources: `client.search` (specification: What the service does, 6). None of
 * them is an entity of the team. In the mock server, all findings are fictional.
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
    this.#transport = transport
  }

  /**
   * Looks up organizations (specification: POST /api/search/organizations); an empty list if none is found.
   *
   * @throws {@link ApiError} (`http_error`) for an error status, and as every {@link ApiPromise}.
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
   * Looks up persons (specification: POST /api/search/persons); an empty list if none is found.
   *
   * @throws {@link InputValidationError} (`invalid_input`) if no name is given, and as every {@link ApiPromise}.
   * @example
   * const profiles = await client.search.persons({ firstName: 'Ilse', lastName: 'Brandt', birthDate: '1961-04-09' })
   */
  persons(query: SearchPersonsInput, options?: RequestOptions): ApiPromise<PersonProfile[]> {
    return this.#transport.call(searchPersons, { input: query }, options)
  }
}
