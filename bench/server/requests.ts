import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { hundredths, median, ratios, spread, whole } from '../figures.ts'
import { type Goal, goal, type Section, type Table } from '../page.ts'
import type { Run } from '../run.ts'
import { type Bodies, bare, type Contender, fill, missing, others, ours } from './contenders.ts'
import { generator, headersOf, type Load, type Round, run } from './load.ts'
import type { Running } from './running.ts'

const listing = { method: 'GET', path: '/v1/entities' } as const
const sent = { name: 'Nordlicht Maschinenbau GmbH', type: 'organization', countryCode: 'DE' }

const loads: readonly Load[] = [
  { ...listing, name: 'A small GET: a list of one', entities: 1, connections: 50, target: 0.9 },
  {
    ...listing,
    name: 'A create',
    method: 'POST',
    body: JSON.stringify(sent),
    entities: 1,
    connections: 50,
    target: 0.7,
  },
  { ...listing, name: 'A list of 10,000', entities: 10_000, connections: 10, target: 0.6 },
]

/** A server under a load. */
interface Entrant extends Contender {
  readonly running: Running
  /** How its response compares with ours. */
  readonly sameness: string
  readonly rounds: Round[]
}

/** Each server under each load, in turns. */
export async function measureRequests({ rounds, folder }: Run): Promise<Section> {
  const parts: (string | Table)[] = [introduce()]
  const goals: Goal[] = []
  const summaries: string[] = []
  for (const load of loads) {
    const { entrants, absent } = await enter(load, folder)
    const left = await takeTurns(entrants, load, rounds, absent)
    await Promise.all(entrants.map(({ running }) => running.stop()))
    parts.push(`### ${load.name}`, tableOf(left), ...absent, describeGenerator(left))
    goals.push(...goalsOf(load, left))
    summaries.push(`Requests a second, as a share of bare \`node:http\` (more is better): ${summarize(left)}`)
  }
  return { heading: 'Server: requests', parts, goals, summary: summaries[0] ?? '' }
}

function introduce(): string {
  const notes = others.flatMap(({ name, note }) => (note === undefined ? [] : [`${name} ${note}.`]))
  return [
    `Requests a second over loopback, by ${generator.name} with one thread: 50 connections, 10 for the long list.`,
    ...(generator.note === undefined ? [] : [generator.note]),
    'Beside each, its share of what bare `node:http` does in the same round with the same bytes, and the processor time that the server takes for a request, which other work on the machine hardly changes.',
    'fastify, express and `@mswjs/http-middleware` run a mock written by hand, which checks and screens nothing.',
    ...notes,
  ].join(' ')
}

/** Those that answer in every round; why another does not is added to the absent. */
async function takeTurns(
  entrants: readonly Entrant[],
  load: Load,
  rounds: number,
  absent: string[],
): Promise<Entrant[]> {
  let left = [...entrants]
  for (let round = 0; round <= rounds; round += 1) {
    for (const entrant of left) {
      try {
        const measured = await run(entrant.running, load, load.entities > 1 ? 2 : 1)
        // The first round warms up.
        if (round > 0) entrant.rounds.push(measured)
        await send(entrant.running, load)
      } catch (error) {
        if (entrant.name === ours.name || entrant.name === bare.name) throw error
        absent.push(missing(entrant, error))
        left = left.filter(other => other !== entrant)
      }
    }
  }
  return left
}

/** The share of each in a line, ours first. */
function summarize(entrants: readonly Entrant[]): string {
  const base = rates(entrants, bare.name)
  const shares = [ours.name, 'fastify', 'express', 'json-server', 'Prism'].map(name => {
    const share = hundredths(median(ratios(rates(entrants, name), base)))
    return name === ours.name ? `**${share}**` : `${name} ${share}`
  })
  return shares.join(', ')
}

/** Starts all of them with the bytes that ours sends, and compares one response of each. */
async function enter(load: Load, folder: string): Promise<{ entrants: Entrant[]; absent: string[] }> {
  const our = await ours.start({ list: '', created: '' }, folder)
  await fill(our.url, load.entities, at => `Company ${at} GmbH`)
  const list = await send(our, listing)
  // A second server makes it: the first keeps as many entities as the load wants.
  const sample = await ours.start({ list: '', created: '' }, folder)
  const created = await send(sample, { ...listing, method: 'POST', body: JSON.stringify(sent) })
  await sample.stop()
  const bodies = { list, created }
  const entrants: Entrant[] = [{ ...ours, running: our, sameness: 'itself', rounds: [] }]
  const absent: string[] = []
  for (const contender of [bare, ...others]) {
    try {
      const running = await contender.start(bodies, mkdtempSync(join(folder, 'server-')))
      const sameness = compare(await send(running, load), load, bodies)
      entrants.push({ ...contender, running, sameness, rounds: [] })
    } catch (error) {
      absent.push(missing(contender, error))
    }
  }
  return { entrants, absent }
}

/** Sends a request once. It also waits until the server has caught up with what the load generator left. */
async function send(
  { url }: Running,
  { method, path, body }: Pick<Load, 'method' | 'path' | 'body'>,
): Promise<string> {
  const response = await fetch(url + path, {
    method,
    headers: headersOf(),
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  if (response.status !== (method === 'POST' ? 201 : 200))
    throw new Error(`it responds with ${response.status}: ${text.slice(0, 200)}`)
  return text
}

/** @throws Error where a list does not hold the same values. */
function compare(text: string, { method }: Load, { list, created }: Bodies): string {
  const expected = method === 'POST' ? created : list
  if (text === expected) return 'same bytes'
  if (isDeepStrictEqual(JSON.parse(text), JSON.parse(expected))) return 'same values'
  if (method === 'GET') throw new Error('it sends other values')
  const fields = ({ data }: { data?: object }) => Object.keys(data ?? {}).toSorted()
  return isDeepStrictEqual(fields(JSON.parse(text)), fields(JSON.parse(created)))
    ? 'same fields, a new id'
    : 'its own fields'
}

function tableOf(entrants: readonly Entrant[]): Table {
  const base = rates(entrants, bare.name)
  const rows = entrants.map(({ name, sameness, rounds }) => {
    const own = rates(entrants, name)
    const taken = median(rounds.map(({ serverTime }) => serverTime))
    return {
      speed: median(own),
      cells: [name, spread(own, whole), spread(ratios(own, base), hundredths), whole(taken), sameness],
    }
  })
  return {
    head: ['server', 'requests a second', 'share of bare', 'µs of processor each', 'response'],
    rows: rows.toSorted((left, right) => right.speed - left.speed).map(({ cells }) => cells),
  }
}

function rates(entrants: readonly Entrant[], of: string): number[] {
  const rounds = entrants.find(({ name }) => name === of)?.rounds ?? []
  return rounds.map(({ requestsPerSecond }) => requestsPerSecond)
}

/** Whether it is the servers that are measured. */
function describeGenerator(entrants: readonly Entrant[]): string {
  const share = (of: 'generatorShare' | 'serverShare') =>
    entrants.map(({ rounds }) => median(rounds.map(round => round[of])))
  const [most, least] = [Math.max(...share('generatorShare')), Math.min(...share('serverShare'))]
  const verdict = most < 0.9 ? 'it is not what limits them' : '**it limits some of them itself**'
  const servers = Number.isNaN(least) ? '' : `, the servers at least ${percent(least)}`
  return `${generator.name} takes at most ${percent(most)} of a core${servers}: ${verdict}.`
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

function goalsOf({ name, target, entities, method }: Load, entrants: readonly Entrant[]): Goal[] {
  const [own, base] = [rates(entrants, ours.name), rates(entrants, bare.name)]
  const share = median(ratios(own, base))
  const figure = spread(ratios(own, base), hundredths)
  const goals = [goal(name, figure, `≥ ${hundredths(target)} × bare`, share >= target)]
  const peer = median(ratios(rates(entrants, 'fastify'), base))
  if (method === 'GET' && entities === 1)
    goals.push(
      goal(`${name}, beside fastify`, hundredths(share), `> ${hundredths(peer)}, fastify`, share > peer),
    )
  return goals
}
