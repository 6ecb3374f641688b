import type { EntityType } from '../../../src/contract/values.ts'
import { foldRegistration } from '../../../src/shared/names/fold-name.ts'
import type { ScreeningParty } from '../party.ts'
import { getUniverse } from '../universe/index.ts'
import { matchesBirthDate, parseBirthDate } from './birth-date.ts'
import { type CandidateIndex, createCandidateIndex } from './candidates.ts'
import { computeNameCoverage, computeNameSimilarity, significantWords, type WordComparison } from './names.ts'

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

/** The similarity of a subject and a party, which does not depend on the risk of the party. */
export interface MatchEvidence {
  /** The score of the match, 0 to 1, rounded to hundredths. */
  readonly score: number
  readonly reasons: readonly MatchReason[]
}

export interface Match extends MatchEvidence {
  readonly party: ScreeningParty
}

/** Computes the similarity, 0 to 1, between the words of a subject's name and the words of one of a party's names. */
type NameComparison = (
  words: readonly string[],
  spelling: readonly string[],
  compareWords: WordComparison,
) => number

/** The effect of a birth date or a country on the score. */
interface MatchQualifier {
  readonly penalty: number
  readonly reasons: readonly MatchReason[]
}

/** The minimum score for a match in screening. It is lower for a name with enough letters to be distinctive. */
const screeningThreshold = 0.85
const distinctiveThreshold = 0.6

/** The minimum number of letters of a distinctive name. Longer names are rarely similar by chance. */
const distinctiveLetters = 10

/** The minimum score for a search result. */
const searchThreshold = 0.8

/** The score of two equal names. Only an equal identifier has a higher score. */
const maxNameScore = 0.99

/** The penalty for a different country, and for a partial birth date that is nearly equal. */
const qualifierPenalty = 0.1

const excludingPenalty = 1

/** The penalty for a middle name that the party's name lacks, and below it the penalty for an initial. */
const middleNamePenalty = 0.05
const initialPenalty = 0.02

/**
 * The maximum difference, in years, from a party's birth date that lacks the day. A birth date without a day is often an
 * estimate.
 */
const birthYearTolerance = 2

const noQualifier: MatchQualifier = { penalty: 0, reasons: [] }

let index: CandidateIndex | undefined

/** Creates the index at the first call, so that its creation does not delay the start of a server. */
function getCandidateIndex(): CandidateIndex {
  index ??= createCandidateIndex(getUniverse().parties)
  return index
}

export function findMatch(subject: Subject): Match | undefined {
  const compare = subject.type === 'person' ? compareWithMiddleName : computeNameSimilarity
  return findMatches(subject, compare, screeningThresholdFor)[0]
}

/**
 * Finds the parties whose names contain every word of the searched name, and sorts them by similarity. Small spelling
 * differences are allowed.
 */
export function searchParties(subject: Subject): ScreeningParty[] {
  const compare: NameComparison = (...names) => computeNameCoverage(...names).similarity
  return findMatches(subject, compare, () => searchThreshold).map(({ party }) => party)
}

function findMatches(
  subject: Subject,
  compare: NameComparison,
  threshold: (spelling: readonly string[]) => number,
): Match[] {
  const words = significantWords(subject.name, subject.type)
  const { candidates, compareWords } = getCandidateIndex().find(
    words,
    listIdentifiers(subject),
    subject.type === 'person',
  )
  const matches: Match[] = []
  for (const { party, spellings } of candidates) {
    if (party.type !== subject.type) continue
    const nameSimilarities = spellings.map(spelling => maxNameScore * compare(words, spelling, compareWords))
    const best = nameSimilarities.indexOf(Math.max(...nameSimilarities))
    const evidence = scoreMatch(subject, party, nameSimilarities, threshold(spellings[best] ?? []))
    if (evidence !== undefined) matches.push({ party, ...evidence })
  }
  matches.sort((a, b) => b.score - a.score || (a.party.key < b.party.key ? -1 : 1))
  return matches.map(match => ({ ...match, score: Math.round(match.score * 100) / 100 }))
}

function screeningThresholdFor(spelling: readonly string[]): number {
  return spelling.join('').length < distinctiveLetters ? screeningThreshold : distinctiveThreshold
}

/**
 * Compares two names. If the searched name has one more word, in its middle, that the party's name lacks, it is treated as a
 * middle name or an initial.
 */
function compareWithMiddleName(
  words: readonly string[],
  spelling: readonly string[],
  compareWords: WordComparison,
): number {
  const middleName = words.slice(1, -1).find(word => spelling.every(other => compareWords(word, other) === 0))
  if (middleName === undefined || words.length !== spelling.length + 1)
    return computeNameSimilarity(words, spelling, compareWords)
  const others = words.filter(word => word !== middleName)
  const penalty = middleName.length === 1 ? initialPenalty : middleNamePenalty
  return Math.max(0, computeNameSimilarity(others, spelling, compareWords) - penalty)
}

/**
 * Scores a match. An equal identifier alone is a match. Without an equal identifier, the names decide: a different birth date
 * then excludes the match, and a different country reduces its score.
 */
function scoreMatch(
  subject: Subject,
  party: ScreeningParty,
  nameSimilarities: readonly number[],
  threshold: number,
): MatchEvidence | undefined {
  const similarity = Math.max(...nameSimilarities)
  const qualifiers = [qualifyBirthDate(subject, party), qualifyCountry(subject, party)]
  const qualifierReasons = qualifiers.flatMap(({ reasons }) => reasons)
  const identifier = findSharedIdentifier(subject, party)
  if (identifier !== undefined) {
    const nameMatchReason = similarity >= threshold ? nameReason(nameSimilarities) : 'name_differs'
    return { score: 1, reasons: [identifier, nameMatchReason, ...qualifierReasons] }
  }
  const score = qualifiers.reduce((remainingScore, { penalty }) => remainingScore - penalty, similarity)
  return score < threshold
    ? undefined
    : { score, reasons: [nameReason(nameSimilarities), ...qualifierReasons] }
}

function nameReason([first = 0, ...others]: readonly number[]): MatchReason {
  return others.some(other => other > first) ? 'alternative_name' : 'name'
}

function qualifyBirthDate({ birthDate }: Subject, { birthDate: onFile }: ScreeningParty): MatchQualifier {
  if (!birthDate || onFile === undefined) return noQualifier
  const possibleDates = parseBirthDate(birthDate)
  const isPartial = onFile.length < 10
  if (matchesBirthDate(onFile, possibleDates))
    return { penalty: 0, reasons: [isPartial ? 'partial_birth_date' : 'birth_date'] }
  const years = possibleDates.map(date => Math.abs(Number(date.slice(0, 4)) - Number(onFile.slice(0, 4))))
  const isNearYear = isPartial && Math.min(...years) <= birthYearTolerance
  return { penalty: isNearYear ? qualifierPenalty : excludingPenalty, reasons: ['birth_date_differs'] }
}

/** Compares the countries. They match if the country of residence or the nationality is equal. */
function qualifyCountry({ countryCode, nationality }: Subject, party: ScreeningParty): MatchQualifier {
  if (!countryCode && !nationality) return noQualifier
  return countryCode === party.countryCode || nationality === party.countryCode
    ? { penalty: 0, reasons: ['country'] }
    : { penalty: qualifierPenalty, reasons: ['country_differs'] }
}

function findSharedIdentifier(subject: Subject, party: ScreeningParty): MatchReason | undefined {
  if (isSameIdentifier(subject.registration, party.registration)) return 'registration'
  return isSameIdentifier(subject.nationalId, party.nationalId) ? 'national_id' : undefined
}

function isSameIdentifier(a: string | null | undefined, b: string | undefined): boolean {
  if (!a || b === undefined) return false
  return foldRegistration(a) === foldRegistration(b)
}

function listIdentifiers({ registration, nationalId }: Subject): string[] {
  return [registration, nationalId].flatMap(identifier => (identifier ? foldRegistration(identifier) : []))
}
