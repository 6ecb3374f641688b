import { chmodSync, existsSync, lstatSync, statSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { messageOf } from '../../src/shared/errors.ts'
import { type LockedFile, openLocked } from '../../src/store/file-lock.ts'
import { createFile, locateFile } from '../../src/store/locate-file.ts'
import type { FileKind } from '../../src/store/sqlite.ts'
import type { Change } from '../changes/change-schema.ts'
import { faultsChange } from '../changes/changes.ts'
import type { MockServer } from '../server.ts'
import {
  type ChangeWriter,
  createChangeWriter,
  storeChanges,
  storeExactTime,
  storeTimeAtIntervals,
} from './change-writer.ts'

const kind: FileKind = {
  title: 'a state of a server',
  applicationId: 0x65737331,
  version: 2,
  tables: `
    create table meta (seed integer not null);
    create table changes (position integer primary key, subject text not null unique, value text not null)`,
}
const selectPage = 'select position, value from changes where position > $1 order by position limit 1000'

export interface StateFile {
  /**
   * Stores the exact time and closes the file.
   *
   * @throws Error if a change could not be stored, in this call or earlier. Every acknowledged change is still in the file.
   */
  close(): Promise<void>
}

export interface StateFileOptions {
  /** Aborts the loading of a large state. */
  readonly signal?: AbortSignal | undefined
  /** Called if a change cannot be stored. The program must then end the server, because the server acknowledges no more changes. */
  readonly onLost?: ((error: Error) => void) | undefined
}

/**
 * Loads the state of a server from a SQLite file, and then stores each change in the file before the server acknowledges it.
 * All changes of one turn of the event loop are in the same transaction, so that a killed process never leaves a request partly
 * stored. If a change cannot be written, the server acknowledges no more changes.
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
  // Acknowledged changes survive a killed process, but not a power cut.
  const database = await openLocked(file, `${file}-lock`, kind, 'normal')
  if (database === null) throw new Error(`${file} is in use by another process`)
  try {
    // Makes the files private again, in case other users can read them. A file of another kind was refused before.
    for (const end of ['', '-wal', '-shm']) if (existsSync(file + end)) chmodSync(file + end, 0o600)
    // Before loading, the state contains only the teams and keys from this server's options.
    const { seed, changes } = server.snapshot()
    await load(file, database, server, seed, signal)
    const initialChanges = [
      ...changes.filter(({ kind }) => kind !== 'clock'),
      faultsChange(server.faults.list()),
    ]
    return await connectWriter(createChangeWriter(database, onLost), server, initialChanges)
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * Creates the lock file of a new state file before the state file itself. An empty state file with a lock file therefore shows
 * that its first start was killed.
 *
 * @throws Error if the state file is empty and has no lock, which means that the file has lost its state.
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
    // Other work runs between two pages, because a state may have millions of changes.
    await nextTurn()
    signal?.throwIfAborted()
    rows = database.runOnce(selectPage, [rows.at(-1)?.position ?? ''])
  }
}

async function connectWriter(
  writer: ChangeWriter,
  server: MockServer,
  initialChanges: readonly Change[],
): Promise<StateFile> {
  await storeChanges(writer, initialChanges)
  const stopStoring = server.internal.listen(changes => storeChanges(writer, changes))
  const stopTime = storeTimeAtIntervals(writer, server)
  return {
    async close() {
      stopStoring()
      stopTime()
      try {
        await storeExactTime(writer, server)
      } finally {
        writer.database.close()
      }
    },
  }
}
