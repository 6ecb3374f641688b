import { findCountryCode } from '../../shared/countries/lookup.ts'
import { isTypeWord } from '../rows/spelling.ts'
import type { Header } from './columns.ts'

export function describeQuoting(first: number, last: number): string {
  const extent = first === last ? '' : ` and the lines up to ${last} were read as one row`
  return `has a quote that is not closed, or not doubled within a quoted cell${extent}`
}

/** What is wrong with quotes that the parser takes for characters like others. */
export function findStrayQuote(
  cells: readonly string[],
  delimiter: string,
  raw: () => readonly string[],
): string | null {
  const opens = cells.findIndex(cell => isOdd(cell) && /(^|\s)"\S/.test(cell))
  const closes = cells.findLastIndex(cell => isOdd(cell) && /[^\s"]"([\s.)]|$)/.test(cell))
  const isDivided = opens >= 0 && opens < closes
  if (!isDivided && !cells.some(isSpacedQuote)) return null
  // In a cell that is quoted as a whole they are doubled, and mean themselves.
  const bare = findBare(cells, delimiter, raw().join('\n'))
  // After a space: what it was to hold together has been divided.
  if (cells.some((cell, at) => isSpacedQuote(cell) && bare[at]))
    return 'has a space between a delimiter and a quote'
  return isDivided && bare[opens] && bare[closes]
    ? 'has a quote that is opened in one cell and closed in another: a cell that contains the delimiter must be quoted'
    : null
}

function isSpacedQuote(cell: string): boolean {
  return /^\s+"/.test(cell)
}

/** Which cells of a row stand in its text without quotes around them. */
function findBare(cells: readonly string[], delimiter: string, text: string): boolean[] {
  let at = 0
  return cells.map(cell => {
    const isBare = text[at] !== '"'
    const length = isBare ? cell.length : cell.replaceAll('"', '""').length + 2
    at = text.indexOf(delimiter, at + length) + 1
    return isBare
  })
}

function isOdd(cell: string): boolean {
  return cell.includes('"') && cell.split('"').length % 2 === 0
}

/** Whether lines in a quoted cell look like rows. Those of an address have fewer cells, or a space after each comma. */
export function hasSwallowedRows(
  lines: readonly (readonly string[])[],
  { names, of }: Pick<Header, 'names' | 'of'>,
): boolean {
  const [first = [], ...others] = lines
  const last = others.pop() ?? []
  // The row itself may begin or end like a row, but not both.
  return names.length > 1 && (others.some(isLikeRow) || (isLikeRow(last) && isLikeRow(first)))

  function isLikeRow(cells: readonly string[]): boolean {
    if (isSpaced(cells) && !isSpaced(first)) return false
    if (cells.length === names.length) return true
    return isTypeWord(cellOf('type', cells)) && findCountryCode(cellOf('countryCode', cells)) !== undefined
  }

  function cellOf(field: 'type' | 'countryCode', cells: readonly string[]): string {
    return cells[of[field] ?? -1]?.trim() ?? ''
  }
}

function isSpaced(cells: readonly string[]): boolean {
  return cells.length > 1 && cells.slice(1).every(cell => /^\s/.test(cell))
}
