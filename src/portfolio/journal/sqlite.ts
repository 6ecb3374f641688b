import { codeOf } from '../../shared/errors.ts'
import { isLocked, lockFile } from '../../store/file-lock.ts'
import { placeOf, watchFiles } from '../../store/place.ts'
import { rowsOf } from '../../store/sql.ts'
import { isBusy, type Kind, openSqlite, readSqlite, type SqliteFile, succeeds } from '../../store/sqlite.ts'
import { checksum } from '../checksum.ts'
import {
  checkOpening,
  type JournalGlance,
  type LeasedJournal,
  mainJournal,
  type OpenJournalOptions,
} from './journal.ts'
import { createHold, retryEvery, takenOver, whenFree } from './lease.ts'
import { glanceOf, takeJournal } from './sql-journal.ts'
import { createStatements, createTables, sqlite } from './statements.ts'

const statements = createStatements(sqlite)

const kind: Kind = {
  title: 'a file of journals',
  applicationId: 0x65736a31,
  version: 1,
  tables: createTables(''),
}

/** @throws JournalInUseError if another process has the journal, SqliteError if the file is not one of journals. */
export async function openJournalFile(
  given: string,
  name = mainJournal,
  options: OpenJournalOptions = {},
): Promise<LeasedJournal> {
  checkOpening(name, options)
  const file = await placeOf(given)
  const title = titleOf(file, name)
  // An `import status` may look at the lock just then.
  const wait = Math.max(options.wait ?? 0, retryEvery)
  const lock = await whenFree(title, { ...options, wait }, () => lockFile(lockOf(file, name)))
  let close = lock.release
  try {
    const database = await openSqlite(file, kind, 'full')
    close = () => {
      database.close()
      lock.release()
    }
    const holdOf = async (held: string[]) => {
      const checkFiles = await watchFiles([file, `${file}-wal`])
      return createHold(() => {
        lock.check()
        checkFiles()
        // A process that opened the lock by other means has lost it, and another one may have taken the journal.
        if (!isCurrent(database, held)) throw takenOver(title)
      })
    }
    const parts = { query: database.query, statements, name, title, ttl: 0, holdOf, close }
    const journal = await takeJournal(parts)
    if (journal === null) throw takenOver(title)
    return journal
  } catch (error) {
    close()
    throw error
  }
}

/** The lines of a journal, held or not. Null if there is none. */
export async function inspectJournalFile(given: string, name = mainJournal): Promise<JournalGlance | null> {
  checkOpening(name)
  const { accessSync, constants, promises } = await import('node:fs')
  const file = await promises.realpath(given).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  })
  if (file === null) return null
  const canWrite = succeeds(() => accessSync(file, constants.W_OK))
  const database = await readSqlite(file, kind, canWrite)
  if (database === null) return null
  try {
    const glance = glanceOf(rowsOf(await database.query(statements.inspect, [name])), titleOf(file, name))
    return glance && { ...glance, isHeld: await isLocked(lockOf(file, name)) }
  } finally {
    database.close()
  }
}

function titleOf(file: string, name: string): string {
  return name === mainJournal ? file : `journal ${JSON.stringify(name)} in ${file}`
}

function isCurrent(database: SqliteFile, held: string[]): boolean {
  try {
    return database.now(statements.held, held).length > 0
  } catch (error) {
    if (isBusy(error)) return true
    throw error
  }
}

/**
 * The lock of a journal, beside its file: `customers.journal-lock-2-8` for the journal `2/8`. Two journals with one lock could not
 * be held at once, and nothing worse: a sum of 32 bits is enough.
 */
function lockOf(file: string, name: string): string {
  if (name === mainJournal) return `${file}-lock`
  const isShort = /^[a-z\d/]{1,40}$/.test(name)
  return `${file}-lock-${isShort ? name.replaceAll('/', '-') : checksum(name).toString(16)}`
}
