import { closeSync, fchmodSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs'
import type { Change } from '../../state/changes.ts'
import { batchLines, journalHeaderLine, linkLine } from './format.ts'

/** The changes since a state was written; each batch is in it before it is acknowledged. */
export interface Journal {
  /** In bytes. */
  size(): number
  /** @throws Error if it cannot be written: nothing of it remains. */
  append(changes: readonly Change[]): void
  /** Stores the time, replacing the last one if nothing has changed since: an idle server fills no disk. */
  keepTime(clock: Change): void
  /** The last line: which journal is next. */
  link(next: number): void
  close(): void
}

/** Only the owner may read files with keys and names. */
export const ownerOnly = 0o600

/** The padded length of a time, so that one can replace another. */
const timeLength = 120

/** @throws Error if it cannot be created: nothing remains. */
export function createJournal(path: string, of: string, generation: number): Journal {
  rmSync(path, { force: true })
  const descriptor = openSync(path, 'wx', ownerOnly)
  const journal = journalIn(descriptor, 0)
  try {
    journal.write([journalHeaderLine(of, generation)])
    return journal
  } catch (error) {
    closeSync(descriptor)
    rmSync(path, { force: true })
    throw error
  }
}

/** Continues behind the last complete batch. */
export function openJournal(path: string, end: number): Journal {
  const descriptor = openSync(path, 'r+')
  try {
    fchmodSync(descriptor, ownerOnly)
    ftruncateSync(descriptor, end)
    return journalIn(descriptor, end)
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}

function journalIn(descriptor: number, begin: number): Journal & { write(lines: Iterable<string>): void } {
  let end = begin
  let timeAt: number | null = null
  let isTorn = false

  /** Cuts an incomplete write off, now or before the next write. */
  function write(lines: Iterable<string>): void {
    if (isTorn) cut()
    let at = end
    try {
      for (const line of lines) at += writeWhole(descriptor, line, at)
    } catch (error) {
      isTorn = true
      cut()
      throw error
    }
    end = at
    timeAt = null
  }

  function cut(): void {
    ftruncateSync(descriptor, end)
    isTorn = false
  }

  return {
    write,
    size: () => end,
    append: changes => write(batchLines(changes)),
    keepTime(clock) {
      const line = `${JSON.stringify([clock]).padEnd(timeLength)}\n`
      const at = timeAt
      if (at !== null) writeWhole(descriptor, line, at)
      else {
        const next = end
        write([line])
        timeAt = next
      }
    },
    link: next => write([linkLine(next)]),
    close: () => closeSync(descriptor),
  }
}

/** Writes until everything is written, and returns the number of bytes. */
function writeWhole(descriptor: number, text: string, position: number): number {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; )
    at += writeSync(descriptor, bytes, at, bytes.length - at, position + at)
  return bytes.length
}
