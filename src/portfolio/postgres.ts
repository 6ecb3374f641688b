/**
 * Journals in Postgres, for imports that several processes continue on several machines. Takes the `query` of any driver, and
 * depends on none.
 *
 * @module entity-screening-sdk/portfolio/postgres
 */

export { type PostgresJournalsOptions, postgresJournals } from './journal/postgres-journals.ts'
