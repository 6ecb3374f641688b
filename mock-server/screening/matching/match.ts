import type { EntityType } from '../../../src/contract/values.ts'
import { foldRegistration } from '../../../src/shared/names/fold-name.ts'
import type { ScreeningParty } from '../party.ts'
import { matchesBirthDate, parseBirthDate } from './birth-date.ts'
import { significantWords, toNameKey } from './names.ts'
import { getPartyIndex, type IndexedParty, listIdentifiers } from './party-index.ts'

export interface Subject {
  readonly type: EntityType
  readonly name: string
  readonly countryCode?: string | null | undefined
  readonly nationality?: string | null | undefined
  readonly birthDate?: string | null | undefined
  readonly nationalId?: string | null | undefined
  readonly registration?: string | null | undefined
}

/**
 * The reasons for or against a match of an entity with a fictional party. A hit contains the reasons in its field `match`, which
 * the client returns in `unknownFields`. A reason that ends in `_differs` is a reason against the match.
 */
export const matchReasons = [
  'reserved_name',
  'registration',
  'national_id',
  'name',
  'alternative_name',
  'name_differs',
  'birth_date',
  'partial_birth_date',
  'birth_date_differs',
  'country',
  'country_differs',
] as const

/**
 * A reason for or against a match, such as `birth_date`.
 *
 * @useDeclaredType
 */
export type MatchReason = (typeof matchReasons)[number]

/** How certain it is that a subject is a party. It does not depend on the risk of the party. */
export interface MatchEvidence {
  /** The score of the match, 0 to 1. */
  readonly score: number
  readonly reasons: readonly MatchReason[]
}

export interface Match extends MatchEvidence {
  readonly party: ScreeningParty
}

/** The scores of an equal identifier, of an equal name, and of an equal name in another country. */
const identifierScore = 1
const nameScore = 0.99
const otherCountryScore = 0.89

/**
 * Finds the party that has an identifier of a subject, or else its name. Names are equal in any order of their words, without
 * accents, punctuation, legal forms and titles. Of two namesakes, the one in the subject's country is found.
 */
export function findMatch(subject: Subject): Match | undefined {
  const { byNameKey, byIdentifier } = getPartyIndex()
  const nameKey = toNameKey(subject.name, subject.type)
  const candidates = new Set([
    ...listIdentifiers(subject).flatMap(identifier => byIdentifier.get(identifier) ?? []),
    ...(byNameKey.get(nameKey) ?? []),
  ])
  const matches = [...candidates].flatMap(candidate => matchParty(subject, nameKey, candidate) ?? [])
  // The sort is stable: the keys of the parties decide between equal scores.
  return matches.sort((a, b) => b.score - a.score)[0]
}

/** Finds the party that has an identifier of a subject, then those with a name that contains every word of the searched name. */
export function searchParties(subject: Subject): ScreeningParty[] {
  const words = significantWords(subject.name, subject.type)
  const parties = getPartyIndex().all.filter(({ party }) => party.type === subject.type)
  const hasWords = (nameKey: string) => words.every(word => nameKey.split(' ').includes(word))
  const matches = [
    ...parties.filter(({ party }) => findSharedIdentifier(subject, party) !== undefined),
    ...parties.filter(({ nameKeys }) => nameKeys.some(hasWords)),
  ]
  return [...new Set(matches.map(({ party }) => party))]
}

/**
 * Compares a subject with a party that has the same name or an identifier. Only an equal identifier outweighs a different birth
 * date.
 */
function matchParty(subject: Subject, nameKey: string, { party, nameKeys }: IndexedParty): Match | undefined {
  if (party.type !== subject.type) return undefined
  const identifier = findSharedIdentifier(subject, party)
  const name = compareName(nameKey, nameKeys)
  const birthDate = compareBirthDate(subject, party)
  const country = compareCountry(subject, party)
  const isExcluded = name === 'name_differs' || birthDate === 'birth_date_differs'
  if (identifier === undefined && isExcluded) return undefined
  const reasons = [identifier, name, birthDate, country].filter(reason => reason !== undefined)
  const score = country === 'country_differs' ? otherCountryScore : nameScore
  return { party, score: identifier === undefined ? score : identifierScore, reasons }
}

function compareName(nameKey: string, [ownKey, ...alternativeKeys]: readonly string[]): MatchReason {
  if (nameKey === ownKey) return 'name'
  return alternativeKeys.includes(nameKey) ? 'alternative_name' : 'name_differs'
}

function compareBirthDate(
  { birthDate }: Subject,
  { birthDate: onFile }: ScreeningParty,
): MatchReason | undefined {
  if (!birthDate || onFile === undefined) return undefined
  if (!matchesBirthDate(onFile, parseBirthDate(birthDate))) return 'birth_date_differs'
  return onFile.length < 10 ? 'partial_birth_date' : 'birth_date'
}

/** Compares the countries. They match if the country of residence or the nationality is equal. */
function compareCountry(
  { countryCode, nationality }: Subject,
  party: ScreeningParty,
): MatchReason | undefined {
  if (!countryCode && !nationality) return undefined
  return countryCode === party.countryCode || nationality === party.countryCode
    ? 'country'
    : 'country_differs'
}

function findSharedIdentifier(subject: Subject, party: ScreeningParty): MatchReason | undefined {
  if (isSameIdentifier(subject.registration, party.registration)) return 'registration'
  return isSameIdentifier(subject.nationalId, party.nationalId) ? 'national_id' : undefined
}

function isSameIdentifier(a: string | null | undefined, b: string | undefined): boolean {
  if (!a || b === undefined) return false
  return foldRegistration(a) === foldRegistration(b)
}
