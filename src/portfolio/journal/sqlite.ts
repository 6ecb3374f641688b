import { type FileLock, isLocked, lockFile } from '../../store/file-lock.ts'
import { placeOf, watchFiles } from '../../store/place.ts'
import { rowsOf } from '../../store/sql.ts'
import { isBusy, type Kind, openSqlite, readSqlite } from '../../store/sqlite.ts'
import { createHold, type Hold } from './hold.ts'
import { JournalInUseError } from './in-use-error.ts'
import type { JournalGlance, LeasedJournal, OpenJournalOptions } from './journal.ts'
import { checkTimes, takenOver } from './lease.ts'
import { checkName, lockOf, mainJournal } from './names.ts'
import { createSqlJournal } from './sql-journal.ts'
import { createStatements, createTables } from './statements.ts'

/** No lease ends: the operating system keeps other processes out. */
const statements = createStatements({ prefix: '', now: '0', lock: '', durable: '' })

const kind: Kind = {
  title: 'a file of journals',
  applicationId: 0x65736a31,
  version: 1,
  tables: createTables(''),
}

/** An `import status` may look at the lock just then, in milliseconds. */
const shortestWait = 100

/** @throws JournalInUseError if another process has the journal, SqliteError if the file is not one of journals. */
export async function openJournalFile(
  given: string,
  name = mainJournal,
  options: OpenJournalOptions = {},
): Promise<LeasedJournal> {
  checkName(name)
  checkTimes(options)
  const file = await placeOf(given)
  const title = titleOf(file, name)
  const lock = await takeLock(lockOf(file, name), title, options)
  try {
    return await take(file, name, title, lock)
  } catch (error) {
    lock.release()
    throw error
  }
}

/** The lines of a journal, held or not. Null if there is none. */
export async function inspectJournalFile(given: string, name = mainJournal): Promise<JournalGlance | null> {
  checkName(name)
  const { access, constants, realpath } = await import('node:fs/promises')
  const canWrite = async () =>
    access(given, constants.W_OK).then(
      () => true,
      () => false,
    )
  const file = await realpath(given).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  const database = file === null ? null : await readSqlite(file, kind, await canWrite())
  if (file === null || database === null) return null
  try {
    const rows = rowsOf(await database.query(statements.inspect, [name]))
    const [first] = rows
    if (first === undefined) return null
    return {
      lines: rows.flatMap(({ line }) => line ?? []),
      isHeld: await isLocked(lockOf(file, name)),
      heldUntil: null,
      token: Number(first.token),
    }
  } finally {
    database.close()
  }
}

function titleOf(file: string, name: string): string {
  return name === mainJournal ? file : `journal ${JSON.stringify(name)} in ${file}`
}

async function takeLock(
  path: string,
  title: string,
  { wait = 0, onWait }: OpenJournalOptions,
): Promise<FileLock> {
  let isTold = false
  for (const begun = performance.now(); ; ) {
    const lock = await lockFile(path)
    if (lock !== null) return lock
    const error = new JournalInUseError(`${title} is in use by another process`)
    const left = Math.max(wait, shortestWait) - (performance.now() - begun)
    if (left <= 0) throw error
    if (wait > 0 && !isTold) onWait?.(error)
    isTold = true
    await new Promise(resolve => setTimeout(resolve, Math.min(left, shortestWait)))
  }
}

async function take(file: string, name: string, title: string, lock: FileLock): Promise<LeasedJournal> {
  const database = await openSqlite(file, kind, 'full')
  try {
    const [row] = rowsOf(await database.query(statements.take, [name, '0']))
    if (row === undefined) throw new Error(`${title} cannot be taken: its tables were changed`)
    const checkFiles = await watchFiles([file, `${file}-wal`])
    const hold: Hold = createHold(() => {
      lock.check()
      checkFiles()
      if (!isCurrent(row.token ?? '')) throw takenOver(title)
    })
    return await createSqlJournal({
      query: database.query,
      statements,
      name,
      title,
      row,
      hold,
      describe: error => error,
      async end(released) {
        await released
        database.close()
        lock.release()
      },
    })
  } catch (error) {
    database.close()
    throw error
  }

  /** A process that opened the lock by other means has lost it, and another one may have taken the journal. */
  function isCurrent(token: string): boolean {
    try {
      return database.now(statements.held, [name, token]).length > 0
    } catch (error) {
      if (isBusy(error)) return true
      throw error
    }
  }
}
