import { type ListIdentity, listingKey } from '../../resources/group-inputs.ts'
import { foldCase } from '../../shared/names/fold-name.ts'
import { readRecordTime } from '../../shared/time.ts'
import { createFingerprint, type Fingerprint } from '../checksum.ts'
import {
  addFingerprint,
  createFingerprintTable,
  type FingerprintTable,
  findFingerprint,
} from '../fingerprint-table.ts'
import {
  copyIntegerList,
  createIntegerList,
  getInteger,
  type IntegerList,
  increaseInteger,
  setInteger,
} from '../integer-list.ts'
import type { PlacedRow } from '../rows/read-row.ts'
import { type CellSums, createCellSums } from './cell-sums.ts'
import {
  createLookAlikeTable,
  type LookAlikes,
  type LookAlikeTable,
  readLookAlikes,
  unclaimedNewerOf,
} from './look-alikes.ts'

/** The fields of a listed entity that the index needs. */
export type ListedEntity = ListIdentity & {
  readonly registration: string | null
  readonly createdAt?: string
}

/** The result of comparing a complete read of the team's list with the index. */
export interface ListCheck {
  /**
   * Whether entities are missing from the list, because an earlier read was longer, or because more entities are known to exist.
   */
  readonly isStale: boolean
  /** The number of entities that this import has created, but that the list lacks or shows with other fields. */
  readonly unfound: number
}

/** The value in place of a line number for an organization that the team already has. */
export const teamLine = -1

/** The entities of the team and the rows of the source, by their fingerprints. A million rows take about 60 MB. */
export interface DuplicateIndex {
  readonly fingerprint: (text: string) => Fingerprint
  lookAlikes: LookAlikeTable
  /** The fingerprints of the identities of rows and entities. */
  identities: FingerprintTable
  /** For each identity, by its number, the line of the row with this identity, or `teamLine` for an entity of the team. */
  lines: IntegerList
  /** The checksums of the unused cells of rows. */
  readonly cellSums: CellSums
  /** The number of entities in the first list. */
  entities: number
  /** The creation time of the newest entity in the first list, in milliseconds since 1970. */
  newest: number
  /** The number of entities that this import has created after the first list was read. */
  created: number
  /** The number of entities that the current read of the list has shown so far. */
  listed: number
  /** The number of entities that the current read of the list must show. */
  expected: number
  /** The number of entities in the longest list so far. */
  longestList: number
}

export function createDuplicateIndex(): DuplicateIndex {
  return {
    fingerprint: createFingerprint(),
    lookAlikes: createLookAlikeTable(),
    identities: createFingerprintTable(),
    lines: createIntegerList(),
    cellSums: createCellSums(),
    entities: 0,
    newest: Number.NEGATIVE_INFINITY,
    created: 0,
    listed: 0,
    expected: 0,
    longestList: 0,
  }
}

/** Empties the index, so that the first read of the team's list can start again from the beginning. */
export function clearIndex(index: DuplicateIndex): void {
  index.lookAlikes = createLookAlikeTable()
  index.identities = createFingerprintTable()
  index.lines = createIntegerList()
  index.entities = 0
  index.newest = Number.NEGATIVE_INFINITY
}

/**
 * Adds an entity from the first list. @param start the creation time of the newest entity when the first run started, in
 * milliseconds since 1970; null if this is the first run.
 */
export function addListed(index: DuplicateIndex, entity: ListedEntity, start: number | null = null): void {
  index.entities += 1
  const time = readRecordTime(entity.createdAt ?? '')
  if (time !== null && time.last > index.newest) index.newest = time.last
  const { lookAlikes } = index
  const number = addFingerprint(lookAlikes.keys, index.fingerprint(listingKey(entity)))
  increaseInteger(lookAlikes.minCount, number)
  // An entity without a readable creation time may be newer, so it is counted.
  if (start !== null && (time === null || time.last > start)) increaseInteger(lookAlikes.newer, number)
  if (foldCase(entity.type) !== 'organization') return
  const spelling = listingKey(entity, foldCase)
  setLine(index, index.fingerprint(organizationKey(spelling, entity.registration)), teamLine)
  // A row without a registration number may repeat this organization.
  setLine(index, index.fingerprint(organizationKey(spelling, null)), teamLine)
}

/** Stores the line of a row, or `teamLine`, under an identity. */
export function setLine(index: DuplicateIndex, identity: Fingerprint, line: number): void {
  setInteger(index.lines, addFingerprint(index.identities, identity), line)
}

/** Returns the line that is stored under an identity; undefined if there is none. */
export function findLine({ identities, lines }: DuplicateIndex, identity: Fingerprint): number | undefined {
  const number = findFingerprint(identities, identity)
  return number === -1 ? undefined : getInteger(lines, number)
}

/** Resets the counters before another read of the team's list is compared with the index. */
export function beginList(index: DuplicateIndex): void {
  index.listed = 0
  index.expected = Math.max(index.longestList, index.entities + index.created)
  index.lookAlikes.listed = createIntegerList()
  index.lookAlikes.expected = copyIntegerList(index.lookAlikes.minCount)
}

/** Counts an entity in the list. @returns whether this read has shown more look-alikes of the entity than are known to exist. */
export function countListed(index: DuplicateIndex, key: string): boolean {
  const { lookAlikes } = index
  index.listed += 1
  const number = findFingerprint(lookAlikes.keys, index.fingerprint(key))
  if (number === -1) return true
  increaseInteger(lookAlikes.listed, number)
  const counts = readLookAlikes(lookAlikes, number)
  return getInteger(lookAlikes.listed, number) > counts.minCount - unclaimedNewerOf(counts)
}

export function endList(index: DuplicateIndex): ListCheck {
  const { keys, createdHere, expected, listed } = index.lookAlikes
  let unfound = 0
  for (let number = 0; number < keys.size; number += 1) {
    const missing = getInteger(expected, number) - getInteger(listed, number)
    unfound += Math.max(0, Math.min(getInteger(createdHere, number), missing))
  }
  index.longestList = Math.max(index.longestList, index.listed)
  return { isStale: index.listed < index.expected, unfound }
}

/**
 * Counts a row that has been created.
 *
 * @param before the number of entities that looked like the row before it was sent.
 * @param isNew whether no list has shown the row yet.
 */
export function addCreated(
  index: DuplicateIndex,
  { line, key }: Pick<PlacedRow, 'line' | 'key'>,
  before: number,
  isNew: boolean,
): void {
  if (isNew) index.created += 1
  const { keys, minCount, createdHere, firstLine } = index.lookAlikes
  const number = addFingerprint(keys, index.fingerprint(key))
  if (getInteger(firstLine, number) === 0) setInteger(firstLine, number, line)
  increaseInteger(createdHere, number)
  const count = Math.max(before + 1, getInteger(createdHere, number), getInteger(minCount, number))
  setInteger(minCount, number, count)
}

/** Returns the number of entities that are known to look like the row, even if no list has shown all of them yet. */
export function countLookAlikes(index: DuplicateIndex, key: string): number {
  return findLookAlikes(index, key).minCount
}

/** Returns the line of the first row from which this import has created an entity that looks like the row; null if there is none. */
export function findCreatedLookAlike(index: DuplicateIndex, key: string): number | null {
  return findLookAlikes(index, key).firstLine || null
}

/** Whether the team has entities that look like the row, none of which this import is known to have created. */
export function isListedUnclaimed(index: DuplicateIndex, key: string): boolean {
  const { minCount, createdHere } = findLookAlikes(index, key)
  return minCount > 0 && createdHere === 0
}

/** Counts the look-alikes that were created after an earlier run started, and that this import is not known to have created. */
export function countUnclaimedNewer(index: DuplicateIndex, key: string): number {
  return unclaimedNewerOf(findLookAlikes(index, key))
}

/**
 * Returns the number of entities in the first read of the team's list, and the creation time of the newest one, which is null if
 * no entity has a readable creation time.
 */
export function summarizeFirstList({ entities, newest }: DuplicateIndex) {
  return { entities, newest: Number.isFinite(newest) ? new Date(newest).toISOString() : null }
}

export function findLookAlikes({ lookAlikes, fingerprint }: DuplicateIndex, key: string): LookAlikes {
  return readLookAlikes(lookAlikes, findFingerprint(lookAlikes.keys, fingerprint(key)))
}

/** Joins the fields that distinguish an organization. @param spelling the listing key, folded by case only. */
export function organizationKey(spelling: string, registration: string | null): string {
  return `${spelling}\n${foldCase(registration ?? '')}`
}
