/** What a driver returns, as far as it is read here. */
export type SqlRows = {
  /** Those that the statement returns, each an object with a field a column. */
  readonly rows: readonly unknown[]
}

/** Sends one statement with its parameters, `$1` first, each of them text. */
export type SqlQuery = (text: string, values: string[]) => Promise<SqlRows>

/** A row as text: drivers differ in what they make of a bigint. */
export type SqlRow = Readonly<Record<string, string | null>>

/** A query whose rows have been read. */
export type RowQuery = (text: string, values: string[]) => Promise<SqlRow[]>

/** @throws TypeError if the function given is no such query. */
export function readSqlRows(result: SqlRows): SqlRow[] {
  if (!Array.isArray(result?.rows))
    throw new TypeError('query must return an object with rows, as node-postgres and PGlite do')
  return result.rows.map(row => {
    const fields: [string, unknown][] = Object.entries(row ?? {})
    return Object.fromEntries(fields.map(([name, value]) => [name, value === null ? null : String(value)]))
  })
}
