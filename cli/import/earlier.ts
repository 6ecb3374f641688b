import { readHistory } from '../../src/portfolio/journal/history.ts'
import { countOf } from '../output/count-of.ts'

/** What a journal says of the rows that were announced in it. */
export interface EarlierRuns {
  readonly service: string | null
  /** Such as `2/8`; null where the rows are not divided. */
  readonly partition: string | null
  /** When rows were last announced: an ISO date, or null. */
  readonly lastSentAt: string | null
  /** Rows that were about to be sent; each of them is one of those below. */
  readonly announced: number
  readonly created: number
  readonly refused: number
  readonly duplicates: number
  /** Rows that were sent, and of which nothing says what became of them. */
  readonly inDoubt: number
  /** Rows that were certainly not created, and wait for a later run. */
  readonly left: number
}

/** @throws TypeError where it is not the journal of an import. */
export async function readEarlierRuns(lines: Iterable<string> | AsyncIterable<string>): Promise<EarlierRuns> {
  const { origin, lastAt, size, count } = await readHistory(lines)
  return {
    service: origin?.service ?? null,
    partition: origin?.partition ?? null,
    lastSentAt: lastAt === null ? null : new Date(lastAt).toISOString(),
    announced: size,
    created: count('created'),
    refused: count('refused'),
    duplicates: count('duplicate'),
    inDoubt: count('sending') + count('in_doubt'),
    left: count('left'),
  }
}

/** What a run says at its start; null where it is the first. */
export function describeEarlierRuns(earlier: EarlierRuns): string | null {
  if (earlier.announced === 0) return null
  const { created, refused, duplicates, inDoubt, left } = earlier
  const others: [number, string][] = [
    [refused, 'refused'],
    [duplicates, 'already in the team'],
    [inDoubt, 'in doubt'],
    [left, 'left'],
  ]
  const parts = others.flatMap(([count, what]) =>
    count > 0 ? [`${count.toLocaleString('en')} ${what}`] : [],
  )
  return `earlier runs: ${[`${countOf(created, 'row', 'rows')} created`, ...parts].join(', ')}`
}
