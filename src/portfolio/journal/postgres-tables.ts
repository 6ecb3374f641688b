import { rowsOf, type SqlQuery } from '../../store/sql.ts'
import { createTables } from './statements.ts'

/** Another layout of the tables is another version: who knows only an earlier one must not write. */
const version = 1

/** @throws TypeError naming what no schema is called. */
export function prefixOf(schema: string): string {
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
export async function prepareTables(query: SqlQuery, schema: string): Promise<void> {
  // Who may not create tables may use those that are there.
  if (await hasTables(query, schema)) return
  await query(creation(schema), [])
  await hasTables(query, schema)
}

/** @throws Error where the tables are of another version, or of something else. */
export async function hasTables(query: SqlQuery, schema: string): Promise<boolean> {
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
