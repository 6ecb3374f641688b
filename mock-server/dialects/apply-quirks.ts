import type { JsonRecord } from '../../src/shared/json.ts'

/**
 * The scenario "quirky" changes responses, so that a client proves that it reads them. They have each quirk in docs/quirks.md that no
 * other response has, except those of a list with pages: the mock server has no pages.
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

/** Writes two tags in one string, and an unusual country code. */
export function applyQuirksToCreatedEntity(entity: JsonRecord): JsonRecord {
  return { ...entity, countryCode: 'deu', tags: ['fresh,priority'], screeningQueue: 3 }
}

/** Writes a number in place of a text, and a country's name in place of its code. */
export function applyQuirksToProfile(profile: JsonRecord): JsonRecord {
  const numberField = 'company_name' in profile ? 'company_registration_number' : 'national_id_number'
  return { ...profile, country_code: 'Germany', [numberField]: 900_117, confidence: 0.5 }
}

/** Removes the number of the row. */
export function applyQuirksToRowError(line: string): string {
  return line.replace(/^Row \d+: /, '')
}
