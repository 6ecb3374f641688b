import { didYouMean } from '../../shared/text/did-you-mean.ts'
import { refuseImport } from '../import-input.ts'
import { isDamagedId } from '../rows/spreadsheet-damage.ts'
import { readCell } from '../source/csv-reader.ts'
import type { Extract, ExtractRow } from './read-extract.ts'

/**
 * Returns the index of a column by its exact name.
 *
 * @throws InputValidationError if the extract has no such column, or several.
 */
export function requireColumn({ format }: Extract, name: string): number {
  const names = format.names.map(other => other.trim())
  const index = names.indexOf(name)
  if (index === -1) refuseImport('source', describeMissingColumn(name, names))
  if (names.lastIndexOf(name) !== index) refuseImport('source', `has several columns "${name}"`)
  return index
}

/** Describes a column that a file does not have, and suggests another. */
export function describeMissingColumn(name: string, names: readonly string[]): string {
  return `has no column "${name}"${didYouMean(name, names) || `; it has ${names.join(', ')}`}`
}

/** Returns the trimmed text of a cell; empty if the row ends before it. */
export function textOf({ cells }: ExtractRow, index: number): string {
  return readCell(cells[index] ?? '')
}

/** Returns the distinct identifiers in a cell, which spaces divide. */
export function splitIds(cell = ''): readonly string[] {
  return [...new Set(cell.match(/\S+/g))]
}

/**
 * Returns the identifiers in a cell.
 *
 * @throws InputValidationError if a spreadsheet has damaged one.
 */
export function idsOf(row: ExtractRow, index: number): readonly string[] {
  const ids = splitIds(textOf(row, index))
  const damagedId = ids.find(isDamagedId)
  if (damagedId === undefined) return ids
  return refuseImport(
    'source',
    `has the id "${damagedId}" on line ${row.line}, which looks damaged by a spreadsheet: restore the file, and import all columns as text`,
  )
}
