import type { EntityType } from '../../src/contract/values.ts'
import { birthDateFits, readBirthDate } from './birth-date.ts'
import { foldIdentifier, nameCoverage, nameSimilarity, nameTokens } from './names.ts'
import { type Party, parties } from './parties.ts'

/** Whom to look for; what is not known is no mismatch. */
export interface Subject {
  readonly type: EntityType
  readonly name: string
  readonly countryCode?: string | null | undefined
  readonly birthDate?: string | null | undefined
  readonly nationalId?: string | null | undefined
  readonly registration?: string | null | undefined
}

/** A party that the subject may be. How alike they are is not how risky it is. */
interface Match {
  readonly party: Party
  /** 0 to 1. */
  readonly score: number
}

type Comparison = (words: readonly string[], spelling: readonly string[]) => number

interface Indexed {
  readonly party: Party
  readonly spellings: readonly (readonly string[])[]
}

/** From this score on, screening takes the subject for the party. */
const screeningThreshold = 0.85

/** From this score on, a search finds the party. */
const searchThreshold = 0.8

/** The score of a name that is the same: an identifier that is the same stands above it. */
const mostForAName = 0.99

/** How much a country that differs takes away. */
const countryPenalty = 0.1

const index = buildIndex()

/** The party that a subject is taken for, if any. */
export function findParty(subject: Subject): Party | undefined {
  return findMatches(subject, nameSimilarity, screeningThreshold)[0]?.party
}

/** The parties that a search for part of a name finds, the most alike first. */
export function searchParties(subject: Subject): Party[] {
  return findMatches(subject, nameCoverage, searchThreshold).map(({ party }) => party)
}

function findMatches(subject: Subject, compare: Comparison, threshold: number): Match[] {
  const tokens = nameTokens(subject.name)
  const matches: Match[] = []
  for (const candidate of candidatesFor(subject, tokens)) {
    const score = scoreOf(subject, tokens, candidate, compare)
    if (score >= threshold) matches.push({ party: candidate.party, score })
  }
  return matches.sort(
    (left, right) => right.score - left.score || (left.party.key < right.party.key ? -1 : 1),
  )
}

/** Identifiers decide; then the name, which another birth date rules out and another country weakens. */
function scoreOf(
  subject: Subject,
  tokens: readonly string[],
  { party, spellings }: Indexed,
  compare: Comparison,
): number {
  if (party.type !== subject.type) return 0
  if (sameIdentifier(subject.registration, party.registration)) return 1
  if (sameIdentifier(subject.nationalId, party.nationalId)) return 1
  if (
    subject.birthDate &&
    party.birthDate &&
    !birthDateFits(party.birthDate, readBirthDate(subject.birthDate))
  )
    return 0
  const similarity = mostForAName * Math.max(0, ...spellings.map(spelling => compare(tokens, spelling)))
  const abroad = subject.countryCode && subject.countryCode !== party.countryCode
  return abroad ? similarity - countryPenalty : similarity
}

function sameIdentifier(left: string | null | undefined, right: string | undefined): boolean {
  return identifierKey(left) !== '' && identifierKey(left) === identifierKey(right)
}

/** Parties that share the beginning of a word or an identifier: comparing with all of them would be slow for long lists. */
function candidatesFor(subject: Subject, tokens: readonly string[]): Set<Indexed> {
  const keys = [
    ...tokens.map(beginning),
    identifierKey(subject.registration),
    identifierKey(subject.nationalId),
  ]
  return new Set(keys.flatMap(key => index.get(key) ?? []))
}

function buildIndex(): Map<string, Indexed[]> {
  const table = new Map<string, Indexed[]>()
  for (const party of parties) {
    const spellings = [party.name, ...(party.alternativeNames ?? [])].map(nameTokens)
    const keys = new Set([
      ...spellings.flat().map(beginning),
      identifierKey(party.registration),
      identifierKey(party.nationalId),
    ])
    const entry = { party, spellings }
    for (const key of keys) table.set(key, [...(table.get(key) ?? []), entry])
  }
  table.delete('')
  return table
}

function beginning(token: string): string {
  return token.slice(0, 2)
}

function identifierKey(identifier: string | null | undefined): string {
  const folded = foldIdentifier(identifier ?? '')
  return folded && `= ${folded}`
}
