import { sleep } from '../../pacing/sleep.ts'
import { rowsOf, type SqlQuery } from '../../store/sql.ts'
import { JournalInUseError } from './in-use-error.ts'
import type { JournalStore } from './journal.ts'
import { checkTimes, createLease, now } from './lease.ts'
import { checkName } from './names.ts'
import { hasTables, prefixOf, prepareTables } from './postgres-tables.ts'
import { createSqlJournal } from './sql-journal.ts'
import { createStatements } from './statements.ts'

const defaultTtl = 30_000

/** Longer than a release takes, in milliseconds. */
const longestRelease = 5000

const dialect = {
  now: '(extract(epoch from clock_timestamp()) * 1000)::bigint',
  lock: 'for update',
  // What is acknowledged is on the server's disk, even if it replies before that by default.
  durable: `, case when current_setting('synchronous_commit') = 'off'
    then set_config('synchronous_commit', 'on', true) end as durable`,
}

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
  query: SqlQuery
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
  const statements = createStatements({ ...dialect, prefix: prefixOf(schema) })
  // What throws at once rejects like any other.
  const query: SqlQuery = async (text, values) => options.query(text, values)
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
    async open(name, given = {}) {
      const { ttl = defaultTtl, wait = 0, onWait } = given
      checkName(name)
      checkTimes(given)
      await prepare()
      const title = `journal ${JSON.stringify(name)}`
      let isTold = false
      for (const first = performance.now(); ; ) {
        const begun = now()
        const [row] = rowsOf(await query(statements.take, [name, String(ttl)]))
        if (row !== undefined) {
          const renewal = [name, row.token ?? '', String(ttl)]
          const renew = async () => rowsOf(await query(statements.renew, renewal)).length > 0
          return createSqlJournal({
            query,
            statements,
            name,
            title,
            row,
            hold: createLease({ title, ttl, begun, renew }),
            describe: error => unknownOutcome(title, error),
            // If the server cannot be reached, the lease ends by itself.
            end: released => unlessLonger(released, Math.min(ttl, longestRelease)),
          })
        }
        const [lease] = rowsOf(await query(statements.lease, [name]))
        const until = new Date(Number(lease?.lease_end ?? 0)).toISOString()
        const error = new JournalInUseError(
          `${title} is held by another process until ${until}, or longer if that renews it: wait, or end that process`,
        )
        const left = wait - (performance.now() - first)
        if (left <= 0) throw error
        if (!isTold) onWait?.(error)
        isTold = true
        await sleep(Math.min(left, 500, Math.max(20, Number(lease?.remaining ?? 0))), undefined)
      }
    },

    async inspect(name) {
      checkName(name)
      // Nothing is created to look at.
      if (!(await hasTables(query, schema))) return null
      const rows = rowsOf(await query(statements.inspect, [name]))
      const [first] = rows
      if (first === undefined) return null
      const { held_until: until = null } = first
      return {
        lines: rows.flatMap(({ line }) => line ?? []),
        isHeld: until !== null,
        heldUntil: until === null ? null : new Date(Number(until)).toISOString(),
        token: Number(first.token),
      }
    },
  }
}

function unknownOutcome(title: string, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new Error(`${title} is lost: a line may or may not have been kept (${reason})`, { cause })
}

async function unlessLonger(work: Promise<unknown>, milliseconds: number): Promise<void> {
  const ended = new AbortController()
  await Promise.race([work, sleep(milliseconds, ended.signal)])
  ended.abort()
}
