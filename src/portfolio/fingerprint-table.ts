import type { Fingerprint } from './checksum.ts'
import { createIntegerList, getInteger, type IntegerList, setInteger } from './integer-list.ts'

/**
 * A hash table with linear probing, which numbers fingerprints from 0, in the order in which they are added. A million take
 * about 20 MB.
 */
export interface FingerprintTable {
  /** The number of fingerprints. */
  size: number
  /** The two halves of each fingerprint, by its number. */
  readonly halves: IntegerList
  /** For each slot, the number of its fingerprint plus 1; 0 if the slot is free. The length is a power of two. */
  slots: Int32Array
}

const minSlots = 1024

export function createFingerprintTable(): FingerprintTable {
  return { size: 0, halves: createIntegerList(), slots: new Int32Array(minSlots) }
}

/** Returns the number of a fingerprint; -1 if the table lacks it. */
export function findFingerprint(table: FingerprintTable, fingerprint: Fingerprint): number {
  return (table.slots[findSlot(table, fingerprint)] ?? 0) - 1
}

/** Returns the number of a fingerprint, which is added if the table lacks it. */
export function addFingerprint(table: FingerprintTable, fingerprint: Fingerprint): number {
  const slot = findSlot(table, fingerprint)
  const number = (table.slots[slot] ?? 0) - 1
  if (number >= 0) return number
  const added = table.size
  table.size += 1
  table.slots[slot] = table.size
  setInteger(table.halves, 2 * added, fingerprint.first)
  setInteger(table.halves, 2 * added + 1, fingerprint.second)
  // At most three quarters of the slots are used, so that a search ends soon.
  if (4 * table.size > 3 * table.slots.length) doubleSlots(table)
  return added
}

/** Finds the slot of a fingerprint, or, if the table lacks it, the free slot for it. */
function findSlot({ slots, halves }: FingerprintTable, { first, second }: Fingerprint): number {
  const mask = slots.length - 1
  for (let slot = first & mask; ; slot = (slot + 1) & mask) {
    const number = (slots[slot] ?? 0) - 1
    if (number < 0) return slot
    if (getInteger(halves, 2 * number) === first && getInteger(halves, 2 * number + 1) === second) return slot
  }
}

function doubleSlots(table: FingerprintTable): void {
  const slots = new Int32Array(2 * table.slots.length)
  const mask = slots.length - 1
  for (let number = 0; number < table.size; number += 1) {
    let slot = getInteger(table.halves, 2 * number) & mask
    while (slots[slot] !== 0) slot = (slot + 1) & mask
    slots[slot] = number + 1
  }
  table.slots = slots
}
