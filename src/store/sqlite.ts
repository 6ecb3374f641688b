import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { sleep } from '../pacing/sleep.ts'
import { isError } from '../shared/errors.ts'
import { type RowQuery, readSqlRows, type SqlRow } from './sql.ts'

/** A SQLite file. Each statement is a transaction, except within `inTransaction`. */
export interface SqliteFile {
  /** Runs a statement. Retries while another process locks the file. */
  readonly query: RowQuery
  /** Runs a statement without retries. */
  runOnce(text: string, values?: readonly string[]): SqlRow[]
  /** Runs several statements without retries. */
  execute(text: string): void
  /**
   * Runs a function in a transaction that locks the file for writing from the beginning. Retries while
   * another process locks the file.
   */
  inTransaction(work: () => void | Promise<void>): Promise<void>
  /**
   * Closes the file. If no other process uses the file, SQLite moves the content of the `-wal` file into it.
   */
  close(): void
}

/** A SQLite file cannot be used. The message says what to do. */
export class SqliteError extends Error {
  override readonly name = 'SqliteError'
}

/** The maximum wait for another process that locks the file, in milliseconds. */
const maxBusy = 60_000

/** Known errors, recognized by their messages. Unlike error codes, the messages are the same in all runtimes. */
const knownErrors: readonly [RegExp, string][] = [
  [/not a database/, 'is not a SQLite file'],
  [/malformed/, 'is damaged: restore a copy, or begin with a new file'],
  [/is full/, 'cannot be written: the disk is full'],
  [/readonly|unable to open/, 'cannot be opened or written: check its folder and the permissions'],
  [/disk I\/O error/, 'cannot be read or written: the disk reports an error, or is full'],
]

/** Loads the runtime's SQLite module. @throws SqliteError if the runtime does not include SQLite. */
export function loadSqlite(): typeof import('node:sqlite') {
  // Unlike an import, this call is invisible to bundlers for browsers.
  const sqlite = globalThis.process?.getBuiltinModule?.('node:sqlite')
  if (sqlite === undefined) throw new SqliteError('a file needs SQLite: Node from 22.13, Deno or Bun')
  return sqlite
}

/** The tables and the header of a kind of file. */
export interface FileKind {
  /** The name of this kind of file, as messages show it. */
  readonly title: string
  readonly applicationId: number
  /** The version of the tables. */
  readonly version: number
  /** The statements that create the tables. */
  readonly tables: string
}

/** Opens or creates a file that several processes share. With `full`, acknowledged writes survive a power failure. */
export async function openSqlite(
  file: string,
  kind: FileKind,
  synchronous: 'full' | 'normal',
): Promise<SqliteFile> {
  const { DatabaseSync } = loadSqlite()
  await assertPageSize(file)
  const database = createSqliteFile(
    file,
    explainErrors(file, () => new DatabaseSync(file)),
  )
  try {
    // The check comes first, so that a file of another kind is not changed.
    hasTables(file, await database.query(headerQuery, []), kind)
    const [mode] = await database.query('pragma journal_mode = wal', [])
    if (mode?.journal_mode !== 'wal')
      throw new SqliteError(`${file} is on a disk that several processes cannot share: use another one`)
    database.execute(
      `pragma synchronous = ${synchronous}; pragma foreign_keys = on; pragma secure_delete = on`,
    )
    // This first transaction also creates the `-wal` file.
    await database.inTransaction(() => {
      if (hasTables(file, database.runOnce(headerQuery), kind)) return
      const { applicationId, version, tables } = kind
      database.execute(
        `${tables}; pragma application_id = ${applicationId}; pragma user_version = ${version}`,
      )
    })
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** The size of the smallest page, and so of the smallest file that is not empty. */
const minPageSize = 512

/** @throws SqliteError if a file is too short for SQLite, which takes a file of one byte for a new one. */
async function assertPageSize(file: string): Promise<void> {
  const { statSync } = await import('node:fs')
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > 0 && size < minPageSize)
    throw new SqliteError(`${file} is not a SQLite file (file is not a database)`)
}

/** Opens an existing file for reading. Returns null if the file has no tables. */
export async function readSqlite(file: string, kind: FileKind): Promise<SqliteFile | null> {
  const { DatabaseSync } = loadSqlite()
  const { accessSync, constants } = await import('node:fs')
  // Opens the file for writing if possible, because a read-only connection leaves the `-wal` and `-shm` files behind.
  const readOnly = !succeeds(() => accessSync(file, constants.W_OK))
  const database = createSqliteFile(
    file,
    explainErrors(file, () => new DatabaseSync(file, { readOnly })),
  )
  try {
    if (hasTables(file, await database.query(headerQuery, []), kind)) return database
  } catch (error) {
    database.close()
    throw error
  }
  database.close()
  return null
}

/** The query that reads the kind of a file from its header. */
const headerQuery = `
  select application_id, user_version, (select count(*) from sqlite_master) as tables
  from pragma_application_id, pragma_user_version`

/** Whether a file has tables. @throws SqliteError if the tables are of another kind or version. */
function hasTables(file: string, [header]: readonly SqlRow[], kind: FileKind): boolean {
  if (header?.tables === '0') return false
  if (header?.application_id !== String(kind.applicationId))
    throw new SqliteError(`${file} is not ${kind.title}: it is a SQLite file of something else`)
  if (header.user_version === String(kind.version)) return true
  throw new SqliteError(
    `${file} is of version ${header.user_version}, and this package knows version ${kind.version}: update it, or use another file`,
  )
}

function createSqliteFile(file: string, database: DatabaseSync): SqliteFile {
  const prepared = new Map<string, StatementSync>()
  let isOpen = true

  function send(text: string, values: readonly string[]): SqlRow[] {
    let statement = prepared.get(text)
    if (statement === undefined) {
      statement = database.prepare(text)
      prepared.set(text, statement)
    }
    const parameters = Object.fromEntries(values.map((value, index) => [`$${index + 1}`, value]))
    return readSqlRows({ rows: statement.all(parameters) })
  }

  return {
    query: async (text, values) => retryWhileBusy(file, () => send(text, values)),
    execute: text => explainErrors(file, () => database.exec(text)),
    runOnce: (text, values = []) => explainErrors(file, () => send(text, values)),
    async inTransaction(work) {
      await retryWhileBusy(file, () => database.exec('begin immediate'))
      try {
        await work()
        explainErrors(file, () => database.exec('commit'))
      } catch (error) {
        // A failed commit may have ended the transaction already.
        succeeds(() => database.exec('rollback'))
        throw error
      }
    },
    close() {
      if (!isOpen) return
      isOpen = false
      prepared.clear()
      database.close()
    },
  }
}

/** Whether an error means that another process locks the file. */
export function isBusy(error: unknown): boolean {
  return isError(error) && /is locked|is busy|locking protocol/.test(error.message)
}

/** Retries while another process locks the file. SQLite's own time limit would block the event loop. */
async function retryWhileBusy<Value>(file: string, work: () => Value): Promise<Value> {
  for (const start = performance.now(); ; ) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error)) throw explainError(file, error)
      if (performance.now() - start > maxBusy)
        throw new SqliteError(`${file} was kept busy by another process for ${maxBusy / 1000} s`)
      await sleep(1 + Math.random() * 15, undefined)
    }
  }
}

/** Whether a function returns without throwing an error. */
export function succeeds(work: () => void): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}

function explainErrors<Value>(file: string, work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    throw isBusy(error) ? error : explainError(file, error)
  }
}

function explainError(file: string, error: unknown): unknown {
  if (!isError(error)) return error
  const [, problem] = knownErrors.find(([pattern]) => pattern.test(error.message)) ?? []
  return problem === undefined
    ? error
    : new SqliteError(`${file} ${problem} (${error.message})`, { cause: error })
}
