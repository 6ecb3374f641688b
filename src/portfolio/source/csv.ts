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
 * The rows of a CSV text that comes in chunks, in arrays, blank rows apart.
 *
 * @throws RangeError where a row does not end within a million characters.
 */
export async function* readCsv(chunks: AsyncIterable<string>): AsyncGenerator<readonly CsvRow[]> {
  let rest = ''
  let wanted = sampleSize
  let line = 1
  let format: Format | undefined
  /** Whether a space follows each delimiter of the header. */
  let isSpaced: boolean | undefined

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
      isSpaced ??= cells.length > 1 && cells.slice(1).every(cell => /^\s/.test(cell))
      const raw = () => {
        lines ??= text.split('\n')
        return lines.slice(first - before, first - before + breaks + 1)
      }
      const problem = malformed.has(index)
        ? describeQuoting(first, first + countBreaks([cells.join('').trimEnd()]))
        : breaks > 0 && cells.some(cell => mayHoldRows(cell, from.delimiter, isSpaced))
          ? describeQuoting(first, first + breaks)
          : hasQuotes
            ? findStrayQuote(cells, from.delimiter, raw)
            : null
      rows.push({ line: first, cells: readCells(cells), problem })
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

function describeQuoting(first: number, last: number): string {
  const extent = first === last ? '' : ` and the lines up to ${last} were read as one row`
  return `has a quote that is not closed, or not doubled within a quoted cell${extent}`
}

/** What is wrong with quotes that the parser takes for characters like others. */
function findStrayQuote(
  cells: readonly string[],
  delimiter: string,
  raw: () => readonly string[],
): string | null {
  const opens = cells.findIndex(cell => isOdd(cell) && /(^|\s)"\S/.test(cell))
  const closes = cells.findLastIndex(cell => isOdd(cell) && /[^\s"]"([\s.)]|$)/.test(cell))
  const isDivided = opens >= 0 && opens < closes
  if (!isDivided && !cells.some(isSpacedQuote)) return null
  // In a cell that is quoted as a whole they are doubled, and mean themselves.
  const bare = findBare(cells, delimiter, raw().join('\n'))
  // After a space: what it was to hold together has been divided.
  if (cells.some((cell, at) => isSpacedQuote(cell) && bare[at]))
    return 'has a space between a delimiter and a quote'
  return isDivided && bare[opens] && bare[closes]
    ? 'has a quote that is opened in one cell and closed in another: a cell that contains the delimiter must be quoted'
    : null
}

function isSpacedQuote(cell: string): boolean {
  return /^\s+"/.test(cell)
}

function isOdd(cell: string): boolean {
  return cell.includes('"') && cell.split('"').length % 2 === 0
}

/** Which cells of a row stand in its text without quotes around them. */
function findBare(cells: readonly string[], delimiter: string, text: string): boolean[] {
  let at = 0
  return cells.map(cell => {
    const isBare = text[at] !== '"'
    const length = isBare ? cell.length : cell.replaceAll('"', '""').length + 2
    at = text.indexOf(delimiter, at + length) + 1
    return isBare
  })
}

/** Whether lines in a quoted cell may be rows that a stray quote has swallowed. In an address a space follows each comma. */
function mayHoldRows(cell: string, delimiter: string, isSpaced: boolean | undefined): boolean {
  if (!cell.includes('\n')) return false
  const [, ...others] = cell.split(delimiter)
  return others.some(part => isSpaced || (part !== '' && !/^\s/.test(part)))
}
