import type { EntityType } from '../../src/contract/values.ts'
import { birthDateFits, readBirthDate } from './birth-date.ts'
import { type Candidate, createCandidateIndex } from './candidates.ts'
import { foldIdentifier, nameCoverage, nameSimilarity, nameTokens } from './names.ts'
import type { Party } from './party.ts'
import { parties } from './universe/index.ts'

/** Whom to look for; what is not known is no mismatch. */
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
 * Why a subject is taken for a party, and what speaks against it: the `reasons` in the `match` of an entry, which the client
 * has in `extra`. docs/reference-server.md explains each.
 *
 * @example
 * const against = matchReasons.filter(reason => reason.endsWith('_differs'))
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

/** A party that the subject may be. */
export interface Match extends Evidence {
  readonly party: Party
}

type Comparison = (words: readonly string[], spelling: readonly string[]) => number

/** What one quality of a subject says: how much it takes away, or that it rules the party out. */
interface Qualifier {
  readonly penalty: number
  readonly reasons: readonly MatchReason[]
}

/** From this score on, screening takes the subject for the party. */
const screeningThreshold = 0.85

/** From this score on, a search finds the party. */
const searchThreshold = 0.8

/** The score of a name that is the same: an identifier that is the same stands above it. */
const mostForAName = 0.99

/** How much a country that differs takes away, and a birth date that is known in part and nearly fits. */
const qualifierPenalty = 0.1

const ruledOut = 1

/** A year on file without a day is often an estimate. */
const yearsOfDoubt = 2

const silent: Qualifier = { penalty: 0, reasons: [] }

const index = createCandidateIndex(parties)

/** The party that a subject is taken for, if any, and why. */
export function findMatch(subject: Subject): Match | undefined {
  const words = nameTokens(subject.name)
  const candidates = index.likely(words, identifiersOf(subject))
  return findMatches(subject, words, candidates, nameSimilarity, screeningThreshold)[0]
}

/** The parties that a search for part of a name finds, the most alike first. */
export function searchParties(subject: Subject): Party[] {
  const words = nameTokens(subject.name)
  const candidates = index.possible(words, identifiersOf(subject))
  return findMatches(subject, words, candidates, nameCoverage, searchThreshold).map(({ party }) => party)
}

function findMatches(
  subject: Subject,
  words: readonly string[],
  candidates: Iterable<Candidate>,
  compare: Comparison,
  threshold: number,
): Match[] {
  const matches: Match[] = []
  for (const candidate of candidates) {
    if (candidate.party.type !== subject.type) continue
    const { score, reasons } = weigh(subject, words, candidate, compare)
    if (score >= threshold) matches.push({ party: candidate.party, score, reasons })
  }
  matches.sort((left, right) => right.score - left.score || (left.party.key < right.party.key ? -1 : 1))
  return matches.map(match => ({ ...match, score: Math.round(match.score * 100) / 100 }))
}

/** Identifiers decide; then the name, which another birth date rules out and another country weakens. */
function weigh(
  subject: Subject,
  words: readonly string[],
  { party, spellings }: Candidate,
  compare: Comparison,
): Evidence {
  const similarities = spellings.map(spelling => compare(words, spelling))
  const similarity = mostForAName * Math.max(...similarities)
  const qualifiers = [weighBirthDate(subject, party), weighCountry(subject, party)]
  const qualified = qualifiers.flatMap(({ reasons }) => reasons)
  const identifier = sharedIdentifier(subject, party)
  if (identifier !== undefined) {
    const named = similarity >= screeningThreshold ? nameReason(similarities) : 'name_differs'
    return { score: 1, reasons: [identifier, named, ...qualified] }
  }
  const score = qualifiers.reduce((rest, { penalty }) => rest - penalty, similarity)
  return { score, reasons: [nameReason(similarities), ...qualified] }
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
  if (sameIdentifier(subject.registration, party.registration)) return 'registration'
  return sameIdentifier(subject.nationalId, party.nationalId) ? 'national_id' : undefined
}

function sameIdentifier(left: string | null | undefined, right: string | undefined): boolean {
  if (!left || right === undefined) return false
  const folded = foldIdentifier(left)
  return folded !== '' && folded === foldIdentifier(right)
}

function identifiersOf({ registration, nationalId }: Subject): string[] {
  const folded: string[] = []
  for (const identifier of [registration, nationalId]) if (identifier) folded.push(foldIdentifier(identifier))
  return folded
}
