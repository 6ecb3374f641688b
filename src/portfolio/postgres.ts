/**
 * Journals in Postgres, for imports that processes on several machines can continue. Works with the `query` of any driver, and depends on
 * no driver.
 *
 * @module entity-screening-sdk/portfolio/postgres
 */

export { type PostgresJournalsOptions, postgresJournals } from './journal/postgres-journals.ts'
