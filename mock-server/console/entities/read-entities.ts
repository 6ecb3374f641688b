import Papa from 'papaparse'
import { messageOf } from '../../../src/shared/errors.ts'
import { isRecord } from '../../../src/shared/json.ts'

export const types = { organization: 'Organization', person: 'Person' } as const

/** Fields by the names that columns have, in small letters without signs. */
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

/**
 * Reads what is to be loaded from a text: JSON as `server.load` takes it, an array of entities, a table whose first line names the
 * columns, or one name a line. What is wrong in an entity is for the server to say.
 *
 * @throws SyntaxError with a sentence for the reader.
 */
export function readGiven(text: string, type: keyof typeof types): { readonly entities: readonly unknown[] } {
  if (/^\s*(\[\s*["[{\]]|\{)/.test(text)) return readJson(text)
  const [first = ''] = text.trimStart().split('\n', 1)
  const delimiter = ['\t', ';', ','].find(delimiter => first.includes(delimiter))
  if (delimiter !== undefined) {
    const { data, errors, meta } = Papa.parse<Record<string, string>>(text.trimStart(), {
      delimiter,
      header: true,
      skipEmptyLines: 'greedy',
      transformHeader: column => fields[column.toLowerCase().replace(/[^a-z]/g, '')] ?? column.trim(),
    })
    const columns = meta.fields ?? []
    if (columns.some(column => column.endsWith('ame'))) {
      const unknown = columns.find(column => column !== '' && !Object.values(fields).includes(column))
      if (unknown !== undefined) throw new SyntaxError(`The column "${unknown}" is not known: leave it out.`)
      const wrong = errors.find(({ type }) => type === 'Quotes')
      if (wrong !== undefined)
        throw new SyntaxError(
          `Row ${(wrong.row ?? 0) + 1}: a quote is not closed, or text follows a closed one.`,
        )
      return { entities: data.map(cells => entityOf(columns, cells, type)) }
    }
  }
  const names = text.split('\n').map(name => name.trim())
  return { entities: names.filter(name => name !== '').map(name => ({ type, name })) }
}

function entityOf(columns: readonly string[], cells: Readonly<Record<string, string>>, type: string): object {
  const filled = columns.flatMap(column => {
    const cell = cells[column]?.trim()
    return column && cell ? [[column, cell] as const] : []
  })
  const { tags, ...entity }: Record<string, string> = { type, ...Object.fromEntries(filled) }
  return tags === undefined ? entity : { ...entity, tags: tags.split(',').map(tag => tag.trim()) }
}

function readJson(text: string): { readonly entities: readonly unknown[] } {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch (error) {
    throw new SyntaxError(`The text begins as JSON does, and is none: ${messageOf(error)}`)
  }
  const fixtures = Array.isArray(given) ? { entities: given } : given
  if (isRecord(fixtures) && Array.isArray(fixtures.entities))
    return { ...fixtures, entities: fixtures.entities }
  throw new SyntaxError('JSON must be an array of entities, or an object with the array "entities".')
}
