import type { BulkEntityInput } from '../../model/bulk.ts'
import { type ListIdentity, listingKey, namesOf, toListIdentity } from '../../resources/match-inputs.ts'
import { findCountryCode } from '../../shared/countries/names.ts'
import { getOrInsert } from '../../shared/get-or-insert.ts'
import { foldCase } from '../../shared/names/fold-name.ts'
import { readRecordTime } from '../../shared/time.ts'
import { createFingerprint } from '../checksum.ts'
import type { PlacedRow } from '../rows/read-row.ts'

/** Whether a row repeats an earlier row (`sameAs` is its line), or an entity of the team. */
export interface Repetition {
  readonly kind: 'new' | 'duplicate' | 'possible_duplicate'
  readonly sameAs: number | null
  /** The row's identity, under which `rememberRow` stores it. */
  readonly identity: string
}

/** The fields of a listed entity that the index needs. */
export type ListedEntity = ListIdentity & {
  readonly registration: string | null
  readonly createdAt?: string
}

/** A complete read of the list, compared with the index. */
export interface ListCheck {
  /** Whether the list lacks existing entities: fewer are listed than an earlier read showed, and have been created since. */
  readonly isStale: boolean
  /** How many entities of this import the list does not show as they were sent. */
  readonly unfound: number
}

/** Replaces the line of an organization that is in the team. */
const teamLine = -1

/** Entities that look alike in the team's list. */
interface LookAlikes {
  /** How many exist at least, whether a list has shown them or not. */
  minCount: number
  /** How many of them this import has created. */
  createdHere: number
  /** How many of the first list are newer than the start of an earlier run. */
  newer: number
  /** How many the list under way has shown. */
  listed: number
  /** How many that list must show. */
  expected: number
}

const noLookAlikes: Readonly<LookAlikes> = { minCount: 0, createdHere: 0, newer: 0, listed: 0, expected: 0 }

/** The entities of the team and the rows of the source, by their fingerprints. A million rows take about 170 MB. */
export interface DuplicateIndex {
  readonly fingerprint: (text: string) => string
  /** By the fingerprint of the listing key. */
  readonly lookAlikes: Map<string, LookAlikes>
  /** The line of each row, by the fingerprint of its identity. */
  readonly lines: Map<string, number>
  /** How many entities the first list had. */
  entities: number
  /** When the newest of them was created, in milliseconds since 1970. */
  newest: number
  /** How many entities this import has created that the first list cannot show. */
  created: number
  /** How many entities the list under way has shown, and must show. */
  listed: number
  expected: number
  /** How many entities the longest list had so far. */
  longestList: number
}

export function createDuplicateIndex(): DuplicateIndex {
  return {
    fingerprint: createFingerprint(),
    lookAlikes: new Map(),
    lines: new Map(),
    entities: 0,
    newest: Number.NEGATIVE_INFINITY,
    created: 0,
    listed: 0,
    expected: 0,
    longestList: 0,
  }
}

/** Empties the index, so that the first list can be read again from its start. */
export function clearIndex(index: DuplicateIndex): void {
  index.lookAlikes.clear()
  index.lines.clear()
  index.entities = 0
  index.newest = Number.NEGATIVE_INFINITY
}

/** Adds an entity of the first list. @param start when an earlier run began, in milliseconds since 1970; null without one. */
export function addListed(index: DuplicateIndex, entity: ListedEntity, start: number | null = null): void {
  index.entities += 1
  const time = readRecordTime(entity.createdAt ?? '')
  if (time !== null && time.last > index.newest) index.newest = time.last
  const lookAlikes = lookAlikesOf(index, listingKey(entity))
  lookAlikes.minCount += 1
  // An entity without a readable time may be newer.
  if (start !== null && (time === null || time.last > start)) lookAlikes.newer += 1
  if (foldCase(entity.type) !== 'organization') return
  const spelling = listingKey(entity, foldCase)
  index.lines.set(index.fingerprint(organizationKey(spelling, entity.registration)), teamLine)
  // A row may lack the registration number.
  index.lines.set(index.fingerprint(organizationKey(spelling, null)), teamLine)
}

/** Begins to compare another list with the index. */
export function beginList(index: DuplicateIndex): void {
  index.listed = 0
  index.expected = Math.max(index.longestList, index.entities + index.created)
  for (const lookAlikes of index.lookAlikes.values()) {
    lookAlikes.listed = 0
    lookAlikes.expected = lookAlikes.minCount
  }
}

/** Counts an entity of that list. @returns whether the list now shows more of its kind than are known to exist. */
export function countListed(index: DuplicateIndex, key: string): boolean {
  index.listed += 1
  const lookAlikes = index.lookAlikes.get(index.fingerprint(key))
  if (lookAlikes === undefined) return true
  lookAlikes.listed += 1
  return lookAlikes.listed > lookAlikes.minCount - unclaimedNewerOf(lookAlikes)
}

export function endList(index: DuplicateIndex): ListCheck {
  let unfound = 0
  for (const { createdHere: ours, expected: due, listed } of index.lookAlikes.values())
    unfound += Math.max(0, Math.min(ours, due - listed))
  index.longestList = Math.max(index.longestList, index.listed)
  return { isStale: index.listed < index.expected, unfound }
}

/** Finds the row or entity that a row repeats. */
export function findRepetition(index: DuplicateIndex, { row, key }: Omit<PlacedRow, 'line'>): Repetition {
  const identity = fingerprintRow(index, row)
  const earlier = index.lines.get(identity)
  if (earlier !== undefined && earlier !== teamLine) return { kind: 'duplicate', sameAs: earlier, identity }
  const { minCount: least, createdHere: ours } = findLookAlikes(index, key)
  const isBesideOthers = least > ours
  if (isBesideOthers && earlier === teamLine) return { kind: 'duplicate', sameAs: null, identity }
  // An organization with another spelling or registration number is for the service to judge.
  const isPossible = isBesideOthers && row.type === 'person'
  return { kind: isPossible ? 'possible_duplicate' : 'new', sameAs: null, identity }
}

/** The fingerprint of everything that distinguishes the row from others. */
export function fingerprintRow(index: DuplicateIndex, row: BulkEntityInput): string {
  return index.fingerprint(identityKey(row))
}

export function rememberRow(index: DuplicateIndex, identity: string, line: number): void {
  index.lines.set(identity, line)
}

/**
 * Counts a row that exists now, in addition to the entities that looked like it before it was sent.
 *
 * @param isNew whether no list has shown it yet.
 */
export function addCreated(index: DuplicateIndex, key: string, before: number, isNew: boolean): void {
  if (isNew) index.created += 1
  const lookAlikes = lookAlikesOf(index, key)
  lookAlikes.createdHere += 1
  lookAlikes.minCount = Math.max(before + 1, lookAlikes.createdHere, lookAlikes.minCount)
}

/** How many entities certainly look like the row, whether a list has shown them or not. */
export function countLookAlikes(index: DuplicateIndex, key: string): number {
  return findLookAlikes(index, key).minCount
}

/** Whether the first list has entities like the row, none of which is known to be of this import. */
export function isListedUnclaimed(index: DuplicateIndex, key: string): boolean {
  const { minCount: least, createdHere: ours } = findLookAlikes(index, key)
  return least > 0 && ours === 0
}

/** How many look-alikes in the first list are newer than the start of an earlier run, and not known to be from this import. */
export function countUnclaimedNewer(index: DuplicateIndex, key: string): number {
  return unclaimedNewerOf(findLookAlikes(index, key))
}

/** How many entities the first list had, and when the newest of them was created; null if there was none. */
export function summarizeFirstList({ entities, newest }: DuplicateIndex) {
  return { entities, newest: Number.isFinite(newest) ? new Date(newest).toISOString() : null }
}

function findLookAlikes({ lookAlikes, fingerprint }: DuplicateIndex, key: string): Readonly<LookAlikes> {
  return lookAlikes.get(fingerprint(key)) ?? noLookAlikes
}

function lookAlikesOf({ lookAlikes, fingerprint }: DuplicateIndex, key: string): LookAlikes {
  return getOrInsert(lookAlikes, fingerprint(key), () => ({ ...noLookAlikes }))
}

function unclaimedNewerOf({ newer, createdHere: ours }: Readonly<LookAlikes>): number {
  return Math.max(0, newer - ours)
}

/** Persons who differ in any field are namesakes. */
function identityKey(row: BulkEntityInput): string {
  // Rows that differ only in case and spacing are the same.
  const spelling = listingKey(toListIdentity(row), foldCase)
  if (row.type === 'organization') return organizationKey(spelling, row.registration ?? null)
  const { birthDate = '', nationalId = '', nationality = '' } = row
  // The full name may be a household's, so the parts count too: as one text, because case may decide how a name divides.
  const parts = foldCase(namesOf(row).at(-1) ?? '')
  return [spelling, parts, birthDate, foldCase(nationalId), findCountryCode(nationality) ?? ''].join('\n')
}

function organizationKey(spelling: string, registration: string | null): string {
  return `${spelling}\n${foldCase(registration ?? '')}`
}
