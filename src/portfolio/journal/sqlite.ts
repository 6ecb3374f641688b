import { codeOf } from '../../shared/errors.ts'
import { isLocked, type LockedFile, openLocked } from '../../store/file-lock.ts'
import { placeOf } from '../../store/place.ts'
import { isBusy, type Kind, readSqlite } from '../../store/sqlite.ts'
import { checksum } from '../checksum.ts'
import { checkOpening, type JournalStore, mainJournal } from './journal.ts'
import { createHold, takenOver, whenFree } from './lease.ts'
import { glanceOf, takeJournal } from './sql-journal.ts'
import { createStatements } from './statements.ts'

const statements = createStatements()

const kind: Kind = {
  title: 'a file of journals',
  applicationId: 0x65736a31,
  version: 1,
  tables: statements.tables,
}

export function journalsIn(file: string): JournalStore {
  return {
    async open(name, options = {}) {
      checkOpening(name, options)
      const place = await placeOf(file)
      const title = titleOf(place, name)
      const lock = lockOf(place, name)
      const database = await whenFree(title, options, () => openLocked(place, lock, kind, 'full'))
      const holdOf = (held: string[]) =>
        createHold(() => {
          database.check()
          // A process that opened the lock by other means has lost it, and another one may have taken the journal.
          if (!isCurrent(database, held)) throw takenOver(title)
        })
      try {
        const journal = await takeJournal({ ...database, statements, name, title, ttl: 0, holdOf })
        if (journal === null) throw takenOver(title)
        return journal
      } catch (error) {
        database.close()
        throw error
      }
    },

    async inspect(name) {
      checkOpening(name)
      const { realpath } = await import('node:fs/promises')
      const place = await realpath(file).catch(error =>
        codeOf(error) === 'ENOENT' ? null : Promise.reject(error),
      )
      const database = place && (await readSqlite(place, kind))
      if (!database) return null
      try {
        const glance = glanceOf(await database.query(statements.inspect, [name]), titleOf(place, name))
        return glance && { ...glance, isHeld: await isLocked(lockOf(place, name)) }
      } finally {
        database.close()
      }
    },
  }
}

const titleOf = (file: string, name: string) =>
  name === mainJournal ? file : `journal ${JSON.stringify(name)} in ${file}`

function isCurrent(database: LockedFile, held: string[]): boolean {
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
  const short = /^[a-z\d/]{1,40}$/.test(name) ? name.replaceAll('/', '-') : checksum(name).toString(16)
  return name === mainJournal ? `${file}-lock` : `${file}-lock-${short}`
}
