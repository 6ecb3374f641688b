/** The part of a driver's result that is read. */
export type SqlRows = {
  /** The rows that the statement returns, each an object with one field per column. */
  readonly rows: readonly unknown[]
}

/** Sends one statement with its parameters, `$1` first, each of them text. */
export type SqlQuery = (text: string, values: string[]) => Promise<SqlRows>

/** A row as text, because drivers convert a bigint differently. */
export type SqlRow = Readonly<Record<string, string | null>>

/** A query whose rows have been read. */
export type RowQuery = (text: string, values: string[]) => Promise<SqlRow[]>

/** @throws TypeError if the result has no rows. */
export function readSqlRows(result: SqlRows): SqlRow[] {
  if (!Array.isArray(result?.rows))
    throw new TypeError('query must return an object with rows, as node-postgres and PGlite do')
  return result.rows.map(row => {
    const fields: [string, unknown][] = Object.entries(row ?? {})
    return Object.fromEntries(fields.map(([name, value]) => [name, value === null ? null : String(value)]))
  })
}
