import Papa from 'papaparse'

/** A line of a table that is not empty, and where it begins. */
export interface TableLine {
  /** From 1. */
  readonly line: number
  readonly cells: readonly string[]
}

const delimiters = ['\t', ';', ','] as const

/** What separates the cells of a line; undefined where nothing does. */
export function delimiterOf(line: string): string | undefined {
  return delimiters.find(delimiter => line.includes(delimiter))
}

/** The cells of a text: one in quotes may have separators, line breaks and doubled quotes. */
export function readTable(text: string, delimiter: string): TableLine[] {
  const { data, errors } = Papa.parse<string[]>(text.replace(/\r\n?/g, '\n'), { delimiter, newline: '\n' })
  const wrong = new Set(errors.map(({ row }) => row))
  const lines: TableLine[] = []
  let line = 1
  for (const [index, cells] of data.entries()) {
    if (wrong.has(index))
      throw new SyntaxError(`Line ${line}: a quote is not closed, or text follows a closed one.`)
    if (cells.some(cell => cell.trim() !== '')) lines.push({ line, cells: cells.map(cell => cell.trim()) })
    line += cells.join('').split('\n').length
  }
  return lines
}
