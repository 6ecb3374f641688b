import { chmodSync, closeSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs'
import { realpath, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type FileLock, lockFile } from '../../../src/store/file-lock.ts'
import type { MockServer } from '../../server.ts'
import type { Change } from '../../state/changes.ts'
import { createJournal, type Journal, openJournal, ownerOnly } from './journal.ts'
import { journalOf, removeLeftovers } from './leftovers.ts'
import { type Loaded, load } from './load.ts'
import { keepTime, readClock } from './time.ts'
import { writeState } from './write-state.ts'

/** Milliseconds between two looks at whether the lock is still there. */
const checkEvery = 1000

/** A file that keeps a server's state. */
export interface StateFile {
  /**
   * Folds all into one file and closes.
   *
   * @throws Error naming the files of the state, if that fails.
   */
  close(): Promise<void>
}

export interface StateFileOptions {
  /** Ends the reading of a large state. */
  readonly signal?: AbortSignal | undefined
  /** Called once, if another process has taken the file over: nothing can be stored any more. */
  readonly onLost?: ((error: Error) => void) | undefined
  /** The size of journals that are folded into the state, in bytes; 64 MiB, or half of a large state. */
  readonly foldAfter?: number | undefined
}

/**
 * Stores a server's state in a file, after loading the file if it exists. Changes are appended to a journal beside it before they
 * are acknowledged, so that nothing is lost when the process is killed. Once the journal is long, the state is rewritten in
 * pieces, while changes go to the next journal; when it is complete, it replaces the old one.
 *
 * @throws Error naming the file, if it is in use or cannot be read.
 */
export async function keepStateIn(
  name: string,
  server: MockServer,
  { signal, onLost, foldAfter }: StateFileOptions = {},
): Promise<StateFile> {
  const file = await placeOf(name)
  const taken = await lockFile(`${file}-lock`)
  if (taken === null) throw new Error(`${file} is in use by another process`)
  const watching = setInterval(() => {
    try {
      taken.check()
    } catch (error) {
      clearInterval(watching)
      onLost?.(error instanceof Error ? error : new Error(String(error)))
    }
  }, checkEvery)
  watching.unref()
  const lock: FileLock = {
    check: taken.check,
    release() {
      clearInterval(watching)
      taken.release()
    },
  }
  try {
    return await keep(file, lock, server, foldAfter, signal)
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Where a file is, or will be. */
async function placeOf(name: string): Promise<string> {
  const inFolder = async () => join(await realpath(dirname(name)), basename(name))
  return realpath(name).catch(inFolder)
}

async function keep(
  file: string,
  lock: FileLock,
  server: MockServer,
  foldAfter: number | undefined,
  signal: AbortSignal | undefined,
): Promise<StateFile> {
  const { seed } = server.snapshot()
  const start = createStart(server)
  const loaded = await load(file, server, start.take, signal)
  start.reachTime()
  await removeLeftovers(file, loaded)
  const id = loaded.id ?? crypto.randomUUID()
  let { generation, size } = loaded
  const limit = () => foldAfter ?? Math.max(64 * 1024 * 1024, size / 2)
  let chain = [...loaded.chain]
  /** Bytes of the journals before the last one. */
  let before = loaded.journalSize - loaded.end
  let retryAt = 0
  let folding: Promise<void> | null = null
  let journal: Journal | null = resume(file, loaded, id)
  if (journal === null) await begin()
  else if (chain.length === 0) chain.push(generation)
  if (start.missing().length > 0) append(start.missing())
  const stop = server.onChange(append)
  const stopTime = await keepTime(server, clock => {
    lock.check()
    journal?.keepTime(clock)
  })

  function append(changes: readonly Change[]): void {
    if (journal === null) throw new Error('the state is closed')
    lock.check()
    journal.append(changes)
    // A process that has taken the file over in the meantime may not have read this.
    lock.check()
    const journalSize = before + journal.size()
    if (folding !== null || journalSize < Math.max(limit(), retryAt)) return
    folding = fold('running')
      .catch(() => {
        // Everything is in the journals: a fold may wait for disk space.
        retryAt = journalSize + limit()
      })
      .finally(() => {
        folding = null
      })
  }

  /**
   * Creates the next journal, then the state that names it, and removes the journals that are part of it now. At any moment there
   * is one state, with an unbroken chain of journals.
   */
  async function fold(when: 'start' | 'running' | 'end'): Promise<void> {
    const next = (chain.at(-1) ?? generation) + 1
    if (when !== 'end') advance(next)
    const open = when === 'end' ? 0 : 1
    size = await writeState(file, { id, seed, generation: next, open }, server.changes(), lock.check)
    const folded = chain.filter(number => number < next)
    generation = next
    chain = when === 'end' ? [] : [next]
    before = 0
    for (const number of folded) await rm(journalOf(file, number), { force: true })
  }

  async function begin(): Promise<void> {
    try {
      await fold('start')
    } catch (error) {
      journal?.close()
      throw error
    }
  }

  /** From here on changes go to the next journal. */
  function advance(next: number): void {
    const path = journalOf(file, next)
    const fresh = createJournal(path, id, next)
    try {
      journal?.link(next)
    } catch (error) {
      fresh.close()
      rmSync(path, { force: true })
      throw error
    }
    before += journal?.size() ?? 0
    journal?.close()
    journal = fresh
    chain.push(next)
  }

  return {
    async close() {
      stop()
      stopTime()
      await folding
      try {
        await fold('end')
      } catch (error) {
        // If another process has the file, that is the error.
        lock.check()
        throw new Error(describeRest(error, file, chain), { cause: error })
      } finally {
        journal?.close()
        journal = null
        lock.release()
      }
    },
  }
}

/** Continues a state without rewriting it. Null if it must be written: there is none, or it has another format. */
function resume(file: string, { id, generation, isOpen, chain, end }: Loaded, own: string) {
  if (id === null || statSync(file).nlink > 1) return null
  chmodSync(file, ownerOnly)
  if (isOpen) return openJournal(journalOf(file, chain.at(-1) ?? generation), end)
  const journal = createJournal(journalOf(file, generation), own, generation)
  markOpen(file)
  return journal
}

/** Marks in the header that there is a journal, by changing one character. */
function markOpen(file: string): void {
  const descriptor = openSync(file, 'r+')
  try {
    const bytes = Buffer.alloc(1024)
    const header = bytes.toString('latin1', 0, readSync(descriptor, bytes)).split('\n', 1)[0] ?? ''
    writeSync(descriptor, '1', header.lastIndexOf('0'))
  } finally {
    closeSync(descriptor)
  }
}

/** The keys that the server was given, those that the state lacks, and the latest time in it. */
function createStart(server: MockServer) {
  const given = [...server.changes()].filter(change => change.kind === 'team')
  let missing = new Map(given.map(change => [change.apiKey, change]))
  let now = 0
  return {
    take(change: Change) {
      server.apply(change)
      if (change.kind === 'team') missing.delete(change.apiKey)
      if (change.kind === 'clock') now = Math.max(now, change.now ?? 0)
      if (change.kind !== 'reset') return
      missing = new Map(given.map(change => [change.apiKey, change]))
      now = 0
    },
    /** Moves the clock to the stored time, which may lie a little ahead of the last change. */
    reachTime: () => server.apply({ kind: 'clock', ahead: readClock(server).ahead, now }),
    missing: () => [...missing.values()],
  }
}

function describeRest(error: unknown, file: string, chain: readonly number[]): string {
  const reason = error instanceof Error ? error.message : String(error)
  const journals = chain.map(number => journalOf(file, number)).join(' and ')
  return `${file} could not be written at the end (${reason}); nothing is lost: it goes with ${journals}, which the next start reads`
}
