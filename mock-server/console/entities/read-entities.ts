import { messageOf } from '../../../src/shared/errors.ts'
import { isRecord } from '../../../src/shared/json.ts'

export const typeLabels = { organization: 'Organization', person: 'Person' } as const

/** The fixtures that `load` takes: entities, or the items of a recording. */
interface Fixtures {
  readonly entities?: readonly unknown[]
  readonly items?: readonly unknown[]
}

/** Matches a first line that names the columns of a table, one of them `name`. */
const tableHead = /^(?:.*[,;\t])?"?name"?[,;\t]|^.*[,;\t]"?name"?$/i

/**
 * Reads entities from user input: JSON for `server.load`, an array of entities, or a list with one name per line. The server
 * validates the entities.
 *
 * @throws SyntaxError with an error message for the user.
 */
export function readEntities(text: string, type: keyof typeof typeLabels): Fixtures {
  if (/^\s*(\[\s*["[{\]]|\{)/.test(text)) return readJson(text)
  const lines = text.split('\n').map(line => line.trim())
  const names = lines.filter(name => name !== '')
  if (tableHead.test(names[0] ?? ''))
    throw new SyntaxError(
      'The first line names the columns of a table. Enter the names alone, or load a table with "entity-screening serve --data FILE.csv".',
    )
  return { entities: names.map(name => ({ type, name })) }
}

function readJson(text: string): Fixtures {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new SyntaxError(`The text begins as JSON does, and is none: ${messageOf(error)}`)
  }
  const fixtures = Array.isArray(json) ? { entities: json } : json
  if (isRecord(fixtures) && (Array.isArray(fixtures.entities) || Array.isArray(fixtures.items)))
    return fixtures
  throw new SyntaxError('JSON must be an array of entities, or an object with the array "entities".')
}
