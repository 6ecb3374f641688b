import { createEventLoopYield, type EventLoopYield } from '../../shared/event-loop-yield.ts'
import type { SourceRow } from '../rows/read-row.ts'
import type { RowReader } from '../source/open-rows.ts'

/** The source of an import, as far as it has been read. */
export interface RowSource {
  readonly reader: RowReader
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
    eventLoop: createEventLoopYield(),
    phase: 'idle',
    isRead: false,
    isCancelled: false,
    closed: Promise.resolve(),
  }
}

/** Returns the next rows; undefined after the last row, and after the source was cancelled. */
export async function readNextRows(source: RowSource): Promise<readonly SourceRow[] | undefined> {
  if (source.isCancelled) return undefined
  try {
    const { done, value } = await source.reader.rows.next()
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
