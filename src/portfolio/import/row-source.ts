import { whenAborted } from '../../pacing/sleep.ts'
import { createEventLoopYield, type EventLoopYield } from '../../shared/event-loop-yield.ts'
import { refuseIssues } from '../../transport/check-input.ts'
import type { SourceRow } from '../rows/read-row.ts'
import type { RowReader } from '../source/open-rows.ts'

/** The source of an import, as far as it has been read. */
export interface RowSource {
  readonly reader: RowReader
  /** The read of the first rows, until its result is used; null if it has not been started. */
  firstRead: ReturnType<RowReader['rows']['next']> | null
  /** Lets other work run while many rows are read. */
  readonly eventLoop: EventLoopYield
  /** `reading`: a task reads the next rows. `ended`: the import reads no more rows. */
  phase: 'idle' | 'reading' | 'ended'
  /** Whether the last row has been read. */
  isRead: boolean
  /** Whether the import ends. The rows that a read in progress still returns are not imported. */
  isCancelled: boolean
  /** Resolves when the source is closed. */
  closed: Promise<unknown>
}

export function createRowSource(reader: RowReader): RowSource {
  return {
    reader,
    firstRead: null,
    eventLoop: createEventLoopYield(),
    phase: 'idle',
    isRead: false,
    isCancelled: false,
    closed: Promise.resolve(),
  }
}

/**
 * Reads the first rows of a file or a text before the journal is opened, so that an import whose header lacks a column creates none.
 * A stream is read later, because it may be slow, and the journal is reserved meanwhile.
 *
 * @throws the error of the source.
 */
export async function awaitFirstRows(source: RowSource, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted || source.reader.progress() === null) return
  const firstRead = source.reader.rows.next()
  source.firstRead = firstRead
  // After the signal, the result of the read is not used.
  firstRead.catch(() => {})
  let release = () => {}
  const aborted = new Promise<void>(resolve => {
    release = whenAborted(signal, resolve)
  })
  await Promise.race([firstRead, aborted]).finally(release)
  if (!signal?.aborted) assertNoOpenChoice(source)
}

/** @throws InputValidationError if the rows that were read need a choice of the caller. */
export function assertNoOpenChoice({ reader }: RowSource): void {
  refuseIssues('importPortfolio', reader.openChoices())
}

/** Returns the next rows; undefined after the last row, and after the source was cancelled. */
export async function readNextRows(source: RowSource): Promise<readonly SourceRow[] | undefined> {
  if (source.isCancelled) return undefined
  try {
    const read = source.firstRead ?? source.reader.rows.next()
    source.firstRead = null
    const { done, value } = await read
    if (source.isCancelled) return undefined
    source.isRead = done === true
    return value
  } catch (error) {
    if (source.isCancelled) return undefined
    throw error
  }
}

/** Reads no more rows, and closes the source. */
export function cancelRowSource(source: RowSource): void {
  if (source.isCancelled) return
  source.isCancelled = true
  source.reader.cancel()
  // An error of a source that is no longer read does not matter.
  source.closed = source.reader.rows.return(undefined).catch(() => {})
}
