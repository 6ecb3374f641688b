import { isRecord } from '../../../src/shared/json.ts'
import { delimiterOf, readTable } from './table.ts'

/** The types of entities. */
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
  const delimiter = delimiterOf(first)
  const head = delimiter === undefined ? [] : (readTable(first, delimiter)[0]?.cells ?? [])
  const known = head.map(column => fields[column.toLowerCase().replace(/[^a-z]/g, '')])
  if (delimiter !== undefined && known.some(field => field?.endsWith('ame'))) {
    const unknown = head.find((column, at) => column !== '' && known[at] === undefined)
    if (unknown !== undefined) throw new SyntaxError(`The column "${unknown}" is not known: leave it out.`)
    return {
      entities: readTable(text, delimiter)
        .slice(1)
        .map(({ cells }) => entityOf(known, cells, type)),
    }
  }
  const names = text.split('\n').map(name => name.trim())
  return { entities: names.filter(name => name !== '').map(name => ({ type, name })) }
}

function entityOf(known: readonly (string | undefined)[], cells: readonly string[], type: string): object {
  const filled = known.flatMap((field, at) => (field && cells[at] ? [[field, cells[at]] as const] : []))
  const { tags, ...entity }: Record<string, string> = { type, ...Object.fromEntries(filled) }
  return tags === undefined ? entity : { ...entity, tags: tags.split(',').map(tag => tag.trim()) }
}

function readJson(text: string): { readonly entities: readonly unknown[] } {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch (error) {
    throw new SyntaxError(
      `The text begins as JSON does, and is none: ${error instanceof Error ? error.message : error}`,
    )
  }
  const fixtures = Array.isArray(given) ? { entities: given } : given
  if (isRecord(fixtures) && Array.isArray(fixtures.entities))
    return { ...fixtures, entities: fixtures.entities }
  throw new SyntaxError('JSON must be an array of entities, or an object with the array "entities".')
}
