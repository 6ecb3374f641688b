/** The result of a statement, as database drivers return it. Only the rows are used. */
export type SqlRows = {
  /** The rows that the statement returns, each an object with one field per column. */
  readonly rows: readonly unknown[]
}

/** Runs one SQL statement. `values` are its parameters `$1`, `$2` and so on, as strings. */
export type SqlQuery = (text: string, values: string[]) => Promise<SqlRows>

/** A row whose values are strings, because drivers differ in how they return a bigint. */
export type SqlRow = Readonly<Record<string, string | null>>

/** Runs one SQL statement and returns its rows. */
export type RowQuery = (text: string, values: string[]) => Promise<SqlRow[]>

/** Converts the rows of a result. @throws TypeError if the result has no rows. */
export function readSqlRows(result: SqlRows): SqlRow[] {
  if (!Array.isArray(result?.rows))
    throw new TypeError('query must return an object with rows, as node-postgres and PGlite do')
  return result.rows.map(row => {
    const fields: [string, unknown][] = Object.entries(row ?? {})
    return Object.fromEntries(fields.map(([name, value]) => [name, value === null ? null : String(value)]))
  })
}
