import Papa from 'papaparse'
import { type CsvStyle, markOf, plainStyle } from './csv-style.ts'
import type { Output } from './output.ts'
import { createTable, type RowTable, type TableColumn } from './table.ts'
import { escapeMisleading } from './text.ts'

/** An output format: a table, a JSON array with one row per line, JSON lines, or CSV. */
export type Format = 'table' | 'json' | 'lines' | 'csv'

/** Number of rows that determine the column widths. Later rows are written as they arrive. */
const sampleSize = 500

/** Number of rows per write. */
const chunkSize = 100

/** Writes rows as they arrive, and returns their number. @param style that of CSV. */
export async function writeRows<Row>(
  output: Output,
  rows: Iterable<Row> | AsyncIterable<Row>,
  columns: readonly TableColumn<Row>[],
  format: Format = 'table',
  style: CsvStyle = plainStyle,
): Promise<number> {
  let [pending, count, writtenCount]: [Row[], number, number] = [[], 0, 0]
  let table: RowTable<Row> | null = null
  let omitted: readonly string[] = []

  function flush(isEnd: boolean): Promise<void> {
    // Keeps the latest row back until another arrives, because in a JSON array only the last row has no comma after it.
    const chunk = isEnd ? pending : pending.slice(0, -1)
    pending = isEnd ? [] : pending.slice(-1)
    const isFirst = writtenCount === 0
    writtenCount += chunk.length
    if (format === 'lines') return output.lines(chunk.map(row => JSON.stringify(row)))
    if (format === 'csv') {
      const heading = `${markOf(style)}${safeCsvLine(
        columns.map(({ heading }) => heading),
        style,
      )}`
      const lines = chunk.map(row =>
        safeCsvLine(
          columns.map(({ cell }) => cell(row)),
          style,
        ),
      )
      return output.lines((isFirst ? [heading, ...lines] : lines).map(text => [{ text, isEscaped: true }]))
    }
    if (format === 'json') {
      if (isEnd && writtenCount === 0) return output.line('[]')
      const comma = (position: number) => (isEnd && position === chunk.length - 1 ? '' : ',')
      const lines = chunk.map((row, position) => JSON.stringify(row) + comma(position))
      return output.lines([...(isFirst ? ['['] : []), ...lines, ...(isEnd ? [']'] : [])])
    }
    table ??= createTable(columns, chunk, output.width)
    if (writtenCount > 0) omitted = table.omitted
    return output.lines([...(isFirst && writtenCount > 0 ? [table.heading] : []), ...chunk.map(table.line)])
  }

  for await (const row of rows) {
    if (output.unread.aborted) break
    count += 1
    pending.push(row)
    const size = format === 'lines' ? 1 : format === 'table' && writtenCount === 0 ? sampleSize : chunkSize
    if (pending.length > size) await flush(false)
  }
  await flush(true)
  noteOmitted(output, omitted)
  return count
}

/** Names the columns that a narrow terminal omits, because a column that is not shown may hold what tells two persons apart. */
function noteOmitted(output: Output, headings: readonly string[]): void {
  if (headings.length > 0)
    output.note(`not shown, because the terminal is too narrow: ${headings.join(', ')}; --json has them`)
}

/** Matches text that a spreadsheet reads as a formula. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u

/** Formats a line of CSV without escaping formulas, because the cells come from the user's own file. */
export function plainCsvLine(cells: readonly unknown[], delimiter: string): string {
  return Papa.unparse([[...cells]], { delimiter })
}

/** Formats a line of CSV. Escapes text that a spreadsheet would read as a formula, because such text may be malicious. */
export function csvLine(cells: readonly unknown[], delimiter = ','): string {
  return Papa.unparse([[...cells]], { escapeFormulae: formula, delimiter })
}

/** Formats a line of CSV for a terminal or a file: the cells are escaped, but not a tab between them. */
function safeCsvLine(cells: readonly unknown[], { delimiter }: CsvStyle): string {
  return csvLine(
    cells.map(cell => (typeof cell === 'string' ? escapeMisleading(cell) : cell)),
    delimiter,
  )
}
