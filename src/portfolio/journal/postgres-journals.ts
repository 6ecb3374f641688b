import { type RowQuery, readSqlRows, type SqlQuery } from '../../store/sql.ts'
import { acquireJournal, readGlance } from './acquire-journal.ts'
import { type Age, createLease, waitUntilFree } from './create-lease.ts'
import { createStatements } from './create-statements.ts'
import { checkOpening, copyOpening, type JournalStore } from './journal.ts'

const dialect = {
  now: '(extract(epoch from clock_timestamp()) * 1000)::bigint',
  lock: 'for update',
  // Makes the server acknowledge a line only once the line is on the disk, even if the server acknowledges earlier by default.
  durable: `, case when current_setting('synchronous_commit') = 'off'
    then set_config('synchronous_commit', 'on', true) end as durable`,
}

/**
 * The connection to Postgres, and the schema of the tables.
 *
 * @example
 * import { PGlite } from '@electric-sql/pglite'
 *
 * const database = await PGlite.create('journals')
 * const options: PostgresJournalsOptions = { query: (text, values) => database.query(text, values) }
 */
export interface PostgresJournalsOptions {
  /** Sends one statement over any connection. Pass the `query` method of node-postgres, PGlite, pg-boss or another driver. */
  query: SqlQuery
  /** The schema of the tables: letters, digits and `_`. Missing tables are created. Default: `entity_screening`. */
  schema?: string | undefined
}

/**
 * Stores journals in Postgres, version 11 or later, so that processes on any machine can continue each other's imports. Pass the
 * `query` of your own driver: of a pool, or of a connection that is not in a transaction. A process holds its journal by a
 * lease. The server's clock determines when the lease ends. If a connection breaks while a line is written, the process loses
 * its hold on the journal, and the next holder reads the stored lines.
 *
 * @throws TypeError if `schema` is not a valid name.
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
  // This is an async function, so that an exception in the driver rejects the promise.
  const query: RowQuery = async (text, values) => readSqlRows(await send.call(options, text, values))
  const titleOf = (name: string) => `journal ${JSON.stringify(name)}`

  return {
    async open(name, openOptions) {
      const opening = copyOpening(openOptions)
      checkOpening(name, opening)
      const { ttl = 30_000 } = opening
      // A user without the right to create tables can use existing ones.
      if (!(await findTables(query, schema))) await query(wrapTableCreation(schema, statements.tables), [])
      const title = titleOf(name)
      const createHold = (holder: string[], age: Age) =>
        createLease(title, ttl, age, () => query(statements.renew, [...holder, `${ttl}`]))
      return waitUntilFree(title, opening, () =>
        acquireJournal({ query, statements, name, title, ttl, createHold }),
      )
    },

    async inspect(name) {
      checkOpening(name)
      // `inspect` does not create missing tables.
      if (!(await findTables(query, schema))) return null
      return readGlance(await query(statements.inspect, [name]), titleOf(name))
    },
  }
}

/**
 * The comment on the table `journals`. The number identifies the layout of the tables, so that an older version of the package
 * does not write to a newer layout.
 */
const versionComment = 'entity-screening-sdk, version 1'

/** Returns whether the tables exist. @throws Error if they have another version, or belong to another program. */
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

/**
 * Creates the tables in one statement, because a pool may send each statement over another connection. If several processes run
 * the statement at once, only the first one creates tables.
 */
function wrapTableCreation(schema: string, tables: string): string {
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
