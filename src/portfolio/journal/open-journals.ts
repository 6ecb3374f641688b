import { codeOf } from '../../shared/errors.ts'
import { isLocked, type LockedFile, openLocked } from '../../store/file-lock.ts'
import { locateFile } from '../../store/locate-file.ts'
import { type FileKind, isBusy, readSqlite } from '../../store/sqlite.ts'
import { checksum } from '../checksum.ts'
import { acquireJournal, readGlance } from './acquire-journal.ts'
import { createLeaseHold, createTakenOverError, waitUntilFree } from './create-lease.ts'
import { createStatements } from './create-statements.ts'
import { checkOpening, type JournalStore, mainJournal } from './journal.ts'

const statements = createStatements()

const journalKind: FileKind = {
  title: 'a file of journals',
  applicationId: 0x65736a31,
  version: 1,
  tables: statements.tables,
}

export function openJournals(file: string): JournalStore {
  return {
    async open(name, options = {}) {
      checkOpening(name, options)
      const path = await locateFile(file)
      const title = titleOf(path, name)
      const lock = lockOf(path, name)
      const database = await waitUntilFree(title, options, () => openLocked(path, lock, journalKind, 'full'))
      const createHold = (holder: string[]) =>
        createLeaseHold(() => {
          database.check()
          // If other code in this process has opened and closed the lock file, the lock is lost, and another process may hold
          // the journal.
          if (!isCurrent(database, holder)) throw createTakenOverError(title)
        })
      try {
        const journal = await acquireJournal({ ...database, statements, name, title, ttl: 0, createHold })
        if (journal === null) throw createTakenOverError(title)
        return journal
      } catch (error) {
        database.close()
        throw error
      }
    },

    async inspect(name) {
      checkOpening(name)
      const { realpath } = await import('node:fs/promises')
      const path = await realpath(file).catch(error =>
        codeOf(error) === 'ENOENT' ? null : Promise.reject(error),
      )
      const database = path && (await readSqlite(path, journalKind))
      if (!database) return null
      try {
        const glance = readGlance(await database.query(statements.inspect, [name]), titleOf(path, name))
        return glance && { ...glance, isHeld: await isLocked(lockOf(path, name)) }
      } finally {
        database.close()
      }
    },
  }
}

const titleOf = (file: string, name: string) =>
  name === mainJournal ? file : `journal ${JSON.stringify(name)} in ${file}`

function isCurrent(database: LockedFile, holder: string[]): boolean {
  try {
    return database.runOnce(statements.selectHeld, holder).length > 0
  } catch (error) {
    if (isBusy(error)) return true
    throw error
  }
}

/**
 * The path of a journal's lock, beside its file: `customers.journal-lock-2-8` for the journal `2/8`. Long or unusual names are
 * replaced by a checksum. If the names of two journals have the same checksum, the journals cannot be held at the same time, but
 * remain separate.
 */
function lockOf(file: string, name: string): string {
  const short = /^[a-z\d/]{1,40}$/.test(name) ? name.replaceAll('/', '-') : checksum(name).toString(16)
  return name === mainJournal ? `${file}-lock` : `${file}-lock-${short}`
}
