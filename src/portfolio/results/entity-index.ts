import type { BulkEntityInput } from '../../model/bulk.ts'
import type { Entity } from '../../model/entity.ts'
import { listingKey, namesOf, toListIdentity } from '../../resources/group-inputs.ts'
import { foldRegistration } from '../../shared/names/fold-name.ts'
import { checksum, createFingerprint, type Fingerprint } from '../checksum.ts'
import {
  addFingerprint,
  createFingerprintTable,
  type FingerprintTable,
  findFingerprint,
} from '../fingerprint-table.ts'
import { createIntegerList, getInteger, type IntegerList, setInteger } from '../integer-list.ts'
import { addString, createStringPool, getString, type StringPool } from './string-pool.ts'

/** An entity in the team's list that may have been created from a row. */
export interface RowCandidate {
  readonly id: string
  /** A checksum of the registration number; 0 if there is none. */
  readonly registration: number
}

/** The entities in the team's list by name, type and country. A million entities take about 60 MB. */
export interface EntityIndex {
  readonly fingerprint: (text: string) => Fingerprint
  /** The fingerprints of each name, type and country. */
  readonly keys: FingerprintTable
  /** For each key, by its number, the position of the last entity, counted from 1. */
  readonly last: IntegerList
  /** For each entity, the position of the entity before it that looks alike; 0 if there is none. */
  readonly earlier: IntegerList
  readonly registrations: IntegerList
  readonly ids: StringPool
}

export function createEntityIndex(): EntityIndex {
  return {
    fingerprint: createFingerprint(),
    keys: createFingerprintTable(),
    last: createIntegerList(),
    earlier: createIntegerList(),
    registrations: createIntegerList(),
    ids: createStringPool(),
  }
}

export function indexEntity(index: EntityIndex, entity: Entity): void {
  const { keys, last, earlier, registrations, ids } = index
  const key = addFingerprint(keys, index.fingerprint(listingKey(entity)))
  addString(ids, entity.id)
  const position = ids.size
  setInteger(earlier, position, getInteger(last, key))
  setInteger(last, key, position)
  setInteger(registrations, position, hashRegistration(entity.registration))
}

/** Finds the entities that have the name, the type and the country of a row, regardless of spelling. */
export function findCandidates(index: EntityIndex, row: BulkEntityInput): RowCandidate[] {
  const { type, countryCode } = toListIdentity(row)
  const keys = new Set(namesOf(row).map(name => listingKey({ type, name, countryCode })))
  // A list may contain an entity twice.
  const candidates = new Map<string, RowCandidate>()
  for (const key of keys) {
    const number = findFingerprint(index.keys, index.fingerprint(key))
    let position = getInteger(index.last, number)
    for (; position > 0; position = getInteger(index.earlier, position)) {
      const id = getString(index.ids, position - 1)
      const registration = getInteger(index.registrations, position)
      if (id !== '') candidates.set(id, { id, registration })
    }
  }
  return [...candidates.values()].reverse()
}

/** Hashes a registration number, regardless of spelling; returns 0 if there is none. */
export function hashRegistration(registration: string | null | undefined): number {
  const folded = foldRegistration(registration ?? '')
  // Signed, as the lists of integers have it.
  return folded === '' ? 0 : checksum(folded) | 0 || 1
}
