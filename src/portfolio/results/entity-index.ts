import type { BulkEntityInput } from '../../model/bulk.ts'
import type { Entity } from '../../model/entity.ts'
import { listingKey, namesOf, toListIdentity } from '../../resources/group-inputs.ts'
import { getOrInsertList } from '../../shared/get-or-insert.ts'
import { foldRegistration } from '../../shared/names/fold-name.ts'

/** An entity in the team's list that may have been created from a row. */
export interface RowCandidate {
  readonly id: string
  /** The folded registration number; empty if there is none. */
  readonly registration: string
}

/** The entities in the team's list, by name, type and country. */
export type EntityIndex = Map<string, RowCandidate[]>

export function createEntityIndex(): EntityIndex {
  return new Map()
}

export function indexEntity(index: EntityIndex, entity: Entity): void {
  const registration = readRegistration(entity.registration)
  getOrInsertList(index, listingKey(entity)).push({ id: entity.id, registration })
}

/** Finds the entities that have the name, the type and the country of a row, regardless of spelling. */
export function findCandidates(index: EntityIndex, row: BulkEntityInput): RowCandidate[] {
  const { type, countryCode } = toListIdentity(row)
  const keys = new Set(namesOf(row).map(name => listingKey({ type, name, countryCode })))
  const candidates = [...keys].flatMap(key => index.get(key) ?? []).filter(({ id }) => id !== '')
  // A list may contain an entity twice.
  return [...new Map(candidates.map(candidate => [candidate.id, candidate])).values()]
}

/** Folds a registration number, regardless of spelling; empty if there is none. */
export function readRegistration(registration: string | null | undefined): string {
  return foldRegistration(registration ?? '')
}
