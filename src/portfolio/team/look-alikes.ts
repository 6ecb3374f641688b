/** Counts of the entities that look alike in the team's list, because they have the same name, type and country. */
export interface LookAlikes {
  /** The number of look-alikes that are known to exist, even if no list has shown all of them yet. */
  minCount: number
  /** The number of look-alikes that this import has created. */
  createdHere: number
  /** The line of the first row from which this import has created a look-alike; 0 if there is none. */
  firstLine: number
  /** The number of look-alikes in the first list that are newer than the start of an earlier run. */
  newer: number
  /** The number of look-alikes that the current read of the list has shown so far. */
  listed: number
  /** The number of look-alikes that the current read of the list must show. */
  expected: number
}

export function createLookAlikes(): LookAlikes {
  return { minCount: 0, createdHere: 0, firstLine: 0, newer: 0, listed: 0, expected: 0 }
}

/** Counts the look-alikes that were created after an earlier run started, and that this import is not known to have created. */
export function unclaimedNewerOf({ newer, createdHere }: LookAlikes): number {
  return Math.max(0, newer - createdHere)
}
