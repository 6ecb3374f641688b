import { sleep } from '../../pacing/sleep.ts'
import { messageOf } from '../../shared/errors.ts'
import { rowsOf, type SqlQuery } from '../../store/sql.ts'
import { checkName, JournalInUseError, type JournalStore, type LeasedJournal } from './journal.ts'
import { checkTimes, createLease, type InUse, now, whenFree } from './lease.ts'
import { createSqlJournal, linesIn } from './sql-journal.ts'
import { createStatements, createTables } from './statements.ts'

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
      const { ttl = defaultTtl } = given
      checkName(name)
      checkTimes(given)
      await prepare()
      return whenFree(given, () => take(name, ttl))
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
        lines: linesIn(
          rows.filter(({ line }) => line !== null),
          titleOf(name),
        ),
        isHeld: until !== null,
        heldUntil: until === null ? null : new Date(Number(until)).toISOString(),
        token: Number(first.token),
      }
    },
  }

  async function take(name: string, ttl: number): Promise<LeasedJournal | InUse> {
    const title = titleOf(name)
    const begun = now()
    const [row] = rowsOf(await query(statements.take, [name, String(ttl)]))
    if (row === undefined) {
      const [lease] = rowsOf(await query(statements.lease, [name]))
      const until = new Date(Number(lease?.lease_end ?? 0)).toISOString()
      const error = new JournalInUseError(
        `${title} is held by another process until ${until}, or longer if that renews it: wait, or end that process`,
      )
      return { error, retryIn: Math.min(500, Math.max(20, Number(lease?.remaining ?? 0))) }
    }
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
}

function titleOf(name: string): string {
  return `journal ${JSON.stringify(name)}`
}

function unknownOutcome(title: string, cause: unknown): Error {
  return new Error(`${title} is lost: a line may or may not have been kept (${messageOf(cause)})`, { cause })
}

async function unlessLonger(work: Promise<unknown>, milliseconds: number): Promise<void> {
  const ended = new AbortController()
  await Promise.race([work, sleep(milliseconds, ended.signal)])
  ended.abort()
}

/** Another layout of the tables is another version: who knows only an earlier one must not write. */
const version = 1

/** @throws TypeError naming what no schema is called. */
function prefixOf(schema: string): string {
  return `${quote(schema)}.`
}

function quote(schema: string): string {
  const size = typeof schema === 'string' ? new TextEncoder().encode(schema).length : 0
  if (size < 1 || size > 63 || /[\0$]/.test(schema) || schema.startsWith('pg_') || !schema.isWellFormed())
    throw new TypeError('schema must be a name of 1 to 63 bytes, without "$", that does not begin with "pg_"')
  return `"${schema.replaceAll('"', '""')}"`
}

/**
 * Creates the tables where they are missing. One statement, so that it also does with a pool; several processes may come at once.
 *
 * @throws Error where the tables are of a later version.
 */
async function prepareTables(query: SqlQuery, schema: string): Promise<void> {
  // Who may not create tables may use those that are there.
  if (await hasTables(query, schema)) return
  await query(creation(schema), [])
  await hasTables(query, schema)
}

/** @throws Error where the tables are of another version, or of something else. */
async function hasTables(query: SqlQuery, schema: string): Promise<boolean> {
  const prefix = prefixOf(schema)
  const marker = `${prefix}journal_tables`
  const [found] = rowsOf(
    await query(
      'select to_regclass($1::text)::text as marker, coalesce(to_regclass($2::text), to_regclass($3::text))::text as other',
      [marker, `${prefix}journals`, `${prefix}journal_lines`],
    ),
  )
  if (found?.marker == null) {
    // Nothing of this package is there without the marker: all tables are created at once.
    if (found?.other == null) return false
    throw new Error(
      `the schema ${quote(schema)} has a table ${found.other} that is not of this package's version: choose another schema`,
    )
  }
  const [row] = rowsOf(await query(`select max(version)::text as version from ${marker}`, []))
  if (Number(row?.version) === version) return true
  throw new Error(
    `the tables in the schema ${quote(schema)} are of version ${row?.version}, and this package knows version ${version}: update it, or choose another schema`,
  )
}

function creation(schema: string): string {
  const text = (value: string) => `'${value.replaceAll("'", "''")}'`
  const marker = `${prefixOf(schema)}journal_tables`
  return `do $create$
begin
  -- Of all that come at once the first creates, and the others find what it has created.
  perform pg_advisory_xact_lock(hashtextextended('entity-screening-sdk journals', 0));
  if not exists (select from pg_namespace where nspname = ${text(schema)}) then
    create schema ${quote(schema)};
  end if;
  if to_regclass(${text(marker)}) is null then
    ${createTables(prefixOf(schema))}
    create table ${marker} (version integer not null);
    insert into ${marker} values (${version});
  end if;
end
$create$`
}
