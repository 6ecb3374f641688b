import type { BulkEntityInput } from '../../model/bulk.ts'
import { listingKey, namesOf, toListIdentity } from '../../resources/group-inputs.ts'
import { findCountryCode } from '../../shared/countries/names.ts'
import { foldCase } from '../../shared/names/fold-name.ts'
import type { Fingerprint } from '../checksum.ts'
import type { PlacedRow } from '../rows/read-row.ts'
import { getCellSums, setCellSums } from './cell-sums.ts'
import {
  type DuplicateIndex,
  findLine,
  findLookAlikes,
  organizationKey,
  setLine,
  teamLine,
} from './duplicate-index.ts'

/** What distinguishes a row from others. */
export interface RowIdentity {
  /** The fingerprint under which the index stores the row. */
  readonly fingerprint: Fingerprint
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
  const rowKey = identityKey(row)
  const identity = { fingerprint: index.fingerprint(rowKey), cells }
  const earlier = findLine(index, identity.fingerprint)
  if (earlier !== undefined && earlier !== teamLine) return compareCells(index, earlier, rowKey, identity)
  const { minCount, createdHere } = findLookAlikes(index, key)
  const isBesideOthers = minCount > createdHere
  if (isBesideOthers && earlier === teamLine) return { kind: 'duplicate', sameAs: null, identity }
  // An organization that differs from its look-alikes in spelling or registration number counts as new, because the service
  // decides whether it is a duplicate.
  const isPossible = isBesideOthers && row.type === 'person'
  return { kind: isPossible ? 'possible_duplicate' : 'new', sameAs: null, identity }
}

/** Compares the unused cells of a row with those of the earlier rows from which nothing else distinguishes it. */
function compareCells(
  index: DuplicateIndex,
  firstLine: number,
  rowKey: string,
  identity: RowIdentity,
): Repetition {
  const { cells } = identity
  if (cells === getCellSums(index.cellSums, firstLine))
    return { kind: 'duplicate', sameAs: firstLine, identity }
  // The index stores the first of these rows without its cells, and the others with their cells.
  const ownIdentity = { fingerprint: index.fingerprint(`${rowKey}\n${cells}`), cells }
  const line = findLine(index, ownIdentity.fingerprint)
  return line === undefined
    ? { kind: 'possible_duplicate', sameAs: firstLine, identity: ownIdentity }
    : { kind: 'duplicate', sameAs: line, identity: ownIdentity }
}

export function rememberRow(index: DuplicateIndex, { fingerprint, cells }: RowIdentity, line: number): void {
  setLine(index, fingerprint, line)
  setCellSums(index.cellSums, line, cells)
}

/**
 * Joins the fields that distinguish a row. Persons who differ in one of these fields are different persons, even if they have
 * the same name.
 */
function identityKey(row: BulkEntityInput): string {
  // Rows that differ only in case and spacing have the same identity.
  const spelling = listingKey(toListIdentity(row), foldCase)
  if (row.type === 'organization') return organizationKey(spelling, row.registration ?? null)
  const { birthDate = '', nationalId = '', nationality = '' } = row
  // Rows with the same full name may still differ in first and last name, so these are compared too. They are compared as one
  // text, because the way a full name is divided may depend on its capital letters.
  const parts = foldCase(namesOf(row).at(-1) ?? '')
  return [spelling, parts, birthDate, foldCase(nationalId), findCountryCode(nationality) ?? ''].join('\n')
}
