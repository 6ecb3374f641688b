import type { FixtureEntity } from '../../mock-server/fixtures/load-fixtures.ts'
import type { Fixtures, MockServer } from '../../mock-server/index.ts'
import type { Recording } from '../../mock-server/parity/recording/read-har.ts'
import { openRows } from '../../src/portfolio/source/open-rows.ts'
import { createUnreadableError, describeFailure, FileError } from '../failure.ts'
import { readJsonFile } from '../json-file.ts'

/** Maximum number of problems in an error message. */
const maxProblems = 20

/**
 * Loads the entities in a file into a team. If the file names a team, that team takes precedence. Loads nothing if the server
 * already has entities from a saved state.
 */
export async function loadData(
  server: MockServer,
  file: string,
  team: string | undefined,
  note: (line: string) => void,
): Promise<void> {
  for (const { entities } of server.internal.state.teams.values())
    if (entities.size > 0)
      return note(`entity-screening: ${file} is not loaded, because the state has entities`)
  await loadFixtures(server, file, team, await readDataFile(file))
}

/**
 * Reads the file again, and then restores the initial state of the server with the entities of the file. If the file is wrong,
 * nothing changes.
 *
 * @param createServer - Creates a server with the same options, which checks the entities first.
 */
export async function reloadData(
  server: MockServer,
  file: string,
  team: string | undefined,
  createServer: () => MockServer,
): Promise<void> {
  const fixtures = await readDataFile(file)
  await loadFixtures(createServer(), file, team, fixtures)
  server.reset()
  await loadFixtures(server, file, team, fixtures)
}

function readDataFile(file: string): Promise<Fixtures | Recording> {
  return /\.csv$/i.test(file) ? readCsv(file) : readData(file)
}

/** @throws FileError naming the file and what is wrong with it. */
async function loadFixtures(
  server: MockServer,
  file: string,
  team: string | undefined,
  fixtures: Fixtures | Recording,
): Promise<void> {
  try {
    await server.load({ team, ...fixtures })
  } catch (error) {
    const sentence = describeFailure(error).replace(/^(?:load|readHar): /, '')
    throw new FileError(`${file}: ${sentence}`, { cause: error })
  }
}

/** Reads a JSON file, which the server validates. A plain list of entities is accepted. */
async function readData(file: string): Promise<Fixtures | Recording> {
  const json: Fixtures | Recording | FixtureEntity[] = await readJsonFile(file)
  return Array.isArray(json) ? { entities: json } : json
}

/**
 * Reads the rows of a CSV file, which has the same columns as a file for an import. Refuses columns that an import does not
 * use, such as riskLevel, because the server would ignore their values and compute its own.
 */
async function readCsv(file: string): Promise<Fixtures> {
  const entities: FixtureEntity[] = []
  const problems: string[] = []
  try {
    // The server shows full names, which have the same words in either order.
    const reader = await openRows({ file }, { nameOrder: 'first_last' })
    for await (const rows of reader.rows)
      for (const { row, ...result } of rows) {
        if (row !== null) entities.push(row)
        else if ('problems' in result)
          for (const { line, column, reason } of result.problems)
            problems.push(`line ${line}${column === null ? '' : ` (${column})`}: ${reason}`)
      }
    for (const column of reader.unusedColumns())
      problems.push(
        `the column ${JSON.stringify(column)} fills no field: remove it, or use a JSON file, which takes each field of the list`,
      )
  } catch (error) {
    throw createUnreadableError(file, error)
  }
  if (problems.length === 0) return { entities }
  const more = problems.length > maxProblems ? [`and ${problems.length - maxProblems} more`] : []
  throw new FileError(`${file}: ${[...problems.slice(0, maxProblems), ...more].join('; ')}`)
}
