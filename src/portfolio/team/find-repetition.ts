import type { BulkEntityInput } from '../../model/bulk.ts'
import { listingKey, namesOf, toListIdentity } from '../../resources/group-inputs.ts'
import { findCountryCode } from '../../shared/countries/names.ts'
import { foldCase } from '../../shared/names/fold-name.ts'
import type { PlacedRow } from '../rows/read-row.ts'
import { type DuplicateIndex, findLookAlikes, organizationKey, teamLine } from './duplicate-index.ts'

/** The keys that distinguish a row from others. */
export interface RowIdentity {
  /** The key under which the index stores the row. */
  readonly key: string
  /** The checksums of the row's unused cells. */
  readonly cells: string
}

/** Whether a row repeats an earlier row, or an entity of the team. */
export interface Repetition {
  readonly kind: 'new' | 'duplicate' | 'possible_duplicate'
  /** The line of the earlier row; null if the row repeats none. */
  readonly sameAs: number | null
  /** The row's identity, under which `rememberRow` stores the row. */
  readonly identity: RowIdentity
}

/**
 * Finds out whether a row repeats an earlier row, or an entity of the team.
 *
 * @param cells the checksums of the row's unused cells.
 */
export function findRepetition(
  index: DuplicateIndex,
  { row, key }: Omit<PlacedRow, 'line'>,
  cells = '',
): Repetition {
  const identity = { key: identityKey(row), cells }
  const earlier = index.lines.get(identity.key)
  if (earlier !== undefined && earlier !== teamLine) return compareCells(index, earlier, identity)
  const { minCount, createdHere } = findLookAlikes(index, key)
  const isBesideOthers = minCount > createdHere
  if (isBesideOthers && earlier === teamLine) return { kind: 'duplicate', sameAs: null, identity }
  // An organization that differs from its look-alikes in spelling or registration number counts as new, because the service
  // decides whether it is a duplicate.
  const isPossible = isBesideOthers && row.type === 'person'
  return { kind: isPossible ? 'possible_duplicate' : 'new', sameAs: null, identity }
}

/** Compares the unused cells of a row with those of the earlier rows from which nothing else distinguishes it. */
function compareCells(index: DuplicateIndex, firstLine: number, identity: RowIdentity): Repetition {
  const { key, cells } = identity
  if (cells === (index.cellSums.get(firstLine) ?? ''))
    return { kind: 'duplicate', sameAs: firstLine, identity }
  // The index stores the first of these rows without its cells, and the others with their cells.
  const ownIdentity = { key: `${key}\n${cells}`, cells }
  const line = index.lines.get(ownIdentity.key)
  return line === undefined
    ? { kind: 'possible_duplicate', sameAs: firstLine, identity: ownIdentity }
    : { kind: 'duplicate', sameAs: line, identity: ownIdentity }
}

export function rememberRow(index: DuplicateIndex, { key, cells }: RowIdentity, line: number): void {
  index.lines.set(key, line)
  if (cells !== '') index.cellSums.set(line, cells)
}

/**
 * Joins the fields that distinguish a row. Persons who differ in one of these fields are different persons, even if they have
 * the same name.
 */
export function identityKey(row: BulkEntityInput): string {
  // Rows that differ only in case and spacing have the same identity.
  const spelling = listingKey(toListIdentity(row), foldCase)
  if (row.type === 'organization') return organizationKey(spelling, row.registration ?? null)
  const { birthDate = '', nationalId = '', nationality = '' } = row
  return [spelling, nameKey(row), birthDate, foldCase(nationalId), findCountryCode(nationality) ?? ''].join(
    '\n',
  )
}

/**
 * Returns the same text for all spellings of a name. Persons with the same full name may still differ in first and last name, so
 * the key has both. First and last name are one text, because the way a full name is divided may depend on its capital letters.
 */
export function nameKey(row: BulkEntityInput): string {
  return [...new Set(namesOf(row).map(foldCase))].join('\n')
}
