import Papa from 'papaparse'

/** How a CSV text is written. */
export interface Format {
  readonly delimiter: string
  readonly parser: Papa.Parser
  /** How many characters stand before the header: those of a line `sep=;`, with which Excel says what divides the cells. */
  readonly skipped: number
}

/** @param sample the beginning of the text. */
export function findFormat(sample: string): Format {
  const [separation = '', named] = /^"?sep=([^"\n])"?[,;\t ]*\n/i.exec(sample) ?? []
  const delimiter = named ?? guessDelimiter(sample)
  return { delimiter, parser: new Papa.Parser({ delimiter, newline: '\n' }), skipped: separation.length }
}

function guessDelimiter(sample: string): string {
  return Papa.parse(sample, { preview: 20, newline: '\n', skipEmptyLines: true }).meta.delimiter
}

/** What a line holds if it is a row of its own: a quote that it does not close is then a character like others. */
export function cellsOfLine(line: string, { parser, delimiter }: Format): string[] {
  const { data, errors }: Papa.ParseResult<string[]> = parser.parse(line, 0, false)
  const [cells = []] = data
  const isOpen = errors.some(({ code }) => code === 'MissingQuotes')
  return isOpen ? cells.flatMap((cell, at) => (at < cells.length - 1 ? cell : cell.split(delimiter))) : cells
}
