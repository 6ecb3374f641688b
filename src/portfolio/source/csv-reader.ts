import Papa from 'papaparse'

/** A row of a CSV text. */
export interface CsvRow {
  /** The line on which the row begins, counted from 1. */
  readonly line: number
  readonly cells: readonly string[]
  /** The cells as they are written: with all spaces, and with forms such as `="0042"`, which spreadsheets write. */
  readonly rawCells: readonly string[]
  /** The delimiter of the text. */
  readonly delimiter: string
  /** The problem with the quotes; null if there is none. */
  readonly problem: string | null
  /** Whether the row may be part of a footer: it has no delimiter, and follows a blank line or another line of the footer. */
  readonly mayBeFooter: boolean
}

/** The maximum length of a row in characters, so that an unclosed quote does not turn a whole file into one row. */
const maxRowLength = 1_000_000

function createEndlessRowError(line: number): RangeError {
  return new RangeError(
    `line ${line}: a row does not end within ${maxRowLength} characters; is a quote never closed?`,
  )
}

/** Matches a first line such as `sep=;`, which tells spreadsheets the delimiter. */
const delimiterLine = /^sep=([^"\r\n])(?:\r\n?|\n)/i

/**
 * The number of characters that are examined to guess the delimiter. The number is fixed, so that the guess does not depend on
 * how the text is divided into pieces.
 */
const sampleSize = 65_536

/**
 * Creates a function that parses a CSV text in pieces. The function returns the rows that a piece completes; the argument
 * undefined ends the text.
 *
 * @param headerLine the line of the header, counted from 1. The lines before it are skipped, except for a first line that names
 * the delimiter.
 */
export function createCsvReader(headerLine = 1): (piece: string | undefined) => readonly CsvRow[] {
  let [buffer, start, minLength, line] = ['', 0, sampleSize, 1]
  let namedDelimiter: string | undefined
  let rows: CsvRow[] = []
  let isAfterBlank = false
  let parser: Papa.Parser | undefined

  return piece => {
    if (buffer.length > maxRowLength) throw createEndlessRowError(line)
    buffer += piece ?? ''
    rows = []
    skipTitle(piece === undefined)
    if (piece !== undefined && (line < headerLine || buffer.length < minLength)) return rows
    parser ??= new Papa.Parser({ delimiter: readDelimiter(), newline: '\n', step: addRow })
    // Normalizes all line breaks to "\n", even in a mixed file. A final "\r" stays, because its "\n" may be in the next piece.
    buffer = buffer.replace(piece === undefined ? /\r\n?/g : /\r(?!$)\n?/g, '\n')
    start = 0
    parser.parse(buffer, 0, piece !== undefined)
    buffer = buffer.slice(start)
    // Parses again only when the buffer has doubled, so that a row in many pieces is not parsed for each piece.
    minLength = Math.min(2 * buffer.length, maxRowLength + 1)
    return rows
  }

  /** Removes the lines before the header, as far as the buffer contains them. */
  function skipTitle(isEnd: boolean): void {
    while (line < headerLine) {
      // A final "\r" stays, because its "\n" may be in the next piece.
      const lineBreak = /\r\n|\r(?!$)|\n/.exec(buffer)
      if (lineBreak === null) {
        if (isEnd) buffer = ''
        return
      }
      if (line === 1) namedDelimiter = delimiterLine.exec(buffer)?.[1]
      buffer = buffer.slice(lineBreak.index + lineBreak[0].length)
      line += 1
    }
  }

  /**
   * If the first line names the delimiter, such as `sep=;`, returns that delimiter and skips the line. Otherwise guesses the
   * delimiter.
   */
  function readDelimiter(): string {
    if (namedDelimiter !== undefined) return namedDelimiter
    const [named = '', delimiter] = delimiterLine.exec(buffer) ?? []
    if (delimiter === undefined) return guessDelimiter(buffer)
    buffer = buffer.slice(named.length)
    line = Math.max(line, 2)
    return delimiter
  }

  function addRow({ data, errors, meta }: Papa.ParseStepResult<string[][]>): void {
    const [cells = []] = data
    const text = buffer.slice(start, meta.cursor)
    start = meta.cursor
    const hasQuotes = text.includes('"')
    const first = line
    const last = first + (hasQuotes ? text.trimEnd().split('\n').length - 1 : 0)
    line = last + 1
    if (cells.every(cell => cell.trim() === '')) {
      isAfterBlank = true
      return
    }
    const mayBeFooter = isAfterBlank && cells.length === 1
    isAfterBlank = mayBeFooter
    const isWrong =
      hasQuotes && (errors.length > 0 || cells.some(cell => isStray(cell, text, meta.delimiter)))
    const extent = first === last ? '' : ` and the lines up to ${last} were read as one row`
    const problem = isWrong
      ? `has a quote that is not closed, or not doubled within a quoted cell${extent}`
      : null
    const { delimiter } = meta
    rows.push({ line: first, cells: cells.map(readCell), rawCells: cells, delimiter, problem, mayBeFooter })
  }
}

/** Guesses the delimiter from the characters in the header, because names in the rows may contain other delimiters. */
function guessDelimiter(text: string): string {
  const sample = text.slice(0, sampleSize).replace(/\r\n?/g, '\n')
  const [header = ''] = sample.trimStart().split('\n', 1)
  const delimitersToGuess = [',', ';', '\t', '|'].filter(delimiter => header.includes(delimiter))
  return Papa.parse(sample, { preview: 20, newline: '\n', skipEmptyLines: true, delimitersToGuess }).meta
    .delimiter
}

/** Converts `="0042"`, which spreadsheets write to keep the leading zeros of a number, to `0042`. */
function readCell(cell: string): string {
  return cell.trim().replace(/^="(.*)"$/s, '$1')
}

/** Whether a wrong quote may have joined or divided cells by mistake. */
function isStray(cell: string, text: string, delimiter: string): boolean {
  // If a cell has several lines, and a delimiter without a space after it, the lines may be separate rows. In an address, a
  // space follows each comma.
  const [, ...parts] = cell.includes('\n') ? cell.split(delimiter) : []
  if (parts.some(part => /^\S/.test(part))) return true
  const isOdd = cell.split('"').length % 2 === 0 || /^\s*"/.test(cell)
  // In a correctly quoted cell, each literal quote is doubled.
  return isOdd && !text.includes(`"${cell.replaceAll('"', '""')}"`)
}
