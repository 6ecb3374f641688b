import type { FixtureEntity } from '../../mock-server/fixtures/load.ts'
import type { Fixtures, MockServer } from '../../mock-server/index.ts'
import type { Recording } from '../../mock-server/parity/recording/read-har.ts'
import { openRows } from '../../src/portfolio/source/rows.ts'
import { describeFailure, FileError, unreadable } from '../failure.ts'
import { readJsonFile } from '../json-file.ts'

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
      return note(`entity-screening: ${file} is not loaded, because the state has entities`)
  const given = /\.csv$/i.test(file) ? await readCsv(file) : await readData(file)
  try {
    await server.load(given)
  } catch (error) {
    const sentence = describeFailure(error).replace(/^(?:load|readHar): /, '')
    throw new FileError(`${file}: ${sentence}`, { cause: error })
  }
}

/** What a JSON file holds, which the load checks. A list of entities will do. */
async function readData(file: string): Promise<Fixtures | Recording> {
  const given: Fixtures | Recording | FixtureEntity[] = await readJsonFile(file)
  return Array.isArray(given) ? { entities: given } : given
}

/** The rows of a CSV file, by the columns of an import. */
async function readCsv(file: string): Promise<Fixtures> {
  const entities: FixtureEntity[] = []
  const problems: string[] = []
  try {
    for await (const rows of (await openRows({ file }, {})).rows)
      for (const { row, ...rest } of rows) {
        if (row !== null) entities.push(row)
        else if ('problems' in rest)
          for (const { line, column, reason } of rest.problems)
            problems.push(`line ${line}${column === null ? '' : ` (${column})`}: ${reason}`)
      }
  } catch (error) {
    throw unreadable(file, error)
  }
  if (problems.length === 0) return { entities }
  const more = problems.length > most ? [`and ${problems.length - most} more`] : []
  throw new FileError(`${file}: ${[...problems.slice(0, most), ...more].join('; ')}`)
}
