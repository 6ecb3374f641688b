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

/** The state of parsing a CSV text that comes in pieces. */
export interface CsvReader {
  /** The line of the header, counted from 1. */
  readonly headerLine: number
  /** The text that is not parsed yet. */
  buffer: string
  /** The line on which the buffer begins, counted from 1. */
  line: number
  /** The minimum length of the buffer at which it is parsed before the end of the text. */
  minLength: number
  /** The delimiter; undefined until it is known. */
  delimiter: string | undefined
  /** Whether a row that has no delimiter would be part of a footer. */
  isAfterBlank: boolean
}

/**
 * @param headerLine the line of the header, counted from 1. The lines before it are skipped, except for a first line that names
 * the delimiter.
 */
export function createCsvReader(headerLine = 1): CsvReader {
  const delimiter = undefined
  return { headerLine, buffer: '', line: 1, minLength: sampleSize, delimiter, isAfterBlank: false }
}

/** Returns the rows that a piece of the text completes. The piece undefined ends the text. */
export function readCsvRows(reader: CsvReader, piece: string | undefined): readonly CsvRow[] {
  if (reader.buffer.length > maxRowLength) throw createEndlessRowError(reader.line)
  const isEnd = piece === undefined
  reader.buffer += piece ?? ''
  skipTitle(reader, isEnd)
  const { headerLine, line, buffer, minLength } = reader
  if (!isEnd && (line < headerLine || buffer.length < minLength)) return []
  reader.delimiter ??= readDelimiter(reader)
  return parseBuffer(reader, reader.delimiter, isEnd)
}

/** Removes the lines before the header, as far as the buffer contains them. */
function skipTitle(reader: CsvReader, isEnd: boolean): void {
  while (reader.line < reader.headerLine) {
    const { buffer } = reader
    // A final "\r" stays, because its "\n" may be in the next piece.
    const lineBreak = /\r\n|\r(?!$)|\n/.exec(buffer)
    if (lineBreak === null) {
      if (isEnd) reader.buffer = ''
      return
    }
    if (reader.line === 1) reader.delimiter = delimiterLine.exec(buffer)?.[1]
    reader.buffer = buffer.slice(lineBreak.index + lineBreak[0].length)
    reader.line += 1
  }
}

/**
 * If the first line names the delimiter, such as `sep=;`, returns that delimiter and skips the line. Otherwise guesses the
 * delimiter.
 */
function readDelimiter(reader: CsvReader): string {
  const [named = '', delimiter] = delimiterLine.exec(reader.buffer) ?? []
  if (delimiter === undefined) return guessDelimiter(reader.buffer)
  reader.buffer = reader.buffer.slice(named.length)
  reader.line = Math.max(reader.line, 2)
  return delimiter
}

/** Parses the complete rows of the buffer, and removes them from it. */
function parseBuffer(reader: CsvReader, delimiter: string, isEnd: boolean): CsvRow[] {
  // Normalizes all line breaks to "\n", even in a mixed file. A final "\r" stays, because its "\n" may be in the next piece.
  const text = reader.buffer.replace(isEnd ? /\r\n?/g : /\r(?!$)\n?/g, '\n')
  const rows: CsvRow[] = []
  let start = 0
  const step = (parsed: Papa.ParseStepResult<string[][]>) => {
    const row = readParsedRow(reader, parsed, text.slice(start, parsed.meta.cursor))
    if (row !== null) rows.push(row)
    start = parsed.meta.cursor
  }
  new Papa.Parser({ delimiter, newline: '\n', step }).parse(text, 0, !isEnd)
  reader.buffer = text.slice(start)
  // Parses again only when the buffer has doubled, so that a row in many pieces is not parsed for each piece.
  reader.minLength = Math.min(2 * reader.buffer.length, maxRowLength + 1)
  return rows
}

/** Returns the row of a text; null if the row is blank. */
function readParsedRow(
  reader: CsvReader,
  { data, errors, meta: { delimiter } }: Papa.ParseStepResult<string[][]>,
  text: string,
): CsvRow | null {
  const [rawCells = []] = data
  const hasQuotes = text.includes('"')
  const { line, isAfterBlank } = reader
  const lastLine = line + (hasQuotes ? text.trimEnd().split('\n').length - 1 : 0)
  reader.line = lastLine + 1
  const isBlank = rawCells.every(cell => cell.trim() === '')
  reader.isAfterBlank = isBlank || (isAfterBlank && rawCells.length === 1)
  if (isBlank) return null
  const isWrong = hasQuotes && (errors.length > 0 || rawCells.some(cell => isStray(cell, text, delimiter)))
  const extent = line === lastLine ? '' : `, and the lines up to ${lastLine} were read as one row`
  const problem = isWrong
    ? `has a quote that is not closed, or not doubled within a quoted cell${extent}`
    : null
  const cells = rawCells.map(readCell)
  return { line, cells, rawCells, delimiter, problem, mayBeFooter: reader.isAfterBlank }
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
export function readCell(cell: string): string {
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
