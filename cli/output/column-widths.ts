import type { Style } from './colour.ts'

/** A column of a table: its heading, and what stands in it. */
export interface Column<Row> {
  readonly heading: string
  readonly cell: (row: Row) => string | number | null
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

export interface SizedColumn<Row> extends Column<Row> {
  readonly width: number
}

export const gap = '  '

/** What names have before an optional column takes room of them. */
const generous = 40

/** What a column that is cut keeps while there are others that can be left out. */
const comfortable = 24

/** What it keeps in any case. */
const narrowest = 12

/** The columns that stay, and how wide each of them is. They may still be too wide: the others cannot be cut. */
export function fitColumns<Row>(
  columns: readonly SizedColumn<Row>[],
  terminal: number,
): readonly SizedColumn<Row>[] {
  const withWholeNames = dropColumns(columns, terminal, Number.POSITIVE_INFINITY)
  if (withWholeNames !== null) return shrink(withWholeNames, terminal, isOther, comfortable)
  // A name that does not fit in any case is no reason to leave everything else out.
  const withNames = dropColumns(columns, terminal, generous) ?? dropColumns(columns, terminal, comfortable)
  const kept = withNames ?? columns.filter(({ isOptional }) => !isOptional)
  const least = withNames === null ? narrowest : comfortable
  return shrink(shrink(kept, terminal, isOther, least), terminal, ({ isName }) => isName === true, least)
}

function isOther({ isFlexible, isName }: Column<never>): boolean {
  return isFlexible === true && isName !== true
}

/** As many of the columns as fit where names have at least so much; null where they never do. */
function dropColumns<Row>(
  columns: readonly SizedColumn<Row>[],
  terminal: number,
  nameWidth: number,
): readonly SizedColumn<Row>[] | null {
  const least = columns.map(column => ({ ...column, width: leastWidth(column, nameWidth) }))
  if (totalOf(least) <= terminal) return columns
  const last = columns.findLastIndex(({ isOptional }) => isOptional)
  return last === -1 ? null : dropColumns(columns.toSpliced(last, 1), terminal, nameWidth)
}

function leastWidth<Row>({ width, isFlexible, isName }: SizedColumn<Row>, nameWidth: number): number {
  if (isName) return Math.min(width, nameWidth)
  return isFlexible ? Math.min(width, comfortable) : width
}

/** Takes what is too much from the widest of the chosen columns, which keep so much. */
function shrink<Row>(
  columns: readonly SizedColumn<Row>[],
  terminal: number,
  isChosen: (column: Column<never>) => boolean,
  least: number,
): readonly SizedColumn<Row>[] {
  const widths = columns.map(({ width }) => width)
  for (let surplus = totalOf(columns) - terminal; surplus > 0; surplus -= 1) {
    const widest = columns.reduce(
      (found, column, at) => (isChosen(column) && (widths[at] ?? 0) > (widths[found] ?? least) ? at : found),
      -1,
    )
    if (widest === -1) break
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return columns.map((column, at) => ({ ...column, width: widths[at] ?? column.width }))
}

export function totalOf(columns: readonly { readonly width: number }[]): number {
  return columns.reduce((sum, { width }) => sum + width, 0) + gap.length * (columns.length - 1)
}
