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
  const lines: TableLine[] = []
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"|((?!")[^${delimiter}\\r\\n]*))(${delimiter}|\\r?\\n|\\r|$)`,
    'y',
  )
  let cells: string[] = []
  let [begun, line] = [1, 1]
  while (cell.lastIndex < text.length) {
    const [all = '', quoted, plain = '', end = ''] = cell.exec(text) ?? []
    if (all === '')
      throw new SyntaxError(`Line ${line}: a quote is not closed, or text follows a closed one.`)
    cells.push((quoted === undefined ? plain : quoted.replaceAll('""', '"')).trim())
    line += all.split('\n').length - 1
    if (end === delimiter && cell.lastIndex < text.length) continue
    if (cells.some(value => value !== '')) lines.push({ line: begun, cells })
    cells = []
    begun = line
  }
  return lines
}
