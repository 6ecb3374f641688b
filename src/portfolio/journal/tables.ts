/** What a driver returns, as far as it is read here. */
export interface PostgresRows {
  /** Those that the statement returns, each an object with a field a column. */
  readonly rows: readonly unknown[]
}

/** Sends one statement with its parameters, `$1` first, each of them text. */
export type PostgresQuery = (text: string, values: string[]) => Promise<PostgresRows>

/** Another layout of the tables is another version: who knows only an earlier one must not write. */
const version = 1

/** A row as text: drivers differ in what they make of a bigint. */
export type Row = Readonly<Record<string, string | null>>

/** @throws TypeError where the function given is no such query. */
export function rowsOf(result: PostgresRows): Row[] {
  if (!Array.isArray(result?.rows))
    throw new TypeError('query must return an object with rows, as node-postgres and PGlite do')
  return result.rows.map(row => {
    const fields: [string, unknown][] = Object.entries(row ?? {})
    return Object.fromEntries(fields.map(([name, value]) => [name, value === null ? null : String(value)]))
  })
}

/** @throws TypeError naming what no schema is called. */
export function quoteSchema(schema: string): string {
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
export async function prepareTables(query: PostgresQuery, schema: string): Promise<void> {
  // Who may not create tables may use those that are there.
  if (await hasTables(query, schema)) return
  await query(creation(schema), [])
  await hasTables(query, schema)
}

/** @throws Error where the tables are of another version, or of something else. */
export async function hasTables(query: PostgresQuery, schema: string): Promise<boolean> {
  const quoted = quoteSchema(schema)
  const marker = `${quoted}.journal_tables`
  const [found] = rowsOf(
    await query(
      'select to_regclass($1::text)::text as marker, coalesce(to_regclass($2::text), to_regclass($3::text))::text as other',
      [marker, `${quoted}.journals`, `${quoted}.journal_lines`],
    ),
  )
  if (found?.marker == null) {
    // Nothing of this package is there without the marker: all tables are created at once.
    if (found?.other == null) return false
    throw new Error(
      `the schema ${quoted} has a table ${found.other} that is not of this package's version: choose another schema`,
    )
  }
  const [row] = rowsOf(await query(`select max(version)::text as version from ${marker}`, []))
  if (Number(row?.version) === version) return true
  throw new Error(
    `the tables in the schema ${quoted} are of version ${row?.version}, and this package knows version ${version}: update it, or choose another schema`,
  )
}

function creation(schema: string): string {
  const quoted = quoteSchema(schema)
  const text = (value: string) => `'${value.replaceAll("'", "''")}'`
  return `do $create$
begin
  -- Of all that come at once the first creates, and the others find what it has created.
  perform pg_advisory_xact_lock(hashtextextended('entity-screening-sdk journals', 0));
  if not exists (select from pg_namespace where nspname = ${text(schema)}) then
    create schema ${quoted};
  end if;
  if to_regclass(${text(`${quoted}.journal_tables`)}) is null then
    create table ${quoted}.journals (
      id bigint generated always as identity primary key,
      name text not null unique,
      token bigint not null,
      lease_end timestamptz not null,
      closed boolean not null,
      taken_over boolean not null,
      -- Lines are those from the first position to before the next: others are not there yet, or no more.
      first_position bigint not null,
      next_position bigint not null
    );
    create table ${quoted}.journal_lines (
      journal bigint not null references ${quoted}.journals on delete cascade,
      position bigint not null,
      line text not null,
      primary key (journal, position)
    );
    create table ${quoted}.journal_tables (version integer not null);
    insert into ${quoted}.journal_tables values (${version});
  end if;
end
$create$`
}
