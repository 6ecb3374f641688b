import { JournalInUseError } from './in-use-error.ts'
import type { JournalStore } from './journal.ts'
import { checkTimes, takeLease } from './lease.ts'
import { createLeasedRows } from './leased-rows.ts'
import { checkName } from './queue.ts'
import { createStatements } from './statements.ts'
import { hasTables, type PostgresQuery, prepareTables, rowsOf } from './tables.ts'

const defaultTtl = 30_000

/**
 * Where journals are kept in Postgres.
 *
 * @example
 * import { PGlite } from '@electric-sql/pglite'
 *
 * const database = await PGlite.create('journals')
 * const options: PostgresJournalsOptions = {
 *   query: (text, values) => database.query(text, values),
 *   schema: 'screening',
 * }
 */
export interface PostgresJournalsOptions {
  /** Sends one statement, over any connection: that of node-postgres, PGlite, pg-boss or another driver. */
  query: PostgresQuery
  /**
   * The schema of the tables, which are created where they are missing.
   *
   * @default 'entity_screening'
   */
  schema?: string | undefined
}

/**
 * Keeps journals in Postgres, version 11 or later, so that processes on any machine can continue each other's imports. It takes
 * your own driver's `query`, of a pool or of a connection outside of transactions. A holder keeps its journal by a lease on the
 * server's clock, and a line is kept only while its token is the current one. A line that may or may not have been kept,
 * because the connection broke, ends the lease: the next holder reads what is there.
 *
 * @throws TypeError where `schema` is no name that can be used.
 * @example
 * import pg from 'pg'
 *
 * const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL })
 * const journals = postgresJournals({ query: (text, values) => pool.query(text, values) })
 * const journal = await journals.open('customers')
 * await importPortfolio(client, { file: 'customers.csv' }, { journal })
 */
export function postgresJournals(options: PostgresJournalsOptions): JournalStore {
  const { schema = 'entity_screening' } = options
  if (typeof options.query !== 'function') throw new TypeError('query must be a function')
  const statements = createStatements(schema)
  // What throws at once rejects like any other.
  const query: PostgresQuery = async (text, values) => options.query(text, values)
  let prepared: Promise<void> | null = null

  /** What failed is tried again. */
  async function prepare(): Promise<void> {
    prepared ??= prepareTables(query, schema)
    await prepared.catch(error => {
      prepared = null
      throw error
    })
  }

  return {
    async open(name, { ttl = defaultTtl, wait = 0 } = {}) {
      checkName(name)
      checkTimes(ttl, wait)
      await prepare()
      const title = `journal ${JSON.stringify(name)}`
      for (const begun = performance.now(); ; ) {
        const { taken, begin } = await takeLease(async () =>
          rowsOf(await query(statements.take, [name, String(ttl)])),
        )
        if (taken[0] !== undefined) {
          const held = { query, statements, row: taken[0], title, ttl }
          return await createLeasedRows(held, begin)
        }
        const [held] = rowsOf(await query(statements.held, [name]))
        const left = wait - (performance.now() - begun)
        if (left <= 0)
          throw new JournalInUseError(
            `${title} is held by another process until ${held?.until}, or longer if that renews it: wait, or end that process`,
          )
        const pause = Math.min(left, 500, Math.max(20, Number(held?.remaining ?? 0)))
        await new Promise(resolve => setTimeout(resolve, pause))
      }
    },

    async inspect(name) {
      checkName(name)
      // Nothing is created to look at.
      if (!(await hasTables(query, schema))) return null
      const rows = rowsOf(await query(statements.inspect, [name]))
      const [first] = rows
      if (first === undefined) return null
      return {
        lines: rows.flatMap(({ line }) => line ?? []),
        heldUntil: first.held_until ?? null,
        token: Number(first.token),
      }
    },
  }
}
