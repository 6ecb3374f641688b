import { mapFigures, measureRounds, type Rounds, type Run } from '../measure/rounds.ts'
import { type Comparison, compareSpeed, compareTimes, judgeRatio } from '../page/comparison.ts'
import { formatInteger, formatSpread } from '../page/figures.ts'
import type { Section, Table } from '../page/section.ts'
import { bare, type Contender, describeFailure, handwritten, mocks, others, ours } from './contenders.ts'
import { create, type Entrant, sendRequest, startEntrants } from './entrants.ts'
import { generator, type Load, type LoadResult, sendLoad } from './send-load.ts'

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
  get: { name: 'A small GET, a list of one', load: list, entities: 1, max: 1.12 },
  create: { name: 'A create', load: { ...list, ...create }, entities: 1, max: 2 },
  list: {
    name: 'A list of 10,000',
    load: { ...list, connections: 10, seconds: 2 },
    entities: 10_000,
    max: 3,
  },
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
  const handling = await dropFailing(entrants, load, failures)
  const rounds = await measureRounds(
    run,
    Object.fromEntries(handling.map(entrant => [entrant.name, () => measureEntrant(entrant, load)])),
  )
  await Promise.all(entrants.map(({ running }) => running.stop()))
  const comparison: Comparison = {
    base: bare.name,
    rounds: mapFigures(rounds, ({ processorTime }) => processorTime),
  }
  return {
    heading: `Server: ${name[0]?.toLowerCase()}${name.slice(1)}`,
    parts: [describeLoad(load), createTable(comparison, rounds, handling), ...failures],
    goals: [judgeRatio(comparison, { name, own: ours.name, max, peers: [...handwritten, ...mocks] })],
    speed: [
      compareSpeed(comparison, {
        task: `Mock server: ${name[0]?.toLowerCase()}${name.slice(1)}`,
        own: ours.name,
        alternatives: mocks,
        unchecked: handwritten,
      }),
    ],
  }
}

/** Sends the load to each server once, and returns the servers that handle it. */
async function dropFailing(entrants: readonly Entrant[], load: Load, failures: string[]): Promise<Entrant[]> {
  const handling: Entrant[] = []
  for (const entrant of entrants) {
    try {
      await measureEntrant(entrant, load)
      handling.push(entrant)
    } catch (error) {
      if (entrant.name === ours.name || entrant.name === bare.name) throw error
      failures.push(describeFailure(entrant, error))
    }
  }
  return handling
}

async function measureEntrant({ running }: Entrant, load: Load): Promise<LoadResult> {
  const result = await sendLoad(running, load)
  // Its response comes after those that the load has not waited for.
  await sendRequest(running, load)
  return result
}

function describeLoad({ connections, seconds }: Load): string {
  const notes = others.flatMap(({ name, note }: Contender) =>
    note === undefined ? [] : [`${name} ${note}.`],
  )
  return [
    `Processor time of the server for a request over loopback. ${generator.name} sends them by ${connections} connections, for ${seconds} s a round.`,
    ...(generator.note === undefined ? [] : [generator.note]),
    '`node:http` by hand, fastify, express and `@mswjs/http-middleware` run a mock written by hand, which screens nothing.',
    ...notes,
  ].join(' ')
}

/** The comparison with two further columns. */
function createTable(
  comparison: Comparison,
  { figures }: Rounds<LoadResult>,
  entrants: readonly Entrant[],
): Table {
  const { head, rows } = compareTimes(comparison, 'server')
  const rates = (name: string) => figures.map(results => results[name]?.requestsPerSecond ?? Number.NaN)
  const responses = new Map(entrants.map(({ name, response }) => [name, response]))
  return {
    head: [...head, 'requests a second', 'response'],
    rows: rows.map(row => {
      const [name = ''] = row
      return [...row, formatSpread(rates(name), formatInteger), responses.get(name) ?? '']
    }),
  }
}
