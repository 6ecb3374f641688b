import { lstatSync, readFileSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Refusal } from '../../src/contract/refusal.ts'
import { isError, messageOf } from '../../src/shared/errors.ts'
import { isRecord, tryParseJson } from '../../src/shared/json.ts'
import { type FileLock, lockFile } from '../../src/store/file-lock.ts'
import { createFile, locateFile } from '../../src/store/locate-file.ts'
import type { MockServer } from '../mock-server.ts'
import type { Server } from '../server.ts'
import { restoreStoredState, takeStoredState } from '../snapshot/stored-state.ts'

/** The time from a change until its write begins, so that many changes cause one write, in milliseconds. */
const writeDelayMs = 50

/** The pause after a write, as a multiple of its duration, so that a server with a large state has time for requests. */
const pauseFactor = 10

export interface StateFile {
  /** Writes the state and releases the file. @throws Error if the state cannot be written. */
  close(): Promise<void>
}

export interface StateFileOptions {
  /** Called if the state cannot be written. From then on, the server refuses requests that would change the state. */
  readonly onLost?: ((error: Error) => void) | undefined
}

/**
 * Loads the state of a server from a file, and then writes the state to the file after changes: within 100 ms of the first
 * unwritten change, or later if the state is so large that writing it takes long. Each write replaces the file as a whole, so a
 * killed process never leaves a part of a state.
 *
 * @throws Error naming the file, if it is in use, is not a state, or cannot be read or written.
 */
export async function openStateFile(
  name: string,
  { internal: server, onChange }: MockServer,
  { onLost = () => {} }: StateFileOptions = {},
): Promise<StateFile> {
  await prepareFile(name)
  const file = await locateFile(name)
  const lock = await lockFile(`${file}-lock`)
  if (lock === null) throw new Error(`${file} is in use by another process`)
  const writer: StateWriter = {
    ...{ file, server, lock, onLost },
    writtenCount: 0,
    timer: null,
    writing: null,
    earliestWrite: 0,
  }
  try {
    loadState(server, file)
    await writeState(writer)
  } catch (error) {
    lock.release()
    throw error
  }
  const stop = onChange(() => scheduleWrite(writer))
  return {
    async close() {
      stop()
      clearTimeout(writer.timer ?? undefined)
      try {
        await writer.writing
        await writeState(writer)
      } finally {
        lock.release()
      }
    },
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
  const isBegun = statSync(`${name}-lock`, { throwIfNoEntry: false }) !== undefined
  if (stats.isFile() && stats.size === 0 && !isBegun)
    throw new Error(`${name} is empty: restore a copy, or remove it to begin with a new state`)
}

/** @throws Error if the file does not contain a state that this server can restore. */
function loadState(server: Server, file: string): void {
  const content = readFileSync(file)
  if (content.length === 0) return
  if (isSqliteState(content))
    throw new Error(
      `${file} is a state that an earlier version wrote, in SQLite. To keep its entities, save the list of that version (GET /v1/entities) and load it with --data; to begin with a new state, remove the file`,
    )
  const stored = tryParseJson(content.toString())
  if (!isRecord(stored) || typeof stored.version !== 'number' || typeof stored.seed !== 'number')
    throw new Error(`${file} is not a state of a server`)
  if (stored.seed !== server.seed)
    throw new Error(`${file} cannot be read: it was written with --seed ${stored.seed}, not ${server.seed}`)
  try {
    restoreStoredState(server, stored)
  } catch (error) {
    throw new Error(`${file} cannot be read: ${messageOf(error)}`, { cause: error })
  }
}

/** The application id in the header of the SQLite files that earlier versions wrote, and its offset. */
const sqliteApplicationId = { offset: 68, value: 0x65737331 }

function isSqliteState(content: Buffer): boolean {
  const { offset, value } = sqliteApplicationId
  const isSqlite = content.length > offset + 4 && content.toString('latin1', 0, 15) === 'SQLite format 3'
  return isSqlite && content.readUInt32BE(offset) === value
}

/** A server, and the file that its state is written to. */
interface StateWriter {
  readonly file: string
  readonly server: Server
  readonly lock: FileLock
  readonly onLost: (error: Error) => void
  /** The number of the server's changes that the file contains. */
  writtenCount: number
  /** The timer of the next write; null if none is planned. */
  timer: NodeJS.Timeout | null
  /** The write in progress. */
  writing: Promise<void> | null
  /** The earliest time of the next write, by `performance.now()`. */
  earliestWrite: number
}

/** Plans a write of the changes, unless a write is planned or in progress, or the state can no longer be written. */
function scheduleWrite(writer: StateWriter): void {
  const { timer, writing, server, earliestWrite } = writer
  if (timer !== null || writing !== null || server.storageRefusal !== null) return
  writer.timer = setTimeout(
    () => {
      writer.timer = null
      writer.writing = writeChanges(writer)
    },
    Math.max(writeDelayMs, earliestWrite - performance.now()),
  )
}

async function writeChanges(writer: StateWriter): Promise<void> {
  const { server, onLost } = writer
  try {
    await writeState(writer)
  } catch (error) {
    server.storageRefusal = new Refusal(500, 'The state can no longer be stored, so it does not change.')
    onLost(isError(error) ? error : new Error(String(error)))
  }
  writer.writing = null
  if (server.changes.count > writer.writtenCount) scheduleWrite(writer)
}

/** Writes the state beside the file, and then renames the new file, so that the file always contains a whole state. */
async function writeState(writer: StateWriter): Promise<void> {
  const { file, server, lock } = writer
  const start = performance.now()
  const newFile = `${file}-new`
  writer.writtenCount = server.changes.count
  lock.check()
  try {
    // Only the owner may read the file, because it contains keys and personal data.
    const handle = await open(newFile, 'w', 0o600)
    try {
      await handle.writeFile(JSON.stringify(takeStoredState(server)))
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(newFile, file)
  } catch (error) {
    await rm(newFile, { force: true })
    throw error
  }
  const end = performance.now()
  writer.earliestWrite = end + pauseFactor * (end - start)
}
