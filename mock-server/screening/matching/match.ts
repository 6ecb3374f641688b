import type { EntityType } from '../../../src/contract/values.ts'
import { foldRegistration } from '../../../src/shared/names/fold-name.ts'
import type { Party } from '../party.ts'
import { parties } from '../universe/index.ts'
import { birthDateFits, readBirthDate } from './birth-date.ts'
import { type CandidateIndex, createCandidateIndex } from './candidates.ts'
import { type Likeness, nameCoverage, nameSimilarity, nameWords } from './names.ts'

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
 * Why an entity matches a fictional party: the `reasons` in the `match` of an entry, which the
 * client has in `unknownFields`. Those that end in `_differs` speak against it.
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
 * One reason for, or against, a match, such as `birth_date`.
 *
 * @useDeclaredType
 */
export type MatchReason = (typeof matchReasons)[number]

/** How alike a subject and a party are: not how risky the party is. */
export interface Evidence {
  /** 0 to 1, in hundredths. */
  readonly score: number
  readonly reasons: readonly MatchReason[]
}

export interface Match extends Evidence {
  readonly party: Party
}

/** How alike the words of a subject and a spelling are, 0 to 1. */
type Comparison = (words: readonly string[], spelling: readonly string[], likeness: Likeness) => number

/** What one quality of a subject says: how much it takes away, or that it rules the party out. */
interface Qualifier {
  readonly penalty: number
  readonly reasons: readonly MatchReason[]
}

/** From this score on, screening takes the subject for the party; where the party's name is long enough to tell, from less on. */
const screeningThreshold = 0.85
const distinctiveThreshold = 0.6

/** So many letters are hardly the same by chance. */
const distinctiveLetters = 10

/** From this score on, a search finds the party. */
const searchThreshold = 0.8

/** The score of a name that is the same: an identifier that is the same stands above it. */
const mostForAName = 0.99

/** How much a country that differs takes away, and a birth date that is known in part and nearly fits. */
const qualifierPenalty = 0.1

const ruledOut = 1

/** How much a middle name takes away that the party does not have; an initial takes less. */
const middleNamePenalty = 0.05
const initialPenalty = 0.02

/** A year on file without a day is often an estimate. */
const yearsOfDoubt = 2

const silent: Qualifier = { penalty: 0, reasons: [] }

let index: CandidateIndex | undefined

/** Made for the first match: a server that has just started has something better to do. */
function candidateIndex(): CandidateIndex {
  index ??= createCandidateIndex(parties)
  return index
}

export function findMatch(subject: Subject): Match | undefined {
  const compare = subject.type === 'person' ? compareWithMiddleName : nameSimilarity
  return findMatches(subject, compare, thresholdOf)[0]
}

/** The parties that a search for part of a name finds, the most alike first. */
export function searchParties(subject: Subject): Party[] {
  const compare: Comparison = (...names) => nameCoverage(...names).similarity
  return findMatches(subject, compare, () => searchThreshold).map(({ party }) => party)
}

function findMatches(
  subject: Subject,
  compare: Comparison,
  threshold: (spelling: readonly string[]) => number,
): Match[] {
  const words = nameWords(subject.name, subject.type)
  const { candidates, likeness } = candidateIndex().find(
    words,
    identifiersOf(subject),
    subject.type === 'person',
  )
  const matches: Match[] = []
  for (const { party, spellings } of candidates) {
    if (party.type !== subject.type) continue
    const similarities = spellings.map(spelling => mostForAName * compare(words, spelling, likeness))
    const best = similarities.indexOf(Math.max(...similarities))
    const evidence = weigh(subject, party, similarities, threshold(spellings[best] ?? []))
    if (evidence !== undefined) matches.push({ party, ...evidence })
  }
  matches.sort((left, right) => right.score - left.score || (left.party.key < right.party.key ? -1 : 1))
  return matches.map(match => ({ ...match, score: Math.round(match.score * 100) / 100 }))
}

function thresholdOf(spelling: readonly string[]): number {
  return spelling.join('').length < distinctiveLetters ? screeningThreshold : distinctiveThreshold
}

/** A word between others that the party does not have may be a middle name, or its initial. */
function compareWithMiddleName(
  words: readonly string[],
  spelling: readonly string[],
  likeness: Likeness,
): number {
  const inner = words.slice(1, -1).find(word => spelling.every(other => likeness(word, other) === 0))
  if (inner === undefined || words.length !== spelling.length + 1)
    return nameSimilarity(words, spelling, likeness)
  const others = words.filter(word => word !== inner)
  const penalty = inner.length === 1 ? initialPenalty : middleNamePenalty
  return Math.max(0, nameSimilarity(others, spelling, likeness) - penalty)
}

/** Identifiers decide; then the name, which another birth date rules out and another country weakens. */
function weigh(
  subject: Subject,
  party: Party,
  similarities: readonly number[],
  threshold: number,
): Evidence | undefined {
  const similarity = Math.max(...similarities)
  const qualifiers = [weighBirthDate(subject, party), weighCountry(subject, party)]
  const qualified = qualifiers.flatMap(({ reasons }) => reasons)
  const identifier = sharedIdentifier(subject, party)
  if (identifier !== undefined) {
    const named = similarity >= threshold ? nameReason(similarities) : 'name_differs'
    return { score: 1, reasons: [identifier, named, ...qualified] }
  }
  const score = qualifiers.reduce((rest, { penalty }) => rest - penalty, similarity)
  return score < threshold ? undefined : { score, reasons: [nameReason(similarities), ...qualified] }
}

function nameReason([first = 0, ...others]: readonly number[]): MatchReason {
  return others.some(other => other > first) ? 'alternative_name' : 'name'
}

function weighBirthDate({ birthDate }: Subject, { birthDate: onFile }: Party): Qualifier {
  if (!birthDate || onFile === undefined) return silent
  const given = readBirthDate(birthDate)
  const isPartial = onFile.length < 10
  if (birthDateFits(onFile, given))
    return { penalty: 0, reasons: [isPartial ? 'partial_birth_date' : 'birth_date'] }
  const years = given.map(date => Math.abs(Number(date.slice(0, 4)) - Number(onFile.slice(0, 4))))
  const isNear = isPartial && Math.min(...years) <= yearsOfDoubt
  return { penalty: isNear ? qualifierPenalty : ruledOut, reasons: ['birth_date_differs'] }
}

/** Where somebody lives and whose citizen somebody is: one of them is enough. */
function weighCountry({ countryCode, nationality }: Subject, party: Party): Qualifier {
  if (!countryCode && !nationality) return silent
  return countryCode === party.countryCode || nationality === party.countryCode
    ? { penalty: 0, reasons: ['country'] }
    : { penalty: qualifierPenalty, reasons: ['country_differs'] }
}

function sharedIdentifier(subject: Subject, party: Party): MatchReason | undefined {
  const isSame = (left: string | null | undefined, right: string | undefined) =>
    left && right !== undefined && foldRegistration(left) === foldRegistration(right)
  if (isSame(subject.registration, party.registration)) return 'registration'
  return isSame(subject.nationalId, party.nationalId) ? 'national_id' : undefined
}

function identifiersOf({ registration, nationalId }: Subject): string[] {
  return [registration, nationalId].flatMap(given => (given ? [foldRegistration(given)] : []))
}
