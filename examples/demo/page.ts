import { styleText } from 'node:util'
import { fitColumn, textWidth, truncate, wrap } from './text-width.ts'

/** How wide a terminal is taken to be. */
const pageWidth = 80

/** Where the text of a labelled line begins. */
const labelWidth = 12

export type Style = Parameters<typeof styleText>[0]

/** A column of a table: its title, how wide it is, and what it shows of a row. */
export interface Column<Row> {
  readonly title: string
  readonly width: number
  readonly align?: 'left' | 'right'
  readonly text: (row: Row) => string
  readonly style?: (row: Row) => Style
}

// Not left to styleText, which colours a pipe where FORCE_COLOR is set.
const coloured =
  process.stdout.isTTY === true &&
  !process.env.NO_COLOR &&
  process.env.TERM !== 'dumb'

/** A reader that has seen enough, such as `head`, is no failure. */
export function watchOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    process.stderr.write(
      `The demo stopped: its output cannot be written (${error.code ?? error.message})\n`,
    )
    process.exit(1)
  })
}

export function title(text: string): void {
  print(style('bold', text))
}

export function heading(text: string): void {
  print('', '', style('bold', text), style('dim', '─'.repeat(textWidth(text))), '')
}

export function paragraph(text: string): void {
  print(...wrap(text, pageWidth))
}

/** A term, and beside it what there is to say of it. */
export function labelled(
  label: string,
  text: string,
  format: Style = 'none',
): void {
  const [first = '', ...rest] = wrap(text, pageWidth - labelWidth)
  print(style('dim', fitColumn(label, labelWidth)) + style(format, first))
  print(...rest.map(line => ' '.repeat(labelWidth) + style(format, line)))
}

export function gap(): void {
  print('')
}

export function table<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): void {
  const line = (cell: (column: Column<Row>, width: number) => string) =>
    columns.map(column => cell(column, column.width)).join('  ')
  print(
    style(
      'bold',
      line(({ title, align }, width) => fitColumn(title, width, align)).trimEnd(),
    ),
  )
  const rule = line((_, width) => '─'.repeat(width))
  print(style('dim', rule))
  for (const row of rows) {
    print(
      line(column =>
        style(column.style?.(row) ?? 'none', cellText(column, row, columns)),
      ),
    )
  }
}

/** Nothing is to the right of the last column: no spaces are needed there. */
function cellText<Row>(
  column: Column<Row>,
  row: Row,
  columns: readonly Column<Row>[],
): string {
  const text = column.text(row)
  return column === columns.at(-1) && column.align !== 'right'
    ? truncate(text, column.width)
    : fitColumn(text, column.width, column.align)
}

function style(format: Style, text: string): string {
  return coloured && format !== 'none'
    ? styleText(format, text, { validateStream: false })
    : text
}

function print(...lines: readonly string[]): void {
  for (const line of lines) process.stdout.write(`${line}\n`)
}
