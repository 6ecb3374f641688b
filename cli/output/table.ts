import type { Span, Style } from './output.ts'
import { cut, visible, widthOf } from './text.ts'

/** A column of a table. */
export interface Column<Row> {
  readonly heading: string
  readonly cell: (row: Row) => unknown
  readonly style?: (row: Row) => Style | null
  /** Numbers stand on the right. */
  readonly isRight?: boolean
  /** Left out where a terminal is too narrow, the last such column first. */
  readonly isOptional?: boolean
  /** Cut where a terminal is too narrow. */
  readonly isFlexible?: boolean
  /** Cut only where no other column can give. */
  readonly isName?: boolean
}

/** Writes rows in columns. */
export interface Table<Row> {
  readonly heading: readonly Span[]
  line(row: Row): readonly Span[]
}

type Sized<Row> = Column<Row> & { readonly width: number }

const gap = '  '

/**
 * A table as wide as its sample needs, but no wider than a terminal, unless what cannot be cut is. Null for no terminal: nothing
 * is cut or left out then.
 */
export function createTable<Row>(
  columns: readonly Column<Row>[],
  sample: readonly Row[],
  terminal: number | null,
): Table<Row> {
  const sized = columns.map(column => {
    const widths = sample.map(row => widthOf(cellText(column, row)))
    return { ...column, width: Math.max(widthOf(column.heading), ...widths) }
  })
  const fitted = terminal === null ? sized : fitColumns(sized, terminal)
  const format = (cell: (column: Column<Row>) => Span): Span[] =>
    fitted.flatMap((column, at) => {
      const { text, style } = cell(column)
      const shown = terminal === null ? text : cut(text, column.width)
      const padding = ' '.repeat(Math.max(0, column.width - widthOf(shown)))
      const [before, after] = column.isRight ? [padding, ''] : ['', padding]
      const end = at === fitted.length - 1 ? '' : after + gap
      return [{ text: before }, { text: shown, style }, { text: end }]
    })
  return {
    heading: format(({ heading }) => ({ text: heading, style: 'bold' })),
    line: row => format(column => ({ text: cellText(column, row), style: column.style?.(row) })),
  }
}

function cellText<Row>({ cell }: Column<Row>, row: Row): string {
  return visible(String(cell(row) ?? '-'))
}

/** What names have, and other columns that can be cut, before an optional column takes room of them. */
const [generous, comfortable, narrowest] = [40, 24, 12]

function fitColumns<Row>(columns: readonly Sized<Row>[], terminal: number): readonly Sized<Row>[] {
  const least = columns.map(({ width, isName, isFlexible }) =>
    Math.min(width, isName ? generous : isFlexible ? comfortable : width),
  )
  const last = columns.findLastIndex(({ isOptional }) => isOptional)
  if (totalOf(least) > terminal && last !== -1) return fitColumns(columns.toSpliced(last, 1), terminal)
  const widths = columns.map(({ width }) => width)
  const others = columns.map(({ isFlexible, isName }) => isFlexible === true && !isName)
  const names = columns.map(({ isName }) => isName === true)
  for (const width of [comfortable, narrowest])
    for (const chosen of [others, names]) shrink(widths, chosen, width, terminal)
  return columns.map((column, at) => ({ ...column, width: widths[at] ?? column.width }))
}

/** Takes what is too much from the widest of the chosen columns, which keep so much. */
function shrink(widths: number[], chosen: readonly boolean[], least: number, terminal: number): void {
  for (let surplus = totalOf(widths) - terminal; surplus > 0; surplus -= 1) {
    const widest = Math.max(...widths.filter((_, at) => chosen[at]))
    if (widest <= least) return
    widths[widths.findIndex((width, at) => chosen[at] && width === widest)] = widest - 1
  }
}

function totalOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, gap.length * (widths.length - 1))
}
