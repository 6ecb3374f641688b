import type { Span, Style } from './colour.ts'
import { type Column, fitColumns, gap, type SizedColumn, totalOf } from './column-widths.ts'
import { cut, visible, widthOf } from './visible.ts'

/** Writes rows in columns. A row takes several lines where a terminal is too narrow for one. */
export interface Table<Row> {
  readonly heading: readonly (readonly Span[])[]
  lines(row: Row): readonly (readonly Span[])[]
}

/** A table as wide as its sample needs, but no wider than a terminal. Null for no terminal: nothing is cut or left out then. */
export function createTable<Row>(
  columns: readonly Column<Row>[],
  sample: readonly Row[],
  terminal: number | null,
): Table<Row> {
  const needed = columns.map(column => ({ ...column, width: neededWidth(column, sample) }))
  const sized = terminal === null ? needed : fitColumns(needed, terminal)
  const groups = terminal === null ? [sized] : groupsOf(sized, terminal)
  const format = (cell: (column: Column<Row>) => Span) =>
    groups.map((group, at) => formatLine(group, cell, { isCut: terminal !== null, isFurther: at > 0 }))
  return {
    heading: format(({ heading }) => ({ text: heading, style: 'bold' })),
    lines: row => format(column => ({ text: cellText(column, row), style: styleOf(column, row) })),
  }
}

function neededWidth<Row>(column: Column<Row>, sample: readonly Row[]): number {
  return sample.reduce((most, row) => Math.max(most, widthOf(cellText(column, row))), widthOf(column.heading))
}

function cellText<Row>({ cell }: Column<Row>, row: Row): string {
  return visible(String(cell(row) ?? '-'))
}

function styleOf<Row>({ style }: Column<Row>, row: Row): Style | null {
  return style === undefined ? null : style(row)
}

/** What stands beside each other, line by line: all columns, where the terminal is wide enough. */
function groupsOf<Row>(columns: readonly SizedColumn<Row>[], terminal: number): SizedColumn<Row>[][] {
  const groups: SizedColumn<Row>[][] = []
  for (const column of columns) {
    const indent = groups.length > 1 ? gap.length : 0
    const last = groups.at(-1)
    if (last !== undefined && indent + totalOf([...last, column]) <= terminal) last.push(column)
    else {
      const room = Math.max(1, groups.length > 0 ? terminal - gap.length : terminal)
      groups.push([{ ...column, width: Math.min(column.width, room) }])
    }
  }
  return groups
}

function formatLine<Row>(
  columns: readonly SizedColumn<Row>[],
  cell: (column: Column<Row>) => Span,
  { isCut, isFurther }: { readonly isCut: boolean; readonly isFurther: boolean },
): Span[] {
  const spans = columns.flatMap((column, at): Span[] => {
    const { text, style } = cell(column)
    const shown = isCut ? cut(text, column.width) : text
    const padding = ' '.repeat(Math.max(0, column.width - widthOf(shown)))
    const [before, after] = column.isRight ? [padding, ''] : ['', padding]
    const isLast = at === columns.length - 1
    return [
      { text: before, style: null },
      { text: shown, style },
      { text: isLast ? '' : after + gap, style: null },
    ]
  })
  return isFurther ? [{ text: gap, style: null }, ...spans] : spans
}
