import Papa from 'papaparse'
import { messageOf } from '../../../src/shared/errors.ts'
import { isRecord } from '../../../src/shared/json.ts'

export const typeLabels = { organization: 'Organization', person: 'Person' } as const

/**
 * The fields of an entity, by the column names that a table may use for them. Column names are in lower case, without
 * punctuation.
 */
const fields: Readonly<Record<string, string>> = {
  id: 'id',
  name: 'name',
  fullname: 'name',
  companyname: 'name',
  type: 'type',
  country: 'countryCode',
  countrycode: 'countryCode',
  registration: 'registration',
  registrationnumber: 'registration',
  tags: 'tags',
  firstname: 'firstName',
  lastname: 'lastName',
  birthdate: 'birthDate',
  dateofbirth: 'birthDate',
  nationality: 'nationality',
  nationalid: 'nationalId',
}

interface Fixtures {
  readonly entities: readonly unknown[]
}

/**
 * Reads entities from user input: JSON for `server.load`, an array of entities, a table whose first line names the columns, or a
 * list with one name per line. The server validates the entities.
 *
 * @throws SyntaxError with an error message for the user.
 */
export function readEntities(text: string, type: keyof typeof typeLabels): Fixtures {
  if (/^\s*(\[\s*["[{\]]|\{)/.test(text)) return readJson(text)
  return readTable(text.trimStart(), type) ?? readNames(text, type)
}

function readNames(text: string, type: string): Fixtures {
  const names = text.split('\n').map(name => name.trim())
  return { entities: names.filter(name => name !== '').map(name => ({ type, name })) }
}

/** Reads a table. Returns undefined if its first line has no column for the name. */
function readTable(text: string, type: string): Fixtures | undefined {
  const [head = ''] = text.split('\n', 1)
  const delimiter = ['\t', ';', ','].find(delimiter => head.includes(delimiter))
  if (delimiter === undefined) return undefined
  const { data, errors, meta } = Papa.parse<Record<string, string>>(text, {
    delimiter,
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: column => fields[column.toLowerCase().replace(/[^a-z]/g, '')] ?? column.trim(),
  })
  const columns = meta.fields ?? []
  if (!columns.some(column => column.endsWith('ame'))) return undefined
  const unknown = columns.find(column => column !== '' && !Object.values(fields).includes(column))
  if (unknown !== undefined) throw new SyntaxError(`The column "${unknown}" is not known: leave it out.`)
  const quoteError = errors.find(({ type }) => type === 'Quotes')
  if (quoteError !== undefined)
    throw new SyntaxError(
      `Row ${(quoteError.row ?? 0) + 1}: a quote is not closed, or text follows a closed one.`,
    )
  return { entities: data.map(cells => readRow(columns, cells, type)) }
}

function readRow(columns: readonly string[], cells: Readonly<Record<string, string>>, type: string): object {
  const filled = columns.flatMap(column => {
    const cell = cells[column]?.trim()
    return column && cell ? [[column, cell] as const] : []
  })
  const { tags, ...entity }: Record<string, string> = { type, ...Object.fromEntries(filled) }
  return tags === undefined ? entity : { ...entity, tags: tags.split(',').map(tag => tag.trim()) }
}

function readJson(text: string): Fixtures {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new SyntaxError(`The text begins as JSON does, and is none: ${messageOf(error)}`)
  }
  const fixtures = Array.isArray(json) ? { entities: json } : json
  if (isRecord(fixtures) && Array.isArray(fixtures.entities))
    return { ...fixtures, entities: fixtures.entities }
  throw new SyntaxError('JSON must be an array of entities, or an object with the array "entities".')
}
