import { InputValidationError } from '../../transport/errors/InputValidationError.ts'
import { refuseImport } from '../import-input.ts'
import type { SourceRow } from '../rows/read-row.ts'

/** The number of rows that are read before the first row is imported, if a name may need the option `nameOrder`. */
const maxRowsAhead = 1000

/**
 * Holds the first rows back until it is clear that none of them needs the option `nameOrder`.
 *
 * @param isNeeded returns whether a row may need the option and the source is not cancelled. Called after each chunk is read.
 * @throws InputValidationError if one of the first 1000 rows needs the option.
 */
export async function* readAhead(
  chunks: AsyncIterable<readonly SourceRow[]>,
  isNeeded: () => boolean,
): AsyncGenerator<readonly SourceRow[]> {
  const chunksAhead: (readonly SourceRow[])[] = []
  let count = 0
  try {
    for await (const chunk of chunks) {
      if (isNeeded() && count < maxRowsAhead) assertDivided(chunk.slice(0, maxRowsAhead - count))
      count += chunk.length
      chunksAhead.push(chunk)
      if (!isNeeded() || count >= maxRowsAhead) yield* chunksAhead.splice(0)
    }
  } catch (error) {
    // If the source fails, the rows before the failure are imported.
    if (!InputValidationError.is(error)) yield* chunksAhead
    throw error
  }
  yield* chunksAhead
}

/** @throws InputValidationError if a row needs the option `nameOrder`. */
function assertDivided(rows: readonly SourceRow[]): void {
  for (const row of rows) {
    if (row.row !== null || row.undividedColumn === undefined) continue
    const column = JSON.stringify(row.undividedColumn.slice(0, 80))
    refuseImport(
      'nameOrder',
      `must be first_last (Ilse Brandt) or last_first (Brandt Ilse), because the column ${column} has full names, such as on line ${row.line}; or use two columns, or write "Brandt, Ilse" in each row`,
    )
  }
}
