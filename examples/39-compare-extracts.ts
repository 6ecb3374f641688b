// Compares a new extract with the results of earlier imports, by customer number.
// Writes the rows to import, the customers who
// are gone, and all customers with the ids of their entities:
// `npx tsx compare.mts december.csv customer_no november-results.csv`.
import { readFile, writeFile } from 'node:fs/promises'
import Papa from 'papaparse'

type Row = Readonly<Record<string, string>>

const [extractFile = '', key = '', ...earlierFiles] = process.argv.slice(2)
const numberOf = (row: Row) => row[key]?.trim() ?? ''
const idsOf = (row: Row): readonly string[] => row.entity_ids?.match(/\S+/g) ?? []

async function readCsv(file: string) {
  const text = await readFile(file, 'utf8')
  const { data, errors, meta } = Papa.parse<Row>(text, {
    header: true,
    skipEmptyLines: 'greedy',
  })
  const { fields = [], delimiter } = meta
  const error = errors.find(
    ({ code }) => code !== 'TooFewFields' && code !== 'UndetectableDelimiter',
  )
  if (error !== undefined)
    throw new Error(`${file}, row ${(error.row ?? 0) + 1}: ${error.message}`)
  if (!fields.includes(key)) throw new Error(`${file} has no column "${key}"`)
  return { rows: data, fields, delimiter }
}

async function writeCsv(
  name: string,
  fields: string[],
  data: Row[],
): Promise<string> {
  const file = `${extractFile.replace(/\.csv$/i, '')}-${name}.csv`
  const text = Papa.unparse(
    { fields, data },
    { delimiter: extract.delimiter, newline: '\n' },
  )
  await writeFile(file, `${text.trimEnd()}\n`, { mode: 0o600 })
  return file
}

const extract = await readCsv(extractFile)
const { rows, fields } = extract

/** The columns that only the files of this program and of the import have. */
const addedColumns = ['line', 'outcome', 'reason', 'entity_ids', 'changes']

/** Reads the results of an import, or the customers that this program wrote. */
async function readEarlier(file: string): Promise<Row[]> {
  const earlier = await readCsv(file)
  const isIn = (names: string[]) => (name: string) =>
    names.includes(name) || addedColumns.includes(name)
  const other = [...fields, ...earlier.fields].find(
    name => !isIn(fields)(name) || !isIn(earlier.fields)(name),
  )
  if (other !== undefined)
    throw new Error(
      `${file} and ${extractFile} do not both have the column "${other}"`,
    )
  const unlisted = earlier.rows.find(
    row => row.outcome === 'created' && idsOf(row).length === 0,
  )
  if (unlisted !== undefined)
    throw new Error(
      `${file}: ${numberOf(unlisted)} has no entity id yet. ` +
        'Import again with the same journal',
    )
  return earlier.rows
}

// The latest row of each customer with an entity, and the rows that a new entity of
// the customer has replaced.
const known = new Map<string, Row>()
const replaced: Row[] = []
for (const file of earlierFiles)
  for (const row of await readEarlier(file)) {
    const before = known.get(numberOf(row))
    const isSame =
      before !== undefined && idsOf(before).some(id => idsOf(row).includes(id))
    if (idsOf(row).length > 0 && /^(created|duplicate)?$/.test(row.outcome ?? '')) {
      if (before !== undefined && !isSame) replaced.push(before)
      known.set(numberOf(row), row)
    }
    // A possible duplicate is settled if it is the customer's own entity.
    // Otherwise, its ids are those of a namesake.
    else if (isSame)
      known.set(numberOf(row), { ...row, entity_ids: before.entity_ids ?? '' })
  }

const numbers = new Set(rows.map(numberOf))
if (numbers.has('') || numbers.size < rows.length)
  throw new Error(`${extractFile}: each row must have a ${key} of its own`)

/** The columns that differ from the row that was imported. */
function listChanges(row: Row): string {
  const before = known.get(numberOf(row)) ?? row
  const toLine = (cell = '') => cell.replace(/\r?\n/g, '\\n')
  return fields
    .filter(name => name in before && toLine(row[name]) !== toLine(before[name]))
    .join(', ')
}

const added = rows.filter(row => !known.has(numberOf(row)))
const changed = rows
  .map(row => ({ ...row, changes: listChanges(row) }))
  .filter(row => row.changes !== '')
const gone = [...known.values()].filter(row => !numbers.has(numberOf(row)))
const customers = rows.flatMap(row => {
  const before = known.get(numberOf(row))
  return before === undefined
    ? []
    : [{ ...row, changes: listChanges(row), entity_ids: before.entity_ids ?? '' }]
})

const importFile = await writeCsv(
  'new',
  [...fields, 'changes'],
  [...added, ...changed],
)
console.log(`${added.length} new and ${changed.length} changed: ${importFile}`)
const goneFile = await writeCsv(
  'gone',
  [...fields, 'entity_ids'],
  [...gone, ...replaced],
)
console.log(`${gone.length} gone, ${replaced.length} replaced: ${goneFile}`)
const columns = [...fields, 'changes', 'entity_ids']
const customerFile = await writeCsv('customers', columns, customers)
console.log(`${customers.length} with an entity: ${customerFile}`)
