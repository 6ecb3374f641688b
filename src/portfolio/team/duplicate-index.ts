import { type ListIdentity, listingKey } from '../../resources/group-inputs.ts'
import { getOrInsert } from '../../shared/get-or-insert.ts'
import { foldCase } from '../../shared/names/fold-name.ts'
import { readRecordTime } from '../../shared/time.ts'
import type { PlacedRow } from '../rows/read-row.ts'
import { createLookAlikes, type LookAlikes, unclaimedNewerOf } from './look-alikes.ts'

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

/** The entities of the team and the rows of the source. */
export interface DuplicateIndex {
  /** The look-alikes of all rows and entities, by listing key. */
  readonly lookAlikes: Map<string, LookAlikes>
  /** For each identity, the line of the row with this identity, or `teamLine` for an entity of the team. */
  readonly lines: Map<string, number>
  /** The checksums of the unused cells of rows, by line. */
  readonly cellSums: Map<number, string>
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
    lookAlikes: new Map(),
    lines: new Map(),
    cellSums: new Map(),
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
  index.lookAlikes.clear()
  index.lines.clear()
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
  if (time !== null && time > index.newest) index.newest = time
  const lookAlikes = getOrInsert(index.lookAlikes, listingKey(entity), createLookAlikes)
  lookAlikes.minCount += 1
  // An entity without a readable creation time may be newer, so it is counted.
  if (start !== null && (time === null || time > start)) lookAlikes.newer += 1
  if (foldCase(entity.type) !== 'organization') return
  const spelling = listingKey(entity, foldCase)
  index.lines.set(organizationKey(spelling, entity.registration), teamLine)
  // A row without a registration number may repeat this organization.
  index.lines.set(organizationKey(spelling, null), teamLine)
}

/** Resets the counters before another read of the team's list is compared with the index. */
export function beginList(index: DuplicateIndex): void {
  index.listed = 0
  index.expected = Math.max(index.longestList, index.entities + index.created)
  for (const lookAlikes of index.lookAlikes.values()) {
    lookAlikes.listed = 0
    lookAlikes.expected = lookAlikes.minCount
  }
}

/** Counts an entity in the list. @returns whether this read has shown more look-alikes of the entity than are known to exist. */
export function countListed(index: DuplicateIndex, key: string): boolean {
  index.listed += 1
  const lookAlikes = index.lookAlikes.get(key)
  if (lookAlikes === undefined) return true
  lookAlikes.listed += 1
  return lookAlikes.listed > lookAlikes.minCount - unclaimedNewerOf(lookAlikes)
}

export function endList(index: DuplicateIndex): ListCheck {
  let unfound = 0
  for (const { createdHere, expected, listed } of index.lookAlikes.values())
    unfound += Math.max(0, Math.min(createdHere, expected - listed))
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
  const lookAlikes = getOrInsert(index.lookAlikes, key, createLookAlikes)
  lookAlikes.firstLine ||= line
  lookAlikes.createdHere += 1
  lookAlikes.minCount = Math.max(before + 1, lookAlikes.createdHere, lookAlikes.minCount)
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

const noLookAlikes: Readonly<LookAlikes> = createLookAlikes()

export function findLookAlikes({ lookAlikes }: DuplicateIndex, key: string): Readonly<LookAlikes> {
  return lookAlikes.get(key) ?? noLookAlikes
}

/** Joins the fields that distinguish an organization. @param spelling the listing key, folded by case only. */
export function organizationKey(spelling: string, registration: string | null): string {
  return `${spelling}\n${foldCase(registration ?? '')}`
}
