import { searchOrganizationsRequest } from '../../src/contract/search.ts'
import { countryName } from '../../src/shared/countries/names.ts'
import { foldName } from '../../src/shared/names/fold-name.ts'
import { applyQuirksToProfile } from '../dialects/apply-quirks.ts'
import { parseBodyWith } from '../message/body.ts'
import { searchParties } from '../screening/matching/match.ts'
import type { ScreeningParty } from '../screening/party.ts'
import { isQuirky, removeScenarioPrefix } from '../screening/scenarios/index.ts'
import type { OperationCall } from './handler.ts'
import { parseCountryFilter } from './input/parse-country-filter.ts'

/** Searches organizations in the fictional universe (specification: POST /api/search/organizations). */
export function handleSearchOrganizations({ server, body }: OperationCall) {
  const query = parseBodyWith(searchOrganizationsRequest, body)
  const countryCode = parseCountryFilter(server, 'countryCode', query.countryCode)
  const subject = {
    type: 'organization',
    name: removeScenarioPrefix(server, query.company_name),
    registration: query.company_registration_number,
  } as const
  const results = searchParties(subject)
    .filter(party => countryCode === undefined || party.countryCode === countryCode)
    .filter(({ industry = '' }) => foldName(industry).includes(foldName(query.industry ?? '')))
    .map(toOrganizationProfile)
  return { results: isQuirky(server, query.company_name) ? results.map(applyQuirksToProfile) : results }
}

function toOrganizationProfile(party: ScreeningParty) {
  return {
    company_name: party.name,
    company_registration_number: party.registration ?? '',
    country: countryName(party.countryCode),
    country_code: party.countryCode,
    industry: party.industry ?? '',
    website_url: party.website ?? '',
    source_url: `https://registry.example/organization/${party.key}`,
  }
}
