import { getOrInsert } from '../../shared/get-or-insert.ts'
import { EncodingError } from '../../shared/text/strict-decoder.ts'
import type { ReadingOptions } from '../import-options.ts'
import type { OptionTerms } from '../option-terms.ts'
import { findColumns, type Header, nameFields } from './columns.ts'
import { type CsvRow, createCsvReader, readCsvRows } from './csv-reader.ts'
import { isLikely, isPlausible } from './likely-text.ts'

/** The bytes before and after those that cannot be decoded. */
export interface EncodingSample {
  /** The last pieces, in their order. */
  readonly pieces: Uint8Array[]
  /** The line on which the sample begins, counted from 1. */
  line: number
  /** The encoding in which the bytes were expected; null before the failure. */
  encoding: string | null
  /** The number of bytes that are still to be added after the failure; null before the failure. */
  missing: number | null
}

/** The number of pieces that are kept before a failure, and of bytes that are read after it. */
const [maxPieces, bytesAfter] = [16, 65_536]

export function createEncodingSample(): EncodingSample {
  return { pieces: [], line: 1, encoding: null, missing: null }
}

/** Adds bytes to a sample. @returns whether the sample is complete. */
export function addToSample(sample: EncodingSample, piece: unknown): boolean {
  if (!(piece instanceof Uint8Array)) return false
  sample.pieces.push(piece)
  if (sample.missing !== null) sample.missing -= piece.length
  else if (sample.pieces.length > maxPieces)
    sample.line += countLines(sample.pieces.shift() ?? new Uint8Array())
  return sample.missing !== null && sample.missing <= 0
}

/** Notes that the last piece of a sample cannot be decoded: further bytes are read only for the message. */
export function markFailure(sample: EncodingSample, { encoding }: EncodingError): void {
  sample.encoding = encoding
  sample.missing = bytesAfter
}

/** The labels of encodings, the commonest first. */
const labels = `windows-1252 windows-1250 windows-1251 shift_jis gb18030 euc-kr big5 windows-1254 windows-1253
  windows-1256 windows-1255 windows-1257 windows-1258 windows-874 euc-jp koi8-u iso-8859-2 iso-8859-5 iso-8859-7 iso-8859-8 iso-8859-10
  iso-8859-13 iso-8859-14 iso-8859-15 iso-8859-16 ibm866 macintosh x-mac-cyrillic`.split(/\s+/)

const [maxLabels, maxTexts, maxShown] = [6, 2000, 3]

/** A sample as one encoding reads it. */
interface Reading {
  readonly label: string
  /** The texts of all cells beyond ASCII, names first. */
  readonly texts: readonly string[]
  /** Whether the names, and the header if it is in doubt, are likely: others would be refused. */
  readonly isLikely: boolean
  readonly line: number
  readonly column: string
}

/**
 * Creates an error that names the first text beyond ASCII, and the encodings in which it could be. The texts themselves are shown
 * only if the terms allow it.
 */
export function createEncodingError(
  sample: EncodingSample,
  header: Header | null,
  { columns = {}, headerLine }: ReadingOptions,
  terms: OptionTerms,
): EncodingError {
  const encoding = sample.encoding ?? 'UTF-8'
  // A byte order mark leaves no doubt about the encoding: some character is damaged.
  if (encoding.startsWith('UTF-16'))
    return new EncodingError(encoding, `the text is not ${encoding}: save it as CSV UTF-8`)
  const bytes = new Uint8Array(sample.pieces.flatMap(piece => [...piece]))
  const validLines = findValidLines(bytes, sample.line, encoding)
  const findReading = (label: string) =>
    readSample(label, bytes, sample.line, validLines, header, columns, headerLine)
  const readings = labels.flatMap(label => findReading(label) ?? [])
  const { distinctReadings, positions } = chooseReadings(readings)
  const [first] = readings
  const place = first === undefined ? 'the text' : `line ${first.line} (${first.column})`
  if (distinctReadings.length === 0)
    return new EncodingError(
      encoding,
      `${place} is in no likely encoding, and is not ${encoding}: save it as CSV UTF-8`,
    )
  const names = distinctReadings.map(({ label, texts }) => {
    const quoted = positions.map(position => JSON.stringify(texts[position] ?? ''))
    return terms.showsCells ? `${quoted.join(', ')} (${label})` : label
  })
  const choices = terms.showsCells ? `it reads ${names.join('; ')}` : `it could be ${names.join(', ')}`
  return new EncodingError(
    encoding,
    `${place} is not ${encoding}: ${choices}; or none of these. Set ${terms.encoding} to the right one, or save it as CSV UTF-8`,
  )
}

/** Finds the lines that are in the expected encoding: in a file that was joined from several, most may be. */
function findValidLines(bytes: Uint8Array, firstLine: number, encoding: string): Set<number> {
  const lines = new Set<number>()
  for (let start = 0, line = firstLine; start < bytes.length; line += 1) {
    const lineBreak = bytes.indexOf(0x0a, start)
    const end = lineBreak === -1 ? bytes.length : lineBreak
    if (decodeOrNull(encoding, bytes.subarray(start, end), false) !== null) lines.add(line)
    start = end + 1
  }
  return lines
}

/**
 * Reads a sample in an encoding; null if it is not in that encoding, or has no text beyond ASCII.
 *
 * @param validLines the lines that are not in doubt.
 */
function readSample(
  label: string,
  bytes: Uint8Array,
  firstLine: number,
  validLines: ReadonlySet<number>,
  header: Header | null,
  columns: NonNullable<ReadingOptions['columns']>,
  headerLine: number | undefined,
): Reading | null {
  // A character that the end of the sample cuts does not count as invalid.
  const text = decodeOrNull(label, bytes, true)
  if (text === null) return null
  const isBeginning = firstLine === 1
  // A sample from the middle begins with the rest of a line.
  const whole = isBeginning ? text : text.slice(text.indexOf('\n') + 1)
  const reader = createCsvReader(isBeginning ? headerLine : undefined)
  if (!isBeginning) reader.line = firstLine + 1
  const rows = [...readCsvRows(reader, whole), ...readCsvRows(reader, undefined)]
  const names = isBeginning ? (rows[0]?.cells ?? []) : (header?.names ?? [])
  const isName = findNameColumns(findColumns(names, columns))
  const cells = rows.flatMap(({ line, cells }) =>
    cells.flatMap((cell, index) => (/[^ -~\s]/.test(cell) ? { line, index, cell } : [])),
  )
  const doubtful = cells.filter(({ line }) => !validLines.has(line))
  // A row of several lines may begin with a valid one.
  const candidates = doubtful.length > 0 ? doubtful : cells
  const sorted = [
    ...candidates.filter(({ index }) => isName(index)),
    ...candidates.filter(({ index }) => !isName(index)),
  ]
  const [first] = sorted
  if (first === undefined) return null
  const firstRow = isBeginning ? rows[0]?.line : undefined
  return {
    label,
    texts: sorted.slice(0, maxTexts).map(({ cell }) => cell),
    isLikely: candidates.every(
      ({ line, index, cell }) => (!isName(index) && line !== firstRow) || isLikely(cell),
    ),
    line: first.line,
    column: describeColumn(names, first.index),
  }
}

/** The name of a column in a message, or its number if the name is not readable. */
function describeColumn(names: readonly string[], index: number): string {
  const column = names[index] ?? ''
  return /^[ -~]+$/.test(column) ? column.slice(0, 80) : `column ${index + 1}`
}

/** The columns of a CSV source, as far as they are known. */
interface KnownColumns {
  readonly csvHeader: Header | null
  readonly isNameColumn: (index: number) => boolean
  readonly terms: OptionTerms
}

/** @throws EncodingError if the header, or a name in a row, is not likely in the encoding in which it was read. */
export function assertLikely(
  { csvHeader, isNameColumn, terms }: KnownColumns,
  { line, cells }: CsvRow,
  encoding: string,
): void {
  const index = cells.findIndex((cell, index) => isNameColumn(index) && !isLikely(cell))
  if (index === -1) return
  const place = `line ${line} (${describeColumn(csvHeader?.names ?? cells, index)})`
  const reading = terms.showsCells ? `: it would read ${JSON.stringify(cells[index])}` : ''
  throw new EncodingError(
    encoding,
    `${place} is not likely to be ${encoding}${reading}. Save the file as CSV UTF-8`,
  )
}

/** Returns a function that tells, by its index, whether a column has names. */
export function findNameColumns({ columnOf, joinedColumns }: Header): (index: number) => boolean {
  const indexes = new Set(nameFields.flatMap(field => joinedColumns[field] ?? columnOf[field] ?? []))
  return index => indexes.has(index)
}

function decodeOrNull(label: string, bytes: Uint8Array, stream: boolean): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes, { stream })
  } catch {
    return null
  }
}

/**
 * Chooses the encodings to show, one for each different reading of the sample, and the texts by which they differ: the first one,
 * and others if two encodings read the first one alike.
 */
function chooseReadings(readings: readonly Reading[]): {
  distinctReadings: readonly Reading[]
  positions: number[]
} {
  const positions = [0]
  for (;;) {
    const plausible = readings.filter(
      ({ texts, isLikely }) => isLikely && positions.every(position => isPlausible(texts[position] ?? '')),
    )
    const distinct = uniqueBy(plausible, ({ texts }) => texts.join('\n')).slice(0, maxLabels)
    const next = positions.length < maxShown ? findDifference(distinct, positions) : undefined
    const keyOf = ({ texts }: Reading) => positions.map(position => texts[position]).join('\n')
    if (next === undefined) return { distinctReadings: uniqueBy(distinct, keyOf), positions }
    positions.push(next)
  }
}

/** Finds the first text that two readings read differently, although they read the texts at the positions alike. */
function findDifference(readings: readonly Reading[], positions: readonly number[]): number | undefined {
  for (const [index, { texts }] of readings.entries())
    for (const other of readings.slice(index + 1)) {
      if (positions.some(position => texts[position] !== other.texts[position])) continue
      return texts.findIndex((text, position) => text !== other.texts[position])
    }
  return undefined
}

function uniqueBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const byKey = new Map<string, Item>()
  for (const item of items) getOrInsert(byKey, keyOf(item), () => item)
  return [...byKey.values()]
}

function countLines(bytes: Uint8Array): number {
  return bytes.reduce((count, byte) => (byte === 0x0a ? count + 1 : count), 0)
}
