import { isRecord } from '../../../src/shared/json.ts'
import { delimiterOf, readTable, type TableLine } from './table.ts'

/** The types of entities. */
export const types = { organization: 'Organization', person: 'Person' } as const

/** A row of a bulk request. What is wrong in it is for the server to say. */
export type BulkRow = Readonly<Record<string, unknown>>

export interface PastedRow {
  /** The line of the text, or the item of a JSON array, from 1. */
  readonly line: number
  readonly row: BulkRow
}

export interface Pasted {
  readonly rows: readonly PastedRow[]
  /** Columns that a row has no field for. */
  readonly ignored: readonly string[]
}

/** What stands for what a row does not say. */
export interface Defaults {
  readonly type: string
  readonly countryCode: string
}

/** Fields of a row (specification: POST /v1/entities/bulk) by the names that columns have, in small letters without signs. */
const fields: Readonly<Record<string, string>> = {
  name: 'name',
  fullname: 'name',
  companyname: 'name',
  type: 'type',
  country: 'countryCode',
  countrycode: 'countryCode',
  registration: 'registration',
  registrationnumber: 'registration',
  companyregistrationnumber: 'registration',
  tags: 'tags',
  firstname: 'first_name',
  lastname: 'last_name',
  birthdate: 'birth_date',
  dateofbirth: 'birth_date',
  nationality: 'nationality',
  nationalid: 'national_id',
  nationalidnumber: 'national_id',
}

/**
 * Reads rows of a bulk request from a pasted text: a JSON array, a table whose first line names the columns (separated by commas,
 * semicolons or tabs), or one name a line.
 *
 * @throws SyntaxError with a sentence for the reader.
 */
export function readPasted(text: string, defaults: Defaults): Pasted {
  const given = readJson(text) ?? readLines(text)
  const ignored = new Set<string>()
  const rows = given.map(({ line, cells }) => {
    const named: Record<string, unknown> = {}
    for (const [column, value] of Object.entries(cells)) {
      const field = fieldOf(column)
      if (field === undefined) ignored.add(column)
      else if (!isBlank(value)) named[field] = value
    }
    return { line, row: complete(named, defaults) }
  })
  return { rows, ignored: [...ignored] }
}

/** A row by its columns. */
interface Cells {
  readonly line: number
  readonly cells: Readonly<Record<string, unknown>>
}

/** The items of a text that is JSON; undefined for one that is none: a name may begin with a bracket too. */
function readJson(text: string): Cells[] | undefined {
  if (!/^\s*(\[\s*["[{\]]|\{)/.test(text)) return undefined
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    throw new SyntaxError(
      `The text begins as JSON does, and is none: ${error instanceof Error ? error.message : error}`,
    )
  }
  const items = isRecord(parsed) && 'entities' in parsed ? parsed.entities : parsed
  if (!Array.isArray(items))
    throw new SyntaxError('JSON must be an array of rows, or an object with the array "entities".')
  return items.map((item: unknown, index) => {
    if (typeof item === 'string') return { line: index + 1, cells: { name: item } }
    if (isRecord(item)) return { line: index + 1, cells: item }
    throw new SyntaxError(`Item ${index + 1} of the array must be a name or an object.`)
  })
}

function readLines(text: string): Cells[] {
  const [first = ''] = text.trimStart().split('\n', 1)
  const delimiter = delimiterOf(first)
  const table = delimiter === undefined ? undefined : readTable(text, delimiter)
  const head = table?.[0]?.cells ?? [first.trim()]
  const isHead = head.some(cell => ['name', 'first_name'].includes(fieldOf(cell) ?? ''))
  if (isHead && table !== undefined) return readRows(head, table)
  if (delimiter === '\t' || delimiter === ';' || looksLikeTable(text, table))
    throw new SyntaxError(
      `Line ${table?.[0]?.line}, column 1: "${head[0]}" and the columns after it are not known. ` +
        'The first line must name the columns, such as name, type and country.',
    )
  return text
    .split('\n')
    .map((name, index) => ({ line: index + 1, cells: { name: name.trim() } }))
    .slice(isHead ? 1 : 0)
    .filter(({ cells: { name } }) => name !== '')
}

/** A name may have a comma, with a space behind it; no name has a semicolon or a tab. */
function looksLikeTable(text: string, table: readonly TableLine[] | undefined): boolean {
  const isSeveral = table !== undefined && table.length > 1 && table.every(({ cells }) => cells.length > 1)
  return isSeveral && !/,[ \r\n]/.test(text)
}

/** The rows of a table, none of whose cells is lost. */
function readRows(head: readonly string[], [first, ...rows]: readonly TableLine[]): Cells[] {
  for (const [index, column] of head.entries()) {
    const before = head.slice(0, index).findIndex(other => columnOf(other) === columnOf(column))
    if (column !== '' && before >= 0)
      throw new SyntaxError(
        `Line ${first?.line}, column ${index + 1}: "${column}" stands for the same as column ${before + 1}, "${head[before]}".`,
      )
  }
  return rows.map(({ line, cells }) => {
    const stray = cells.findIndex((cell, index) => cell !== '' && !head[index])
    if (stray >= 0)
      throw new SyntaxError(
        `Line ${line}, column ${stray + 1}: "${cells[stray]}" has no column in the first line.`,
      )
    return { line, cells: Object.fromEntries(head.map((column, index) => [column, cells[index]])) }
  })
}

function columnOf(column: string): string {
  return fieldOf(column) ?? column
}

function fieldOf(column: string): string | undefined {
  const name = column.toLowerCase().replace(/[^a-z]/g, '')
  return Object.hasOwn(fields, name) ? fields[name] : undefined
}

function isBlank(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '')
}

/** Persons need a first and a last name: those of a full name are all its words but the last, and the last. */
function complete(row: Record<string, unknown>, defaults: Defaults): BulkRow {
  const { type = defaults.type, countryCode = defaults.countryCode, tags, ...rest } = row
  const completed = {
    ...rest,
    type: typeof type === 'string' ? type.trim().toLowerCase() : type,
    ...(countryCode === '' ? {} : { countryCode: upperCase(countryCode) }),
    ...(tags === undefined ? {} : { tags: Array.isArray(tags) ? tags.join(',') : tags }),
  }
  if (completed.type !== 'person') return completed
  const { name, first_name, last_name } = rest
  const words = typeof name === 'string' ? name.trim().split(/\s+/) : []
  return {
    name: [first_name, last_name].filter(part => typeof part === 'string').join(' '),
    ...(words.length < 2 ? {} : { first_name: words.slice(0, -1).join(' '), last_name: words.at(-1) }),
    ...completed,
  }
}

function upperCase(country: unknown): unknown {
  return typeof country === 'string' ? country.trim().toUpperCase() : country
}
