import { type RowQuery, readSqlRows, type SqlQuery } from '../../store/sql.ts'
import { type Age, createLease, waitUntilFree } from './create-lease.ts'
import { createStatements } from './create-statements.ts'
import { checkOpening, copyOpening, type JournalStore } from './journal.ts'
import { glanceOf, takeJournal } from './take-journal.ts'

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
 * const options: PostgresJournalsOptions = { query: (text, values) => database.query(text, values) }
 */
export interface PostgresJournalsOptions {
  /** Sends one statement, over any connection: that of node-postgres, PGlite, pg-boss or another driver. */
  query: SqlQuery
  /** The schema of the tables, which are created where they are missing: letters, digits and `_`. By default `entity_screening`. */
  schema?: string | undefined
}

/**
 * Keeps journals in Postgres, version 11 or later, so that processes on any machine can continue each other's imports. It takes
 * your own driver's `query`, of a pool or of a connection outside of transactions. A holder keeps its journal by a lease on the
 * server's clock. A connection that breaks while a line is on its way ends the lease: the next holder reads what is there.
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
  const { query: send, schema = 'entity_screening' } = options
  if (typeof send !== 'function') throw new TypeError('query must be a function')
  if (typeof schema !== 'string' || !/^[a-z_]\w{0,62}$/i.test(schema))
    throw new TypeError('schema must be a name of at most 63 letters, digits and "_"')
  const statements = createStatements({ ...dialect, prefix: `"${schema}".` })
  // What throws at once rejects like any other.
  const query: RowQuery = async (text, values) => readSqlRows(await send.call(options, text, values))
  const titleOf = (name: string) => `journal ${JSON.stringify(name)}`

  return {
    async open(name, given) {
      const opening = copyOpening(given)
      checkOpening(name, opening)
      const { ttl = 30_000 } = opening
      // Who may not create tables may use those that are there.
      if (!(await findTables(query, schema))) await query(createTables(schema, statements.tables), [])
      const title = titleOf(name)
      const holdOf = (holder: string[], age: Age) =>
        createLease(title, ttl, age, () => query(statements.renew, [...holder, `${ttl}`]))
      return waitUntilFree(title, opening, () => takeJournal({ query, statements, name, title, ttl, holdOf }))
    },

    async inspect(name) {
      checkOpening(name)
      // Nothing is created to look at.
      if (!(await findTables(query, schema))) return null
      return glanceOf(await query(statements.inspect, [name]), titleOf(name))
    },
  }
}

/** Of the table `journals`. Another layout is another version: who knows only an earlier one must not write. */
const versionComment = 'entity-screening-sdk, version 1'

/** @throws Error where the tables are of another version, or of something else. */
async function findTables(query: RowQuery, schema: string): Promise<boolean> {
  const statement = `
    select to_regclass($1::text)::text as found, obj_description(to_regclass($1::text), 'pg_class') as comment`
  const [row] = await query(statement, [`"${schema}".journals`])
  if (row?.found == null) return false
  if (row.comment === versionComment) return true
  throw new Error(
    `the table journals in the schema "${schema}" is not of ${versionComment}, but of ${row.comment ?? 'something else'}: update the package, or choose another schema`,
  )
}

/** One statement, so that it also does with a pool. Of several processes that come at once the first creates all tables. */
function createTables(schema: string, tables: string): string {
  return `do $create$
begin
  perform pg_advisory_xact_lock(hashtextextended('entity-screening-sdk journals', 0));
  if to_regclass('"${schema}".journals') is null then
    if not exists (select from pg_namespace where nspname = '${schema}') then
      create schema "${schema}";
    end if;
    ${tables}
    comment on table "${schema}".journals is '${versionComment}';
  end if;
end
$create$`
}
