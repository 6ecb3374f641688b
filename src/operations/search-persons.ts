import { endpoints } from '../contract/endpoints.ts'
import { methodNames } from '../contract/method-names.ts'
import { encodeCountry } from '../model/inputs.ts'
import {
  decodePersons,
  organizationQueryInput,
  type PersonProfile,
  personQueryInput,
  type SearchPersonsInput,
} from '../model/search.ts'
import type { OperationSpec } from './operation-spec.ts'

export const searchPersons: OperationSpec<SearchPersonsInput, PersonProfile[]> = {
  operation: 'searchPersons',
  methodName: methodNames.searchPersons,
  contract: endpoints.searchPersons,
  input: personQueryInput,
  sibling: { methodName: methodNames.searchOrganizations, schema: organizationQueryInput },
  encode: (query, { log, searchCountryFormat }) => ({
    first_name: query.firstName,
    last_name: query.lastName,
    full_name: query.fullName,
    name: query.name,
    countryCode: encodeCountry(query.country, log, ['country'], searchCountryFormat),
    nationality: encodeCountry(query.nationality, log, ['nationality'], searchCountryFormat),
    birth_date: query.birthDate,
    national_id_number: query.nationalIdNumber,
  }),
  decode: decodePersons,
}
