import { readFile, writeFile } from 'node:fs/promises'
import Papa from 'papaparse'

export const header = 'customer_no;name;type;country;birth date;registration;address'

/** Writes an extract with the usual header, or another one. */
export async function writeExtract(file: string, rows: readonly string[], columns = header): Promise<void> {
  await writeFile(file, [columns, ...rows, ''].join('\n'))
}

/** Writes the results of an import of rows that begin with their outcome, reason and ids. */
export async function writeResults(file: string, rows: readonly string[], columns = header): Promise<void> {
  const lines = rows.map((row, index) => `${index + 2};${row}`)
  await writeFile(file, [`line;outcome;reason;entity_ids;${columns}`, ...lines, ''].join('\n'))
}

type Cells = Readonly<Record<string, string>>

export async function readCells(file: string): Promise<Cells[]> {
  const text = await readFile(file, 'utf8')
  return Papa.parse<Cells>(text, { header: true, skipEmptyLines: 'greedy' }).data
}

/** Returns the cells of some columns of each row, joined. */
export async function readColumns(file: string, ...columns: readonly string[]): Promise<string[]> {
  return (await readCells(file)).map(cells => columns.map(column => cells[column] ?? '?').join(' | '))
}

/** Writes decisions into the column of a file of rows in doubt, by customer number. */
export async function decide(file: string, decisions: Cells, ids: Cells = {}): Promise<void> {
  const rows = (await readCells(file)).map(cells => {
    const number = cells.customer_no ?? ''
    const entityIds = ids[number] ?? cells.entity_ids ?? ''
    return { ...cells, decision: decisions[number] ?? '', entity_ids: entityIds }
  })
  await writeFile(file, Papa.unparse(rows, { delimiter: ';' }))
}
