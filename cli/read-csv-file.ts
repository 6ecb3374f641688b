import { type CsvRow, createCsvReader, readCsvRows } from '../src/portfolio/source/csv-reader.ts'
import { createDecoder, divideChunk, openItems } from '../src/portfolio/source/open-items.ts'

/** How a CSV file is read. */
interface CsvReading {
  readonly encoding?: string | undefined
  readonly headerLine?: number | undefined
}

/** Reads the rows of a CSV file, its header first. The file is read only as far as the rows are. */
export async function* readCsvFile(
  file: string,
  { encoding, headerLine }: CsvReading = {},
): AsyncGenerator<CsvRow, void, undefined> {
  const [reader, decode] = [createCsvReader(headerLine), createDecoder(encoding)]
  const { items } = await openItems({ file })
  for await (const chunk of items)
    for (const piece of divideChunk(chunk)) yield* readCsvRows(reader, decode(piece))
  for (const text of [decode(undefined), undefined]) yield* readCsvRows(reader, text)
}
