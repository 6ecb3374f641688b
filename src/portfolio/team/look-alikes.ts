import { createFingerprintTable, type FingerprintTable } from '../fingerprint-table.ts'
import { createIntegerList, getInteger, type IntegerList } from '../integer-list.ts'

/** Counts of the entities that look alike in the team's list, because they have the same name, type and country. */
export interface LookAlikes {
  /** The number of look-alikes that are known to exist, even if no list has shown all of them yet. */
  readonly minCount: number
  /** The number of look-alikes that this import has created. */
  readonly createdHere: number
  /** The line of the first row from which this import has created a look-alike; 0 if there is none. */
  readonly firstLine: number
  /** The number of look-alikes in the first list that are newer than the start of an earlier run. */
  readonly newer: number
}

/**
 * The look-alikes of all rows and entities. A key is the fingerprint of a listing key; the other fields are lists of counts, by
 * the number of the key.
 */
export interface LookAlikeTable extends Readonly<Record<keyof LookAlikes, IntegerList>> {
  readonly keys: FingerprintTable
  /** The number of look-alikes that the current read of the list has shown so far. */
  listed: IntegerList
  /** The number of look-alikes that the current read of the list must show. */
  expected: IntegerList
}

export function createLookAlikeTable(): LookAlikeTable {
  return {
    keys: createFingerprintTable(),
    minCount: createIntegerList(),
    createdHere: createIntegerList(),
    firstLine: createIntegerList(),
    newer: createIntegerList(),
    listed: createIntegerList(),
    expected: createIntegerList(),
  }
}

/** @param number the number of the key; -1 if there are no look-alikes. */
export function readLookAlikes(table: LookAlikeTable, number: number): LookAlikes {
  return {
    minCount: getInteger(table.minCount, number),
    createdHere: getInteger(table.createdHere, number),
    firstLine: getInteger(table.firstLine, number),
    newer: getInteger(table.newer, number),
  }
}

/** Counts the look-alikes that were created after an earlier run started, and that this import is not known to have created. */
export function unclaimedNewerOf({ newer, createdHere }: LookAlikes): number {
  return Math.max(0, newer - createdHere)
}
