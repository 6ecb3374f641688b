import type { BulkEntityInput } from '../../model/bulk.ts'
import type { Entity } from '../../model/entity.ts'
import { listingKey, namesOf, toListIdentity } from '../../resources/match-inputs.ts'
import { foldRegistration } from '../../shared/names/fold-name.ts'
import { checksum, createFingerprint } from '../checksum.ts'

/** An entity in the team's list that may have been created from a row. */
export interface RowCandidate {
  readonly id: string
  /** A checksum of the registration number; 0 if there is none. */
  readonly registration: number
}

/** The entities in the team's list by name, type and country. A million entities take about 100 MB. */
export interface EntityIndex {
  add(entity: Entity): void
  /** Finds the entities that have the name, the type and the country of a row, regardless of spelling. */
  find(row: BulkEntityInput): RowCandidate[]
}

export function createEntityIndex(): EntityIndex {
  const fingerprint = createFingerprint()
  /** For each name, type and country, by its fingerprint, the position of the last entity. */
  const last = new Map<string, number>()
  const ids: string[] = []
  const registrations: number[] = []
  /** For each entity, the position of the entity before it that looks alike; -1 if there is none. */
  const earlier: number[] = []

  return {
    add(entity) {
      const key = fingerprint(listingKey(entity))
      earlier.push(last.get(key) ?? -1)
      last.set(key, ids.length)
      ids.push(entity.id)
      registrations.push(hashRegistration(entity.registration))
    },
    find(row) {
      const { type, countryCode } = toListIdentity(row)
      const keys = new Set(namesOf(row).map(name => fingerprint(listingKey({ type, name, countryCode }))))
      // A list may contain an entity twice.
      const candidates = new Map<string, RowCandidate>()
      for (const key of keys)
        for (let position = last.get(key) ?? -1; position !== -1; position = earlier[position] ?? -1) {
          const [id = '', registration = 0] = [ids[position], registrations[position]]
          if (id !== '') candidates.set(id, { id, registration })
        }
      return [...candidates.values()].reverse()
    },
  }
}

/** Hashes a registration number, regardless of spelling; returns 0 if there is none. */
export function hashRegistration(registration: string | null | undefined): number {
  const folded = foldRegistration(registration ?? '')
  return folded === '' ? 0 : checksum(folded) || 1
}
