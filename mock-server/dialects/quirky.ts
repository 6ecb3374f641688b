import type { JsonRecord } from '../../src/shared/json.ts'

/**
 * The scenario "quirky": responses with quirks, so that a client proves that it reads them. Each quirk in docs/quirks.md that no
 * other response has is in one of them, except those of a list with pages, of which the mock server has none.
 */
export function spellEntityOddly(entity: JsonRecord, hasResults: boolean): JsonRecord {
  return {
    ...entity,
    caseStatus: 'UNDER_REVIEW',
    countryCode: 'Deutschland',
    ...(hasResults ? { riskLevel: 'Severe Risk', riskScore: '71' } : {}),
    assignedAnalyst: 'No one in particular',
  }
}

/** Two tags in one, under a country that is no code. */
export function spellCreatedOddly(entity: JsonRecord): JsonRecord {
  return { ...entity, countryCode: 'deu', tags: ['fresh,priority'], screeningQueue: 3 }
}

/** Numbers where text belongs, a country where its code belongs. */
export function spellProfileOddly(profile: JsonRecord): JsonRecord {
  const number = 'company_name' in profile ? 'company_registration_number' : 'national_id_number'
  return { ...profile, country_code: 'Germany', [number]: 900_117, confidence: 0.5 }
}

/** A line about a row that does not say which. */
export function spellRowErrorOddly(line: string): string {
  return line.replace(/^Row \d+: /, '')
}
