import Papa from 'papaparse'
import { describeQuoting, findStrayQuote } from './quotes.ts'

/** A row of a CSV text. */
export interface CsvRow {
  /** The line on which it begins, counted from 1. */
  readonly line: number
  readonly cells: readonly string[]
  /** What is wrong with its quoting; null where nothing is. */
  readonly problem: string | null
  /** Of a row that goes over several lines: what each line would hold if it were a row of its own. */
  readonly lines?: readonly (readonly string[])[]
}

/** No row is longer, in characters: a quote that is never closed must not swallow a whole file. */
const longestRow = 1_000_000

/** How much of a text shows what divides its cells: the same for the same text, in whatever chunks it comes. */
const sampleSize = 65_536

/**
 * The rows of a CSV text that comes in chunks, in arrays, blank rows apart.
 *
 * @throws RangeError where a row does not end within a million characters.
 */
export async function* readCsv(chunks: AsyncIterable<string>): AsyncGenerator<readonly CsvRow[]> {
  let rest = ''
  let wanted = sampleSize
  let line = 1
  let format: Format | undefined

  for await (const chunk of withLineFeeds(chunks)) {
    rest += chunk
    if (rest.length < wanted) continue
    format ??= begin()
    yield take(format, true)
    if (rest.length > longestRow)
      throw new RangeError(
        `line ${line}: a row does not end within ${longestRow} characters; is a quote never closed?`,
      )
    // A row that comes in many pieces is not parsed again for each of them.
    wanted = Math.min(2 * rest.length, longestRow + 1)
  }
  if (rest !== '') yield take(format ?? begin(), false)

  function begin(): Format {
    const found = findFormat(rest.slice(0, sampleSize))
    rest = rest.slice(found.skipped)
    if (found.skipped > 0) line += 1
    return found
  }

  function take(from: Format, more: boolean): CsvRow[] {
    const { data, errors, meta }: Papa.ParseResult<string[]> = from.parser.parse(rest, 0, more)
    const text = rest.slice(0, meta.cursor)
    rest = rest.slice(meta.cursor)
    const hasQuotes = text.includes('"')
    const malformed = new Set(errors.map(error => error.row))
    let lines: string[] | undefined
    const before = line
    const rows: CsvRow[] = []
    for (const [index, cells] of data.entries()) {
      const first = line
      const breaks = hasQuotes ? countBreaks(cells) : 0
      line += 1 + breaks
      if (cells.every(cell => cell.trim() === '')) continue
      const raw = () => {
        lines ??= text.split('\n')
        return lines.slice(first - before, first - before + breaks + 1)
      }
      const problem = malformed.has(index)
        ? describeQuoting(first, first + countBreaks([cells.join('').trimEnd()]))
        : hasQuotes
          ? findStrayQuote(cells, from.delimiter, raw)
          : null
      const read = { line: first, cells: readCells(cells), problem }
      rows.push(breaks === 0 ? read : { ...read, lines: raw().map(text => cellsOfLine(text, from)) })
    }
    return rows
  }
}

/** How a CSV text is written. */
interface Format {
  readonly delimiter: string
  readonly parser: Papa.Parser
  /** How many characters stand before the header: those of a line `sep=;`, with which Excel says what divides the cells. */
  readonly skipped: number
}

/** Finds out from the beginning of a text how it is written. */
function findFormat(sample: string): Format {
  const [separation = '', named] = /^"?sep=([^"\n])"?[,;\t ]*\n/i.exec(sample) ?? []
  const delimiter = named ?? guessDelimiter(sample)
  return { delimiter, parser: new Papa.Parser({ delimiter, newline: '\n' }), skipped: separation.length }
}

/** Of those in the header: names in the rows below hold others, and quotes that make sense with the right one only. */
function guessDelimiter(sample: string): string {
  const [header = ''] = sample.trimStart().split('\n', 1)
  const delimitersToGuess = [',', ';', '\t', '|'].filter(delimiter => header.includes(delimiter))
  return Papa.parse(sample, { preview: 20, newline: '\n', skipEmptyLines: true, delimitersToGuess }).meta
    .delimiter
}

/** What a line holds if it is a row of its own: a quote that it does not close is then a character like others. */
function cellsOfLine(line: string, { parser, delimiter }: Format): string[] {
  const { data, errors }: Papa.ParseResult<string[]> = parser.parse(line, 0, false)
  const [cells = []] = data
  const isOpen = errors.some(({ code }) => code === 'MissingQuotes')
  return isOpen ? cells.flatMap((cell, at) => (at < cells.length - 1 ? cell : cell.split(delimiter))) : cells
}

/** Line breaks of every kind as "\n", also where files have several kinds, and where a chunk ends between "\r" and "\n". */
async function* withLineFeeds(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let held = ''
  for await (const chunk of chunks) {
    const text = held + chunk
    held = text.endsWith('\r') ? '\r' : ''
    const whole = text.slice(0, text.length - held.length)
    yield whole.includes('\r') ? whole.replace(/\r\n?/g, '\n') : whole
  }
  if (held !== '') yield '\n'
}

function countBreaks(cells: readonly string[]): number {
  let breaks = 0
  for (const cell of cells) if (cell.includes('\n')) breaks += cell.split('\n').length - 1
  return breaks
}

/** Spreadsheets write `="0042"` to keep the zeros of a number. */
function readCells(cells: readonly string[]): string[] {
  return cells.map(cell => {
    const text = cell.trim()
    return text.startsWith('="') && text.endsWith('"') && text.length > 2 ? text.slice(2, -1) : text
  })
}
