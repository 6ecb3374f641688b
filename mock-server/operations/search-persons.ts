import { searchPersonsRequest } from '../../src/contract/search.ts'
import { countryName } from '../../src/shared/countries/names.ts'
import { applyQuirksToProfile } from '../dialects/apply-quirks.ts'
import { createInvalidInputError, parseBodyWith } from '../message/body.ts'
import { matchesBirthDate, parseBirthDate } from '../screening/matching/birth-date.ts'
import { searchParties } from '../screening/matching/match.ts'
import type { ScreeningParty } from '../screening/party.ts'
import { isQuirky, removeScenarioPrefix } from '../screening/scenarios/index.ts'
import type { OperationCall } from './handler.ts'
import { parseCountryFilter } from './input/parse-country-filter.ts'

/** Searches persons in the fictional universe (specification: POST /api/search/persons). */
export function handleSearchPersons({ server, body }: OperationCall) {
  const query = parseBodyWith(searchPersonsRequest, body)
  const countries = [
    parseCountryFilter(server, 'countryCode', query.countryCode),
    parseCountryFilter(server, 'nationality', query.nationality),
  ]
  const birthDates = parseBirthDates(query.birth_date)
  const fullName = query.full_name ?? query.name ?? `${query.first_name} ${query.last_name}`
  const subject = {
    type: 'person',
    name: removeScenarioPrefix(server, fullName),
    nationalId: query.national_id_number,
  } as const
  const results = searchParties(subject)
    .filter(party => countries.every(code => code === undefined || party.countryCode === code))
    .filter(party => !birthDates || !party.birthDate || matchesBirthDate(party.birthDate, birthDates))
    .map(toPersonProfile)
  return { results: isQuirky(server, fullName) ? results.map(applyQuirksToProfile) : results }
}

function parseBirthDates(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined
  const dates = parseBirthDate(text)
  if (dates.length === 0) {
    throw createInvalidInputError(
      'birth_date must be a date, such as 1961-04-09, 09.04.1961, 9 April 1961, a month or a year',
    )
  }
  return dates
}

function toPersonProfile(party: ScreeningParty) {
  const words = party.name.split(' ')
  return {
    first_name: words.slice(0, -1).join(' '),
    last_name: words.at(-1) ?? '',
    birth_date: party.birthDate ?? '',
    country: countryName(party.countryCode),
    country_code: party.countryCode,
    nationality: party.countryCode,
    national_id_number: party.nationalId ?? '',
    profile_image_url: '',
    source_url: `https://registry.example/person/${party.key}`,
  }
}
