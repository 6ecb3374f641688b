import type { Column } from './column-widths.ts'
import type { Output } from './output.ts'
import { createTable, type Table } from './table.ts'

/** How many rows say how wide the columns are; those after them are written as they come. */
const sampleSize = 500

/** How many rows are written at a time. */
const chunkSize = 100

/** Writes rows as they come, as a table or as a JSON array, and returns their number. */
export async function writeRows<Row>(
  output: Output,
  rows: Iterable<Row> | AsyncIterable<Row>,
  columns: readonly Column<Row>[] | 'json',
): Promise<number> {
  const sink = columns === 'json' ? jsonSink<Row>(output) : tableSink(output, columns)
  let count = 0
  for await (const row of rows) {
    if (output.unread.aborted) break
    count += 1
    await sink.add(row)
  }
  await sink.end()
  return count
}

interface Sink<Row> {
  add(row: Row): Promise<void> | undefined
  end(): Promise<void>
}

/** One row a line, so that it reads well and can be cut into lines. */
function jsonSink<Row>(output: Output): Sink<Row> {
  let lines = ['[']
  let last: string | null = null
  return {
    add(row) {
      if (last !== null) lines.push(`${last},`)
      last = JSON.stringify(row)
      if (lines.length < chunkSize) return undefined
      const full = lines
      lines = []
      return output.lines(full)
    },
    end: () => (last === null ? output.line('[]') : output.lines([...lines, last, ']'])),
  }
}

function tableSink<Row>(output: Output, columns: readonly Column<Row>[]): Sink<Row> {
  let waiting: Row[] = []
  let table: Table<Row> | null = null

  function flush(): Promise<void> {
    const rows = waiting
    waiting = []
    const heading = table === null && rows.length > 0
    table ??= createTable(columns, rows, output.width)
    const lines = rows.flatMap(table.lines)
    return output.lines(heading ? [...table.heading, ...lines] : lines)
  }

  return {
    add(row) {
      waiting.push(row)
      return waiting.length < (table === null ? sampleSize : chunkSize) ? undefined : flush()
    },
    end: flush,
  }
}
