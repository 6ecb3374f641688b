import Papa from 'papaparse'
import type { Output } from './output.ts'
import { type Column, createTable, type Table } from './table.ts'

/** A table, a JSON array with one row a line, JSON lines, or CSV. */
export type Format = 'table' | 'json' | 'lines' | 'csv'

/** How many rows say how wide the columns are; those after them are written as they come. */
const sampleSize = 500

/** How many rows are written at a time. */
const chunkSize = 100

/** Writes rows as they come, and returns their number. */
export async function writeRows<Row>(
  output: Output,
  rows: Iterable<Row> | AsyncIterable<Row>,
  columns: readonly Column<Row>[],
  format: Format = 'table',
): Promise<number> {
  let [waiting, count, written]: [Row[], number, number] = [[], 0, 0]
  let table: Table<Row> | null = null

  function flush(isEnd: boolean): Promise<void> {
    // Only a row that another one follows ends in a comma.
    const some = isEnd ? waiting : waiting.slice(0, -1)
    waiting = isEnd ? [] : waiting.slice(-1)
    const isFirst = written === 0
    written += some.length
    if (format === 'lines') return output.lines(some.map(row => JSON.stringify(row)))
    if (format === 'csv') {
      const lines = some.map(row => csvLine(columns.map(({ cell }) => cell(row))))
      return output.lines(isFirst ? [csvLine(columns.map(({ heading }) => heading)), ...lines] : lines)
    }
    if (format === 'json') {
      if (isEnd && written === 0) return output.line('[]')
      const comma = (at: number) => (isEnd && at === some.length - 1 ? '' : ',')
      const lines = some.map((row, at) => JSON.stringify(row) + comma(at))
      return output.lines([...(isFirst ? ['['] : []), ...lines, ...(isEnd ? [']'] : [])])
    }
    table ??= createTable(columns, some, output.width)
    return output.lines([...(isFirst && written > 0 ? [table.heading] : []), ...some.map(table.line)])
  }

  for await (const row of rows) {
    if (output.unread.aborted) break
    count += 1
    waiting.push(row)
    const size = format === 'lines' ? 1 : format === 'table' && written === 0 ? sampleSize : chunkSize
    if (waiting.length > size) await flush(false)
  }
  await flush(true)
  return count
}

/** What a spreadsheet takes for a formula. */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u

/** A line of CSV. What others wrote must not become a formula of the spreadsheet that opens it. */
export function csvLine(cells: readonly unknown[]): string {
  return Papa.unparse([[...cells]], { escapeFormulae: formula })
}
