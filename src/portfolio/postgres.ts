/**
 * Journals in Postgres, for imports that several processes continue on several machines. Takes the `query` of any driver, and
 * depends on none.
 *
 * @module entity-screening-sdk/portfolio/postgres
 */

export type { SqlQuery, SqlRows } from '../store/sql.ts'
export { JournalInUseError } from './journal/in-use-error.ts'
export type {
  Journal,
  JournalGlance,
  JournalStore,
  LeasedJournal,
  OpenJournalOptions,
} from './journal/journal.ts'
export { type PostgresJournalsOptions, postgresJournals } from './journal/postgres.ts'
