import { codeOf } from '../../shared/errors.ts'
import { type FileLock, isLocked, lockFile } from '../../store/file-lock.ts'
import { placeOf, watchFiles } from '../../store/place.ts'
import { rowsOf } from '../../store/sql.ts'
import { isBusy, type Kind, openSqlite, readSqlite } from '../../store/sqlite.ts'
import { checksum } from '../checksum.ts'
import {
  checkName,
  type JournalGlance,
  JournalInUseError,
  type LeasedJournal,
  mainJournal,
  type OpenJournalOptions,
} from './journal.ts'
import { checkTimes, createHold, type Hold, takenOver, whenFree } from './lease.ts'
import { createSqlJournal, linesIn } from './sql-journal.ts'
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
  const wait = Math.max(options.wait ?? 0, shortestWait)
  const onWait = options.wait ? options.onWait : undefined
  const error = new JournalInUseError(`${title} is in use by another process`)
  const lock = await whenFree<FileLock>({ wait, onWait }, async () => {
    return (await lockFile(lockOf(file, name))) ?? { error, retryIn: shortestWait }
  })
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
    if (codeOf(error) === 'ENOENT') return null
    throw error
  })
  const database = file === null ? null : await readSqlite(file, kind, await canWrite())
  if (file === null || database === null) return null
  try {
    const rows = rowsOf(await database.query(statements.inspect, [name]))
    const [first] = rows
    if (first === undefined) return null
    return {
      lines: linesIn(
        rows.filter(({ line }) => line !== null),
        titleOf(file, name),
      ),
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

/**
 * The lock of a journal, beside its file: `customers.journal-lock-2-8` for the journal `2/8`. Two journals with one lock could not
 * be held at once, and nothing worse: a sum of 32 bits is enough.
 */
function lockOf(file: string, name: string): string {
  if (name === mainJournal) return `${file}-lock`
  const readable = name
    .toLowerCase()
    .replaceAll(/[^a-z\d._]+/g, '-')
    .slice(0, 60)
  const isReadable = readable === name || /^\d+\/\d+$/.test(name)
  return `${file}-lock-${readable}${isReadable ? '' : `~${checksum(name).toString(16)}`}`
}
