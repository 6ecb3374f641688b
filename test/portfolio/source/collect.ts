import { type CsvRow, createCsvReader, readCsvRows } from '../../../src/portfolio/source/csv-reader.ts'
import { createDecoder, divideChunk } from '../../../src/portfolio/source/open-items.ts'

/** All that comes, as a list. */
export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = []
  for await (const item of items) collected.push(item)
  return collected
}

/** Items one after the other, with a chance for others to run between them. */
export async function* stream<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  for (const item of items) {
    await new Promise(resolve => setTimeout(resolve))
    yield item
  }
}

/** The text of chunks, in the pieces in which it is decoded. */
export async function* decodeText(
  chunks: AsyncIterable<unknown> | Iterable<unknown>,
): AsyncGenerator<string> {
  const decode = createDecoder()
  for await (const chunk of chunks) for (const piece of divideChunk(chunk)) yield decode(piece)
  yield decode(undefined)
}

/** The rows of a CSV text that comes in pieces. */
export async function readCsv(pieces: AsyncIterable<string>): Promise<CsvRow[]> {
  const reader = createCsvReader()
  const rows: CsvRow[] = []
  for await (const piece of pieces) rows.push(...readCsvRows(reader, piece))
  return [...rows, ...readCsvRows(reader, undefined)]
}
