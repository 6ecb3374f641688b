import { foldCase } from '../../shared/names/fold-name.ts'
import { checksum } from '../checksum.ts'
import type { SourceColumn } from './columns.ts'

/**
 * The cells of a row that are not sent. Instead of the cells, their checksums are stored, because a source may have a million rows.
 */
export interface UnusedCells {
  /** A checksum of two characters for each slot; blank cells at the end have none. */
  readonly sums: string
  /** The slot of each column of the source, by the column's name. */
  readonly slots: ReadonlyMap<string, number>
}

/** The last slot of a row, which all further columns share. */
const lastSlot = 15

/** The maximum number of columns whose names are stored. Without a limit, a hostile source could fill the memory. */
const maxColumns = 1000

/** The maximum number of columns, and of characters of each name, in a message. */
const [maxNames, maxNameLength] = [5, 80]

/** Summarizes cells of a row. @param slots the slots of the source's columns; new columns are added. */
export function summarizeCells(
  slots: Map<string, number>,
  columns: readonly SourceColumn[],
  values: readonly unknown[],
): UnusedCells {
  const units: number[] = []
  for (const { index, name } of columns) {
    const start = 2 * slotOf(slots, name)
    const text = toText(values[index])
    if (text === '') continue
    while (units.length < start + 2) units.push(0)
    const sum = checksum(text, ((units[start] ?? 0) << 16) | (units[start + 1] ?? 0))
    units[start] = sum >>> 16
    units[start + 1] = sum & 0xffff
  }
  return { sums: String.fromCharCode(...units), slots }
}

/**
 * Lists the columns in which a row differs from another row of the source, as text. Columns beyond the maximum are `others`.
 *
 * @param otherSums the checksums of the other row.
 */
export function listDifferences({ slots, sums }: UnusedCells, otherSums = ''): string {
  const isDifferent = (slot: number) => sumIn(sums, slot) !== sumIn(otherSums, slot)
  const names = [...slots].flatMap(([name, slot]) =>
    slot < lastSlot && isDifferent(slot) ? name.slice(0, maxNameLength) : [],
  )
  const hasOthers = names.length > maxNames || isDifferent(lastSlot)
  return [...names.slice(0, maxNames), ...(hasOthers ? ['others'] : [])].join(', ')
}

/**
 * Returns the checksum of a slot. Blank cells at the end of a row have no stored checksum: for them, returns
 * two NULs, which is also the checksum of a blank cell between other cells.
 */
const sumIn = (sums: string, slot: number) => sums.slice(2 * slot, 2 * slot + 2).padEnd(2, '\0')

function slotOf(slots: Map<string, number>, name: string): number {
  const slot = slots.get(name)
  if (slot !== undefined) return slot
  const next = Math.min(slots.size, lastSlot)
  if (slots.size < maxColumns) slots.set(name, next)
  return next
}

/** Converts a cell to text, so that cells that differ only in case and spacing are the same. An object has no text, except a date. */
function toText(value: unknown): string {
  if (typeof value === 'string') return foldCase(value)
  if (value instanceof Date) return String(value.getTime())
  return value === null || typeof value === 'object' ? '' : String(value ?? '')
}
