import type { CountryFormat } from '../contract/countries.ts'
import {
  decodeOrganizations,
  decodePersons,
  type OrganizationProfile,
  type PersonProfile,
} from '../model/profile.ts'
import {
  encodeOrganizationQuery,
  encodePersonQuery,
  type OrganizationQuery,
  organizationQueryInput,
  type PersonQuery,
  personQueryInput,
} from '../model/search.ts'
import type { Call } from '../transport/call.ts'
import { check } from '../transport/check.ts'
import type { RequestOptions } from '../transport/options.ts'
import type { Transport } from '../transport/transport.ts'

/**
 * Profiles found on the web through external data sources: `client.search` (specification: What the service does, 6). None of
 * them is an entity of the team. The reference server finds the parties of its own invented universe.
 *
 * @example
 * const [profile] = await client.search.organizations({ companyName: 'Halfmoon Minerals' })
 * if (profile?.companyName) {
 *   const countryCode = profile.countryCode ?? undefined
 *   await client.entities.create({ type: 'organization', name: profile.companyName, countryCode })
 * }
 */
export class Search {
  readonly #call: Transport
  readonly #countryFormat: CountryFormat

  /** @internal */
  constructor(call: Transport, countryFormat: CountryFormat) {
    this.#call = call
    this.#countryFormat = countryFormat
  }

  /**
   * Looks up organizations (specification: POST /api/search/organizations); an empty list where none is found.
   *
   * @throws {@link InputValidationError} (`invalid_input`) before any request, naming each field that is wrong.
   * @example
   * const profiles = await client.search.organizations({ companyName: 'Nordwind', country: 'Germany' })
   */
  organizations(query: OrganizationQuery, options?: RequestOptions): Call<OrganizationProfile[]> {
    return this.#call({
      operation: 'searchOrganizations',
      encode: log =>
        encodeOrganizationQuery(
          check('searchOrganizations', organizationQueryInput, query),
          log,
          this.#countryFormat,
        ),
      decode: decodeOrganizations,
      options,
    })
  }

  /**
   * Looks up persons (specification: POST /api/search/persons); an empty list where none is found.
   *
   * @throws {@link InputValidationError} (`invalid_input`) before any request, naming each field that is wrong, or that no
   * name is given.
   * @example
   * const profiles = await client.search.persons({ firstName: 'Ilse', lastName: 'Brandt', birthDate: '1961-04-09' })
   */
  persons(query: PersonQuery, options?: RequestOptions): Call<PersonProfile[]> {
    return this.#call({
      operation: 'searchPersons',
      encode: log => {
        const checked = check('searchPersons', personQueryInput, query)
        if (checked.name !== undefined) this.#call.deprecate('person_name')
        return encodePersonQuery(checked, log, this.#countryFormat)
      },
      decode: decodePersons,
      options,
    })
  }
}
