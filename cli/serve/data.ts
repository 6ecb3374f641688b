import type { FixtureEntity } from '../../mock-server/fixtures/load-fixtures.ts'
import type { Fixtures, MockServer, MockServerOptions } from '../../mock-server/index.ts'
import { loadDocument } from '../../mock-server/parity/recording/load-document.ts'
import type { State } from '../../mock-server/state/state.ts'
import { openRows } from '../../src/portfolio/source/open-rows.ts'
import { createUnreadableError, describeFailure, FileError } from '../failure.ts'
import { readJsonFile } from '../json-file.ts'

/** Maximum number of problems in an error message. */
const maxProblems = 20

/** The file with which a server begins, and its team. If the file names a team, that team takes precedence. */
export interface StartData {
  readonly file: string
  readonly team: string | undefined
  /** Creates a server with the same options, whose state becomes the one after the start. */
  readonly createServer: (options: Pick<MockServerOptions, 'warn'>) => MockServer
}

/** Loads the entities of the file, unless the server has entities from a saved state. A reset returns to the entities of the file. */
export async function loadData(
  server: MockServer,
  data: StartData,
  note: (line: string) => void,
): Promise<void> {
  const content = await readDataFile(data.file)
  // Its warnings are those of the server.
  server.internal.startState = await createStartState(data, content, { warn: () => {} })
  const teams = [...server.internal.state.teams.values()]
  if (teams.some(({ entities }) => entities.size > 0))
    note(`entity-screening: ${data.file} is not loaded, because the state has entities`)
  else await loadContent(server, data, content)
}

/** Reads the file again, and returns to the state after the start. If the file is wrong, nothing changes. */
export async function reloadData(server: MockServer, data: StartData): Promise<void> {
  const { warn } = server.internal
  server.internal.startState = await createStartState(data, await readDataFile(data.file), { warn })
  server.reset()
}

async function createStartState(
  data: StartData,
  content: object,
  options: Pick<MockServerOptions, 'warn'>,
): Promise<State> {
  const server = data.createServer(options)
  await loadContent(server, data, content)
  return server.internal.state
}

function readDataFile(file: string): Promise<object> {
  return /\.(csv|xlsx|xls|ods)$/i.test(file) ? readCsv(file) : readData(file)
}

/** @throws FileError naming the file and what is wrong with it. */
async function loadContent(
  { internal: server }: MockServer,
  { file, team }: StartData,
  content: object,
): Promise<void> {
  try {
    await loadDocument(server, { team, ...content })
  } catch (error) {
    const sentence = describeFailure(error).replace(/^(?:load|extractFixtures): /, '')
    throw new FileError(`${file}: ${sentence}`, { cause: error })
  }
}

/** Reads a JSON file, which the server validates. A plain list of entities is accepted. */
async function readData(file: string): Promise<object> {
  const json: object = await readJsonFile(file)
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
