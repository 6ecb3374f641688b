import { join, parse } from 'node:path'
import type { ExtractComparison, RowToDecide } from '../../src/portfolio/extracts/compare-extracts.ts'
import type {
  ChangedRow,
  ComparedRow,
  RowInDoubt,
  UnreadableRow,
} from '../../src/portfolio/extracts/compared-row.ts'
import type { FormerRow } from '../../src/portfolio/extracts/former-rows.ts'
import type { Extract } from '../../src/portfolio/extracts/read-extract.ts'
import { writeChecksum } from '../../src/portfolio/extracts/row-identity.ts'
import { resultColumns } from '../../src/portfolio/results/result-columns.ts'
import { type CsvStyle, markOf } from '../output/csv-style.ts'
import { csvLine, plainCsvLine } from '../output/rows.ts'

export const fileParts = ['import', 'create', 'inDoubt', 'gone', 'customers'] as const

/** The files that a comparison writes: their names, or their contents. */
export type ComparisonFiles = Readonly<Record<(typeof fileParts)[number], string>>

/** Names the files after the new extract, and beside it. */
export function nameFiles(newFile: string): ComparisonFiles {
  const { dir, name } = parse(newFile)
  const beside = (part: string) => join(dir, `${name}-${part}.csv`)
  return {
    import: beside('import'),
    create: beside('create'),
    inDoubt: beside('in-doubt'),
    gone: beside('gone'),
    customers: beside('customers'),
  }
}

/** The columns that each file has before those of the user's file. */
export const addedColumns = {
  import: [],
  create: [],
  inDoubt: ['decision', 'same_as', 'same_as_name', 'reason', 'place', 'entity_ids'],
  gone: ['former', 'entity_ids', 'same_as'],
  customers: [...resultColumns, 'decision'],
} as const satisfies Readonly<Record<(typeof fileParts)[number], readonly string[]>>

/** A table with columns that a comparison adds, before the cells of a user's file. */
interface AddedTable {
  readonly added: readonly string[]
  readonly names: readonly string[]
  readonly rows: readonly { readonly added: readonly unknown[]; readonly cells: readonly string[] }[]
}

/** Composes the content of each file. @param style that of the new extract. */
export function formatFiles(
  { rows, doubtful, former }: ExtractComparison,
  { format: { names } }: Extract,
  style: CsvStyle,
): ComparisonFiles {
  const table = (content: AddedTable) => formatTable(content, style)
  const source = (isPart: (row: ComparedRow) => boolean) =>
    table({
      added: addedColumns.import,
      names,
      rows: rows.filter(isPart).map(({ row: { cells } }) => ({ added: [], cells })),
    })
  return {
    import: source(isToImport),
    create: source(isToCreate),
    inDoubt: table({
      added: addedColumns.inDoubt,
      names,
      rows: doubtful.map(formatDoubtful),
    }),
    gone: table(formatFormer(former)),
    customers: table({
      added: addedColumns.customers,
      names,
      rows: rows.flatMap(row => formatCustomer(row) ?? []),
    }),
  }
}

/** Whether a row is sent, unless it may repeat an entity of the team. */
export function isToImport(row: ComparedRow): boolean {
  return row.kind === 'changed' || (row.kind === 'new' && !row.isDecided)
}

/** Whether a row is sent although it may repeat an entity: a person has decided that it is another customer. */
export function isToCreate(row: ComparedRow): boolean {
  return row.kind === 'new' && row.isDecided
}

function formatTable({ added, names, rows }: AddedTable, style: CsvStyle): string {
  const { delimiter } = style
  const header = plainCsvLine([...added, ...names], delimiter)
  const lines = rows.map(row => {
    const cells = plainCsvLine(row.cells, delimiter)
    // A reason and an ID come from the service. The cells are those of the user's file, and stay as they are.
    return row.added.length === 0 ? cells : `${csvLine(row.added, delimiter)}${delimiter}${cells}`
  })
  return markOf(style) + [header, ...lines, ''].join('\n')
}

function formatDoubtful({ decision, sameAs, otherNames, doubt, place, entityIds, row }: RowToDecide) {
  const ids = decision?.kind === 'same' ? [decision.id] : entityIds
  const numbers = sameAs.map(({ number }) => number).join(' ')
  const names = sameAs.map(({ row: { name } }) => name)
  const entityNames = [...names, ...otherNames.filter(name => !names.includes(name))].join('; ')
  return { added: [decision?.kind, numbers, entityNames, doubt, place, ids.join(' ')], cells: row.cells }
}

/** Formats a row of the customers, which a later comparison reads like the results of an import; null for a new row. */
function formatCustomer(compared: ComparedRow) {
  if (compared.kind === 'new') return null
  const { entityIds, row } = compared
  const { outcome, reason, isDecided } = compared.kind === 'same' ? compared : describeUnsettled(compared)
  const added = [
    row.line,
    outcome,
    reason,
    entityIds.join(' '),
    writeChecksum(row.identity, row.fields),
    isDecided ? 'same' : '',
  ]
  return { added, cells: row.cells }
}

function describeUnsettled(row: ChangedRow | UnreadableRow | RowInDoubt) {
  if (row.kind === 'unreadable') return { outcome: row.kind, reason: row.reason, isDecided: false }
  if (row.kind === 'changed') return { outcome: row.kind, reason: '', isDecided: false }
  return { outcome: row.isCreated ? 'created_in_doubt' : row.kind, reason: row.doubt, isDecided: false }
}

/** The earlier files may have different columns. */
function formatFormer(former: readonly FormerRow[]): AddedTable {
  const extracts = new Set(former.map(({ row }) => row.extract))
  const addedNames: ReadonlySet<string> = new Set(addedColumns.customers)
  const names = [...new Set([...extracts].flatMap(({ format }) => format.names))].filter(
    name => !addedNames.has(name),
  )
  return {
    added: addedColumns.gone,
    names,
    rows: former.map(({ kind, entityIds, sameAs, row: { row, extract } }) => ({
      added: [kind.replace('_', ' '), entityIds.join(' '), sameAs.join(' ')],
      cells: names.map(name => row.cells[extract.format.names.indexOf(name)] ?? ''),
    })),
  }
}
