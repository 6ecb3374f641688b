import { endpoints } from '../contract/endpoints.ts'
import { methodNames } from '../contract/method-names.ts'
import { encodeCountry } from '../model/inputs.ts'
import {
  decodeOrganizations,
  type OrganizationProfile,
  organizationQueryInput,
  personQueryInput,
  type SearchOrganizationsInput,
} from '../model/search.ts'
import type { OperationSpec } from './operation-spec.ts'

export const searchOrganizations: OperationSpec<SearchOrganizationsInput, OrganizationProfile[]> = {
  operation: 'searchOrganizations',
  methodName: methodNames.searchOrganizations,
  contract: endpoints.searchOrganizations,
  input: organizationQueryInput,
  sibling: { methodName: methodNames.searchPersons, schema: personQueryInput },
  encode: (query, { log, searchCountryFormat }) => ({
    company_name: query.companyName,
    company_registration_number: query.registrationNumber,
    countryCode: encodeCountry(query.country, log, ['country'], searchCountryFormat),
    industry: query.industry,
  }),
  decode: decodeOrganizations,
}
