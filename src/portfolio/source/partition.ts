import type { BulkEntityInput } from '../../model/bulk.ts'
import { toListIdentity } from '../../resources/group-inputs.ts'
import { createEventLoopYield } from '../../shared/event-loop-yield.ts'
import { foldWords } from '../../shared/names/fold-name.ts'
import { assertInput } from '../../transport/check-input.ts'
import { checksum } from '../checksum.ts'
import { partitionInput, readOrRefuse } from '../import-input.ts'
import { copyReadingOptions, type Partition, type ReadingOptions } from '../import-options.ts'
import { copySource, createItemCopier } from './copy-source.ts'
import type { PortfolioSource } from './open-items.ts'
import { openRows } from './open-rows.ts'

/**
 * Divides a portfolio among 1 to 1000 imports. Each import reads the whole source, and imports its part. The part that a row
 * belongs to depends only on its name, regardless of spelling, so that rows that look alike in the team's list are in the same
 * part. Pass the same reading options, such as `columns`, as to the imports. Counting the rows reads the whole source once,
 * which consumes a stream.
 *
 * @throws InputValidationError (`invalid_input`) if the number is out of range, if the source cannot be read, or if a column
 * or the option `nameOrder` is missing.
 * @example
 * const rows = 'name,type,country\nNordwind GmbH,organization,DE\n"Brandt, Ilse",person,AT\n'
 * for (const { index, of, rows: count } of await partitionPortfolio(rows, 2)) console.log(`${index}/${of}: ${count} rows`)
 */
export async function partitionPortfolio(
  source: PortfolioSource,
  of: number,
  options: ReadingOptions = {},
): Promise<Partition[]> {
  assertInput('partitionPortfolio', partitionInput, { source, of, options })
  const readingOptions = copyReadingOptions(options)
  const rows = copySource(source, createItemCopier(readingOptions.columns ?? {}))
  const counts: number[] = Array(of).fill(0)
  await readOrRefuse('partitionPortfolio', 'source', async () => {
    const pause = createEventLoopYield()
    for await (const chunk of (await openRows(rows, readingOptions)).rows) {
      for (const { line, row } of chunk) {
        const index = findPartition(row ?? line, of) - 1
        counts[index] = (counts[index] ?? 0) + 1
      }
      if (pause.isDue()) await pause.yieldNow()
    }
  })
  return counts.map((rows, index) => ({ index: index + 1, of, rows }))
}

/** Returns the partition of a row, counted from 1. @param row the row, or the line of an invalid row. */
export function findPartition(row: BulkEntityInput | number, of: number): number {
  const number = typeof row === 'number' ? row : checksum(foldWords(toListIdentity(row).name))
  return 1 + (number % of)
}
