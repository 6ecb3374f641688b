import type { Span, Style } from './output.ts'
import { escapeMisleading, textColumns, truncateColumns } from './text.ts'

/** A column of a table. */
export interface TableColumn<Row> {
  readonly heading: string
  readonly cell: (row: Row) => unknown
  readonly style?: (row: Row) => Style | null
  /** Whether the column is aligned to the right, like numbers. */
  readonly isRight?: boolean
  /** Whether a narrow terminal may omit the column. The last optional column is omitted first. */
  readonly isOptional?: boolean
  /** Whether the column is truncated on a narrow terminal. */
  readonly isFlexible?: boolean
  /** Whether the column contains names, which are truncated only if no other column can be. */
  readonly isName?: boolean
}

/** Formats rows as lines of a table. */
export interface RowTable<Row> {
  readonly heading: readonly Span[]
  /** The headings of the columns that a narrow terminal omits. */
  readonly omitted: readonly string[]
  line(row: Row): readonly Span[]
}

type SizedColumn<Row> = TableColumn<Row> & { readonly width: number }

const gap = '  '

/**
 * Creates a table whose column widths fit the sample rows. If the table is wider than the terminal, omits or truncates columns
 * as far as possible. If `terminal` is null, does neither.
 */
export function createTable<Row>(
  columns: readonly TableColumn<Row>[],
  sample: readonly Row[],
  terminal: number | null,
): RowTable<Row> {
  const sizedColumns = columns.map(column => {
    const widths = sample.map(row => textColumns(cellText(column, row)))
    return { ...column, width: Math.max(textColumns(column.heading), ...widths) }
  })
  const fittedColumns = terminal === null ? sizedColumns : fitColumns(sizedColumns, terminal)
  // A column of the user's file may have the heading of another one.
  const fittedCells = new Set(fittedColumns.map(({ cell }) => cell))
  const format = (cell: (column: TableColumn<Row>) => Span): Span[] =>
    fittedColumns.flatMap((column, position) => {
      const { text, style } = cell(column)
      const fittedText = terminal === null ? text : truncateColumns(text, column.width)
      const padding = ' '.repeat(Math.max(0, column.width - textColumns(fittedText)))
      const [before, after] = column.isRight ? [padding, ''] : ['', padding]
      const end = position === fittedColumns.length - 1 ? '' : after + gap
      return [{ text: before }, { text: fittedText, style }, { text: end }]
    })
  return {
    heading: format(({ heading }) => ({ text: heading, style: 'bold' })),
    omitted: columns.filter(({ cell }) => !fittedCells.has(cell)).map(({ heading }) => heading),
    line: row => format(column => ({ text: cellText(column, row), style: column.style?.(row) })),
  }
}

function cellText<Row>({ cell }: TableColumn<Row>, row: Row): string {
  return escapeMisleading(String(cell(row) ?? '-'))
}

/**
 * Widths in characters. Optional columns are omitted before a name column becomes narrower than `nameWidth`, or a flexible
 * column narrower than `flexibleWidth`. Neither kind ever becomes narrower than `minWidth`.
 */
const [nameWidth, flexibleWidth, minWidth] = [40, 24, 12]

function fitColumns<Row>(
  columns: readonly SizedColumn<Row>[],
  terminal: number,
): readonly SizedColumn<Row>[] {
  const minWidths = columns.map(({ width, isName, isFlexible }) =>
    Math.min(width, isName ? nameWidth : isFlexible ? flexibleWidth : width),
  )
  const last = columns.findLastIndex(({ isOptional }) => isOptional)
  if (sumWidths(minWidths) > terminal && last !== -1) return fitColumns(columns.toSpliced(last, 1), terminal)
  const widths = columns.map(({ width }) => width)
  const flexibleColumns = columns.map(({ isFlexible, isName }) => isFlexible === true && !isName)
  const nameColumns = columns.map(({ isName }) => isName === true)
  for (const width of [flexibleWidth, minWidth])
    for (const chosen of [flexibleColumns, nameColumns]) shrink(widths, chosen, width, terminal)
  return columns.map((column, position) => ({ ...column, width: widths[position] ?? column.width }))
}

/** Reduces the widest of the chosen columns step by step, but not below a minimum, until the table fits. */
function shrink(widths: number[], chosen: readonly boolean[], minimum: number, terminal: number): void {
  for (let surplus = sumWidths(widths) - terminal; surplus > 0; surplus -= 1) {
    const widest = Math.max(...widths.filter((_, position) => chosen[position]))
    if (widest <= minimum) return
    widths[widths.findIndex((width, position) => chosen[position] && width === widest)] = widest - 1
  }
}

function sumWidths(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, gap.length * (widths.length - 1))
}
