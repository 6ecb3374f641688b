import type { JsonRecord } from '../../src/shared/json.ts'

/**
 * Changes an entity for the scenario "quirky". The responses of this scenario have the quirks in docs/quirks.md, so that a
 * client can be tested with them. The quirks of paginated lists are missing, because the lists of the mock server have no
 * pages.
 */
export function applyQuirksToEntity(
  entity: JsonRecord,
  { hasResults, isStatusSet }: { readonly hasResults: boolean; readonly isStatusSet: boolean },
): JsonRecord {
  return {
    ...entity,
    ...(isStatusSet ? {} : { caseStatus: 'UNDER_REVIEW' }),
    countryCode: 'Deutschland',
    ...(hasResults ? { riskLevel: 'Severe Risk', riskScore: '71' } : {}),
    assignedAnalyst: 'No one in particular',
  }
}

/** Joins two tags in one string, and uses an unusual country code. */
export function applyQuirksToCreatedEntity(entity: JsonRecord): JsonRecord {
  return { ...entity, countryCode: 'deu', tags: ['fresh,priority'], screeningQueue: 3 }
}

/** Replaces a string by a number, and a country code by the country's name. */
export function applyQuirksToProfile(profile: JsonRecord): JsonRecord {
  const numberField = 'company_name' in profile ? 'company_registration_number' : 'national_id_number'
  return { ...profile, country_code: 'Germany', [numberField]: 900_117, confidence: 0.5 }
}

/** Removes the row number from the error message of a row. */
export function applyQuirksToRowError(line: string): string {
  return line.replace(/^Row \d+: /, '')
}
