import { type Comparison, compareInRounds } from '../measure/comparison.ts'
import type { Run } from '../measure/run.ts'
import { compareSpeed, compareTimes, judgeRatio } from '../page/comparison.ts'
import type { Section, Table } from '../page/section.ts'
import { bare, type Contender, dropFailing, handwritten, mocks, others, ours } from './contenders.ts'
import { create, type Entrant, sendCommand, sendRequest, startEntrants } from './entrants.ts'
import { generator, type Load, sendLoad } from './send-load.ts'

/** A load and its target. */
interface LoadCase {
  readonly name: string
  readonly load: Load
  /** The number of entities in the list. */
  readonly entities: number
  /** The most processor time of a request, as a multiple of that of the bare server. */
  readonly max: number
}

const list = { method: 'GET', path: '/v1/entities', connections: 50, seconds: 1 } as const
const cases = {
  get: { name: 'A GET after a create, a list of one', load: list, entities: 1, max: 1.08 },
  create: { name: 'A create', load: { ...list, ...create }, entities: 1, max: 1.5 },
  // Few connections: the generator does not count the requests that a server handles when the load ends.
  list: { name: 'A list of 10,000', load: { ...list, connections: 2 }, entities: 10_000, max: 2 },
} satisfies Record<string, LoadCase>

/** Measures a GET of a list of one: see `measureLoad`. */
export const measureGet = (run: Run) => measureLoad(run, cases.get)
/** Measures a create. */
export const measureCreate = (run: Run) => measureLoad(run, cases.create)
/** Measures a GET of a list of 10,000. */
export const measureList = (run: Run) => measureLoad(run, cases.list)

/** Sends a load to each server in turn, and compares the processor time that the servers take for a request. */
async function measureLoad(run: Run, { name, load, entities, max }: LoadCase): Promise<Section> {
  const failures: string[] = []
  const entrants = await startEntrants(load, entities, run.folder, failures)
  // The first load warms the servers up.
  const handling = await dropFailing(entrants, entrant => measureEntrant(entrant, load), failures)
  const turns = Object.fromEntries(
    handling.map(entrant => [entrant.name, () => measureEntrant(entrant, load)]),
  )
  const comparison = await compareInRounds(run, turns, { base: bare.name, own: [ours.name] })
  await Promise.all(entrants.map(({ running }) => running.stop()))
  const task = `${name[0]?.toLowerCase()}${name.slice(1)}`
  return {
    heading: `Server: ${task}`,
    parts: [describeLoad(load), createTable(comparison, handling), ...failures],
    goals: [judgeRatio(comparison, { name, own: ours.name, max, peers: [...handwritten, ...mocks] })],
    speed: [
      compareSpeed(comparison, {
        task: `Mock server: ${task}`,
        own: ours.name,
        alternatives: mocks,
        unchecked: handwritten,
      }),
    ],
  }
}

/** Each turn of creates begins with an empty store: otherwise the store of the server with the most turns would be the largest. */
async function measureEntrant({ running, resetPath }: Entrant, load: Load): Promise<number> {
  if (load.method === 'POST' && resetPath !== undefined) await sendCommand(running, resetPath)
  const processorTime = await sendLoad(running, load)
  // Its response comes after those that the load has not waited for.
  await sendRequest(running, load)
  return processorTime
}

function describeLoad({ body, connections, seconds }: Load): string {
  const notes = others.flatMap(({ name, note }: Contender) =>
    note === undefined ? [] : [`${name} ${note}.`],
  )
  return [
    `Processor time of the server for a request over loopback. ${generator.name} sends them by ${connections} connections, for ${seconds} s a turn.`,
    ...(body === undefined
      ? []
      : ['Each request names another company, and each turn begins with an empty store.']),
    ...(generator.note === undefined ? [] : [generator.note]),
    '`node:http` by hand, fastify, express and `@mswjs/http-middleware` run a mock written by hand, which screens nothing.',
    ...notes,
  ].join(' ')
}

/** The comparison with a column on the responses. */
function createTable(comparison: Comparison, entrants: readonly Entrant[]): Table {
  const { head, rows } = compareTimes(comparison, 'server')
  const responses = new Map(entrants.map(({ name, response }) => [name, response]))
  return {
    head: [...head, 'response'],
    rows: rows.map(row => [...row, responses.get(row[0] ?? '') ?? '']),
  }
}
