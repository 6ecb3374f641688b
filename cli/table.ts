import { cut, visible, widthOf } from './visible.ts'

/** A column of a table: its heading, and what stands in it. */
export interface Column<Row> {
  readonly heading: string
  readonly cell: (row: Row) => string | number | null
  /** Numbers stand on the right. */
  readonly isRight?: boolean
  /** Left out where a terminal is too narrow, the last such column first. */
  readonly isOptional?: boolean
  /** Cut where a terminal is too narrow still. */
  readonly isFlexible?: boolean
}

/** Writes rows in columns. */
export interface Table<Row> {
  readonly heading: string
  line(row: Row): string
}

interface SizedColumn<Row> extends Column<Row> {
  readonly width: number
}

const gap = '  '

/** What a flexible column keeps while there are others that can be left out. */
const comfortable = 24

/** What it keeps in any case. */
const narrowest = 12

/** A table as wide as its sample needs, but no wider than a terminal. Null for no terminal: nothing is cut or left out then. */
export function createTable<Row>(
  columns: readonly Column<Row>[],
  sample: readonly Row[],
  terminal: number | null,
): Table<Row> {
  const needed = columns.map(column => ({ ...column, width: neededWidth(column, sample) }))
  const sized = terminal === null ? needed : cutColumns(dropColumns(needed, terminal), terminal)
  const format = (text: (column: Column<Row>) => string) =>
    sized
      .map(column => align(column, terminal === null ? text(column) : cut(text(column), column.width)))
      .join(gap)
      .trimEnd()
  return {
    heading: format(({ heading }) => heading),
    line: row => format(column => cellText(column, row)),
  }
}

function neededWidth<Row>(column: Column<Row>, sample: readonly Row[]): number {
  return sample.reduce((most, row) => Math.max(most, widthOf(cellText(column, row))), widthOf(column.heading))
}

function cellText<Row>({ cell }: Column<Row>, row: Row): string {
  return visible(String(cell(row) ?? '-'))
}

function align<Row>({ isRight, width }: SizedColumn<Row>, text: string): string {
  const padding = ' '.repeat(Math.max(0, width - widthOf(text)))
  return isRight ? padding + text : text + padding
}

function dropColumns<Row>(
  columns: readonly SizedColumn<Row>[],
  terminal: number,
): readonly SizedColumn<Row>[] {
  const least = columns.map(column =>
    column.isFlexible ? Math.min(column.width, comfortable) : column.width,
  )
  const last = columns.findLastIndex(({ isOptional }) => isOptional)
  if (last === -1 || totalOf(least) <= terminal) return columns
  return dropColumns(columns.toSpliced(last, 1), terminal)
}

/** Takes what is too much from the flexible columns, evenly. */
function cutColumns<Row>(columns: readonly SizedColumn<Row>[], terminal: number): SizedColumn<Row>[] {
  const surplus = Math.max(0, totalOf(columns.map(({ width }) => width)) - terminal)
  const share = Math.ceil(surplus / columns.filter(({ isFlexible }) => isFlexible).length)
  return columns.map(column => {
    if (!column.isFlexible) return column
    return { ...column, width: Math.max(Math.min(column.width, narrowest), column.width - share) }
  })
}

function totalOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0) + gap.length * (widths.length - 1)
}
