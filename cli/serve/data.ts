import { readFile } from 'node:fs/promises'
import type { FixtureEntity, Fixtures, MockServer } from '../../mock-server/index.ts'
import { createRowReader } from '../../src/portfolio/source/rows.ts'
import { openSource } from '../../src/portfolio/source/source.ts'
import { loadCountryNames } from '../../src/shared/countries/lookup.ts'
import { describeFailure } from '../failure.ts'
import { FileError } from '../usage.ts'

/** The most problems that one message names. */
const most = 20

/** Loads the entities of a file, unless the state has some: a later start finds them there. @throws FileError. */
export async function loadData(
  server: MockServer,
  file: string,
  note: (line: string) => void,
): Promise<void> {
  for (const change of server.changes())
    if (change.kind === 'entity')
      return note(`entity-screening: the state has entities: ${file} is not loaded`)
  const { fixtures, lines } = /\.csv$/i.test(file) ? await readCsv(file) : await readJson(file)
  try {
    await server.load(fixtures)
  } catch (error) {
    const sentence = describeFailure(error).replace(/^load: /, '')
    const placed =
      lines === null ? sentence : sentence.replace(/entities\[(\d+)\][. ]/g, (_, at) => `line ${lines[at]}: `)
    throw new FileError(`${file}: ${placed}`, { cause: error })
  }
}

interface Data {
  readonly fixtures: Fixtures
  /** The line of each entity; null where it has none. */
  readonly lines: readonly number[] | null
}

async function readJson(file: string): Promise<Data> {
  const text = await readFile(file, 'utf8').catch(error => {
    throw new FileError(`${file} cannot be read: ${describeFailure(error)}`, { cause: error })
  })
  try {
    // Checked by the load. A recorded list of entities will do.
    const given: Fixtures | FixtureEntity[] = JSON.parse(text)
    return {
      fixtures: Array.isArray(given) ? { entities: given } : given,
      lines: null,
    }
  } catch (error) {
    throw new FileError(`${file} is not JSON: ${describeFailure(error)}`, { cause: error })
  }
}

/** The rows of a CSV file, by the columns of an import. */
async function readCsv(file: string): Promise<Data> {
  await loadCountryNames()
  const entities: FixtureEntity[] = []
  const lines: number[] = []
  const problems: string[] = []
  try {
    for await (const rows of createRowReader(await openSource({ file }), {}).rows)
      for (const row of rows) {
        if (row.row === null)
          problems.push(
            ...row.problems.map(
              ({ line, column, reason }) => `line ${line}${column === null ? '' : ` (${column})`}: ${reason}`,
            ),
          )
        else {
          entities.push(row.row)
          lines.push(row.line)
        }
      }
  } catch (error) {
    throw new FileError(`${file} cannot be read: ${describeFailure(error)}`, { cause: error })
  }
  if (problems.length > 0) {
    const more = problems.length > most ? [`and ${problems.length - most} more`] : []
    throw new FileError(`${file}: ${[...problems.slice(0, most), ...more].join('; ')}`)
  }
  return { fixtures: { entities }, lines }
}
