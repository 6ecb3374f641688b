import Papa from 'papaparse'

/** A row of a CSV text. */
export interface CsvRow {
  /** The line on which it begins, counted from 1. */
  readonly line: number
  readonly cells: readonly string[]
  /** What is wrong with its quoting; null where nothing is. */
  readonly problem: string | null
}

/** No row is longer, in characters: a quote that is never closed must not swallow a whole file. */
const longestRow = 1_000_000

/** How much of a text shows what divides its cells: the same for the same text, in whatever chunks it comes. */
const sampleSize = 65_536

/**
 * The rows of a CSV text that comes in chunks, in arrays, blank rows apart. What divides the cells is found out from its beginning.
 *
 * @throws RangeError where a row does not end within a million characters.
 */
export async function* readCsv(chunks: AsyncIterable<string>): AsyncGenerator<readonly CsvRow[]> {
  let rest = ''
  let wanted = sampleSize
  let line = 1
  let parser: Papa.Parser | undefined

  for await (const chunk of withLineFeeds(chunks)) {
    rest += chunk
    if (rest.length < wanted) continue
    parser ??= createParser(rest)
    yield take(parser, true)
    if (rest.length > longestRow)
      throw new RangeError(
        `line ${line}: a row does not end within ${longestRow} characters; is a quote never closed?`,
      )
    // A row that comes in many pieces is not parsed again for each of them.
    wanted = Math.min(2 * rest.length, longestRow + 1)
  }
  if (rest !== '') yield take(parser ?? createParser(rest), false)

  function take(from: Papa.Parser, more: boolean): CsvRow[] {
    const rows: CsvRow[] = []
    const { data, errors, meta }: Papa.ParseResult<string[]> = from.parse(rest, 0, more)
    rest = rest.slice(meta.cursor)
    const malformed = new Set(errors.map(error => error.row))
    for (const [index, cells] of data.entries()) {
      const first = line
      line += 1 + cells.reduce((breaks, cell) => breaks + countBreaks(cell), 0)
      if (cells.every(cell => cell.trim() === '')) continue
      const problem = malformed.has(index) ? describeQuoting(first, cells) : findStrayQuote(cells)
      rows.push({ line: first, cells: cells.map(readCell), problem })
    }
    return rows
  }
}

/** Line breaks of every kind as "\n", also where files have several kinds, and where a chunk ends between "\r" and "\n". */
async function* withLineFeeds(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let held = ''
  for await (const chunk of chunks) {
    const text = held + chunk
    held = text.endsWith('\r') ? '\r' : ''
    yield text.slice(0, text.length - held.length).replace(/\r\n?/g, '\n')
  }
  if (held !== '') yield '\n'
}

function createParser(text: string): Papa.Parser {
  const { delimiter } = Papa.parse(text.slice(0, sampleSize), {
    preview: 20,
    newline: '\n',
    skipEmptyLines: true,
  }).meta
  return new Papa.Parser({ delimiter, newline: '\n' })
}

function countBreaks(cell: string): number {
  return cell.includes('\n') ? cell.split('\n').length - 1 : 0
}

/** Spreadsheets write `="0042"` to keep the zeros of a number. */
function readCell(cell: string): string {
  const text = cell.trim()
  return text.startsWith('="') && text.endsWith('"') && text.length > 2 ? text.slice(2, -1) : text
}

function describeQuoting(first: number, cells: readonly string[]): string {
  const last = first + countBreaks(cells.join('').trimEnd())
  const extent = first === last ? '' : ` and the lines up to ${last} were read as one row`
  return `has a quote that is not closed, or not doubled within a quoted cell${extent}`
}

/** After a space a quote is a character like others: what it was to hold together has been divided. */
function findStrayQuote(cells: readonly string[]): string | null {
  return cells.some(cell => /^\s+"/.test(cell)) ? 'has a space between a delimiter and a quote' : null
}
