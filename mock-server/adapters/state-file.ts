import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import type { MockServer } from '../mock-server.ts'
import { type Change, readChange } from '../state/changes.ts'

/** How much may stand in the journal before it is folded into the snapshot, in characters. */
const journalLimit = 64 * 1024 * 1024

/** A file that keeps a server's state. */
export interface StateFile {
  /** Folds all into one snapshot and closes. */
  close(): void
}

/**
 * Keeps a server's state in a file, and takes it from there first where there is one. Changes are appended to a journal beside
 * it before they are acknowledged, so that nothing is lost when the process is killed; the snapshot itself is replaced as a
 * whole. Each snapshot names the journal that goes with it: a journal that was folded in already is never read again.
 *
 * @throws Error naming the file, where it cannot be read.
 */
export function keepStateIn(file: string, server: MockServer): StateFile {
  lock(file)
  let generation = load(file, server)
  let journal: number | undefined
  let written = 0
  let torn = false
  fold()
  const stop = server.onChange(changes => {
    try {
      // After a line that was not written whole, only a whole snapshot can be trusted: it has these changes too.
      if (torn || written > journalLimit) fold()
      else append(changes.map(change => `${JSON.stringify(change)}\n`).join(''))
      torn = false
    } catch (error) {
      torn = true
      throw error
    }
  })

  function append(lines: string): void {
    if (journal === undefined) throw new Error('the journal is closed')
    appendFileSync(journal, lines)
    written += lines.length
  }

  /** First the snapshot that names the next journal, then that journal: whichever moment is the last, one pair is whole. */
  function fold(): void {
    const folded = generation
    const next = openSync(journalOf(file, folded + 1), 'w')
    replaceFile(file, JSON.stringify({ ...server.snapshot(), journal: folded + 1 }))
    generation += 1
    if (journal !== undefined) closeSync(journal)
    journal = next
    rmSync(journalOf(file, folded), { force: true })
    written = 0
  }

  return {
    close() {
      stop()
      fold()
      if (journal !== undefined) closeSync(journal)
      rmSync(journalOf(file, generation), { force: true })
      rmSync(lockOf(file), { force: true })
    },
  }
}

function lockOf(file: string): string {
  return `${file}.lock`
}

/** Two servers on one file would lose each other's entities. A lock of a process that is dead does not count. */
function lock(file: string): void {
  const holder = existsSync(lockOf(file)) ? Number(readFileSync(lockOf(file), 'utf8')) : Number.NaN
  if (Number.isSafeInteger(holder) && holder !== process.pid && isAlive(holder)) {
    throw new Error(
      `${file} is in use by process ${holder}; if it is no server any more, remove ${lockOf(file)}`,
    )
  }
  writeFileSync(lockOf(file), String(process.pid))
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of another user is alive all the same.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function journalOf(file: string, generation: number): string {
  return `${file}.journal-${generation}`
}

/** Takes the snapshot and then what its journal adds; answers which journal that is. */
function load(file: string, server: MockServer): number {
  let generation = 0
  try {
    if (existsSync(file)) {
      const { journal, ...snapshot } = JSON.parse(readFileSync(file, 'utf8'))
      generation = Number.isSafeInteger(journal) ? journal : 0
      server.restore(snapshot)
    }
    for (const change of readJournal(journalOf(file, generation))) server.apply(change)
  } catch (error) {
    rmSync(lockOf(file), { force: true })
    throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  return generation
}

/** The last line may be torn: its request was never answered. */
function readJournal(file: string): Change[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.slice(0, -1).map(line => readChange(JSON.parse(line)))
}

/** Nobody ever sees half of it: it is written beside the old one, and takes its name when it is whole. */
function replaceFile(file: string, text: string): void {
  const beside = `${file}.new`
  const descriptor = openSync(beside, 'w')
  appendFileSync(descriptor, text)
  fsyncSync(descriptor)
  closeSync(descriptor)
  renameSync(beside, file)
}
