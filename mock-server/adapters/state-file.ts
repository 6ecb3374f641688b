import { chmodSync, lstatSync, statSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isError, messageOf } from '../../src/shared/errors.ts'
import { type LockedFile, openLocked } from '../../src/store/file-lock.ts'
import { createFile, locateFile } from '../../src/store/locate-file.ts'
import type { FileKind } from '../../src/store/sqlite.ts'
import { type Change, faultsChange, subjectOf } from '../changes/changes.ts'
import { clockEnd } from '../clock/clock.ts'
import type { MockServer } from '../server.ts'

/** A later change of a subject replaces an earlier one in its place, so that entities stay in creation order. */
const kind: FileKind = {
  title: 'a state of a server',
  applicationId: 0x65737331,
  version: 2,
  tables: `
    create table meta (seed integer not null);
    create table changes (position integer primary key, subject text not null unique, value text not null)`,
}
const upsertChange = `
  insert into changes (subject, value) values ($1, $2)
  on conflict (subject) do update set value = excluded.value`
const selectPage = 'select position, value from changes where position > $1 order by position limit 1000'

export interface StateFile {
  /**
   * Stores the exact time and closes.
   *
   * @throws Error if something could not be stored, now or before. What was acknowledged is in the file.
   */
  close(): Promise<void>
}

export interface StateFileOptions {
  /** Ends the reading of a large state. */
  readonly signal?: AbortSignal | undefined
  /** Called once, if a change cannot be stored: the server must end, for it acknowledges no more changes. */
  readonly onLost?: ((error: Error) => void) | undefined
}

/** How many changes are written before others have their turn. */
const maxWritesPerTurn = 500

/**
 * Keeps a server's state in a SQLite file, after loading the file if it has a state. Changes are written before they are
 * acknowledged, those of one turn of the event loop in one transaction: a killed process loses nothing, and no request is there in
 * part. Once a change cannot be written, no more are acknowledged.
 *
 * @throws Error naming the file, if it is in use or cannot be read.
 */
export async function openStateFile(
  name: string,
  server: MockServer,
  { signal, onLost = () => {} }: StateFileOptions = {},
): Promise<StateFile> {
  await prepareFile(name)
  const file = await locateFile(name)
  // A file that others can read becomes private again.
  chmodSync(file, 0o600)
  // Acknowledged changes survive a killed process, but not a power cut.
  const database = await openLocked(file, `${file}-lock`, kind, 'normal')
  if (database === null) throw new Error(`${file} is in use by another process`)
  try {
    // The changes before: the keys of this start.
    const { seed, changes } = server.snapshot()
    await load(file, database, server, seed, signal)
    const initialChanges = [
      ...changes.filter(({ kind }) => kind !== 'clock'),
      faultsChange(server.faults.list()),
    ]
    return await storeChanges(database, server, initialChanges, onLost)
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * A file of 0 bytes has lost its state. So has one whose start was killed before it wrote anything, but that has its lock beside
 * it: the lock is created first.
 *
 * @throws Error if the file is empty.
 */
async function prepareFile(name: string): Promise<void> {
  const stats = statSync(name, { throwIfNoEntry: false })
  const isLink = lstatSync(name, { throwIfNoEntry: false })?.isSymbolicLink()
  if (stats === undefined) return isLink ? undefined : createFile(`${name}-lock`)
  const isBegun = ['-lock', '-wal'].some(end => statSync(`${name}${end}`, { throwIfNoEntry: false }))
  if (stats.isFile() && stats.size === 0 && !isBegun)
    throw new Error(`${name} is empty: restore a copy, or remove it to begin with a new state`)
}

async function load(
  file: string,
  database: LockedFile,
  server: MockServer,
  seed: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const [meta] = database.runOnce('select seed from meta')
  if (meta === undefined) {
    database.runOnce('insert into meta (seed) values ($1)', [String(seed)])
    return
  }
  if (meta.seed !== String(seed))
    throw new Error(`${file} cannot be read: it was written with --seed ${meta.seed}, not ${seed}`)
  for (let rows = database.runOnce(selectPage, ['0']); rows.length > 0; ) {
    try {
      for (const { value } of rows) server.apply(JSON.parse(value ?? ''))
    } catch (error) {
      throw new Error(`${file} cannot be read: ${messageOf(error)}`)
    }
    // A state has millions: others have their turn.
    await nextTurn()
    signal?.throwIfAborted()
    rows = database.runOnce(selectPage, [rows.at(-1)?.position ?? ''])
  }
}

async function storeChanges(
  database: LockedFile,
  server: MockServer,
  initialChanges: readonly Change[],
  onLost: (error: Error) => void,
): Promise<StateFile> {
  let waiting: Change[] = []
  /** The transaction that takes what comes now. */
  let next: Promise<void> | null = null
  /** The latest one. Once one has failed, so do all that follow. */
  let writing = Promise.resolve()
  let storedTime = 0
  await store(initialChanges)
  const stop = server.internal.listen(store)
  const stopTime = storeTime(server, clock => void store([clock]).catch(() => {}))

  return {
    async close() {
      stop()
      stopTime()
      try {
        await store([])
        storedTime = 0
        await store([{ kind: 'clock', ahead: server.clock.ahead(), now: server.clock.now() }])
      } finally {
        database.close()
      }
    },
  }

  /** Resolves once the changes are stored, in one transaction with all that come in the same turn of the event loop. */
  function store(changes: readonly Change[]): Promise<void> {
    for (const change of changes) waiting.push(change)
    if (next === null) {
      next = writing.then(() => nextTurn()).then(writeWaiting)
      writing = next
    }
    return next
  }

  async function writeWaiting(): Promise<void> {
    const changes = waiting
    waiting = []
    next = null
    try {
      database.check()
      await database.inTransaction(async () => {
        for (const [index, change] of changes.entries()) {
          write(change)
          if (index % maxWritesPerTurn === maxWritesPerTurn - 1) await nextTurn()
        }
      })
    } catch (error) {
      const failure = isError(error) ? error : new Error(String(error))
      onLost(failure)
      throw failure
    }
  }

  function write(change: Change): void {
    if (change.kind === 'reset') {
      database.runOnce('delete from changes')
      storedTime = 0
    } else if (change.kind === 'clock') {
      // The time of a faster clock was stored a little ahead.
      storedTime = Math.max(storedTime, change.now ?? 0)
      database.runOnce(upsertChange, [subjectOf(change), JSON.stringify({ ...change, now: storedTime })])
    } else database.runOnce(upsertChange, [subjectOf(change), JSON.stringify(change)])
  }
}

/** Milliseconds between two stored times. */
const storeIntervalMs = 250

/**
 * Stores the time of a faster clock from now on, for the file has times only with changes. A stored time lies ahead of the
 * clock, so that time does not go back when the process is killed.
 */
function storeTime({ clock }: MockServer, store: (change: Change) => void): () => void {
  // A clock that stands still, or in real time, needs none.
  if (clock.speed <= 1) return () => {}
  const keepNext = () => {
    const now = Math.min(clockEnd, Math.round(clock.now() + clock.speed * storeIntervalMs * 2))
    store({ kind: 'clock', ahead: clock.ahead(), now })
  }
  keepNext()
  const timer = setInterval(keepNext, storeIntervalMs)
  timer.unref()
  return () => clearInterval(timer)
}
