import { refuseImport } from '../import-input.ts'
import type { SourceRow } from '../rows/read-row.ts'

/** The number of rows that are read before the first row is imported, if a name may need the option `nameOrder`. */
const maxRowsAhead = 1000

/**
 * Holds the first rows back until it is clear that none of them needs the option `nameOrder`. Once a row has been yielded, later
 * rows are not held back, because the import may have created entities.
 *
 * @param isNeeded returns whether a row may need the option and the source is not cancelled. Called after each chunk is read.
 * @throws InputValidationError if one of the first 1000 rows needs the option, and no row has been yielded.
 */
export async function* readAhead(
  chunks: AsyncIterable<readonly SourceRow[]>,
  isNeeded: () => boolean,
): AsyncGenerator<readonly SourceRow[]> {
  const chunksAhead: (readonly SourceRow[])[] = []
  let count = 0
  let isHolding = true
  let undivided: UndividedRow | undefined
  try {
    for await (const chunk of chunks) {
      if (isHolding && isNeeded()) undivided = findUndivided(chunk.slice(0, maxRowsAhead - count))
      if (undivided !== undefined) break
      count += chunk.length
      chunksAhead.push(chunk)
      isHolding &&= isNeeded() && count < maxRowsAhead
      if (!isHolding) yield* chunksAhead.splice(0)
    }
  } catch (error) {
    // If the source fails, the rows before the failure are imported.
    if (undivided === undefined) {
      yield* chunksAhead
      throw error
    }
  }
  if (undivided !== undefined) refuseUndivided(undivided)
  yield* chunksAhead
}

/** A row whose full name needs the option `nameOrder`. */
interface UndividedRow {
  readonly line: number
  readonly column: string
}

function findUndivided(rows: readonly SourceRow[]): UndividedRow | undefined {
  for (const row of rows)
    if (row.row === null && row.undividedColumn !== undefined)
      return { line: row.line, column: row.undividedColumn }
  return undefined
}

/** @throws InputValidationError */
function refuseUndivided({ line, column }: UndividedRow): never {
  const name = JSON.stringify(column.slice(0, 80))
  return refuseImport(
    'nameOrder',
    `must be first_last (Ilse Brandt) or last_first (Brandt Ilse), because the column ${name} has full names, such as on line ${line}; or use two columns, or write "Brandt, Ilse" in each row`,
  )
}
