import type { Comparison } from '../measure/comparison.ts'
import { joinRounds, measureRounds, type Rounds } from '../measure/rounds.ts'
import type { Run } from '../measure/run.ts'
import { compareSpeed, compareTimes, judgeRatio } from '../page/comparison.ts'
import { formatInteger, formatRatio } from '../page/figures.ts'
import { judgeFixed, type Section } from '../page/section.ts'
import { bundleProgram, runProgram, startProgram } from '../program.ts'

const program = 'bench/peers/reading.ts'
const ownProcesses = 4
const parsing = 'JSON.parse'
const wholeCall = 'ours, whole call'
const fromText = 'ours, from the text'
const checked = ['ky and zod with transforms', 'hey-api with zod', '@zodios/core with transforms']
const unchecked = ['openapi-fetch, unchecked', 'fetch and response.json()']

/** A response, by the name that `bench/peers/reading.ts` has for it, and its target. */
interface ReadingCase {
  readonly body: string
  readonly name: string
  readonly base: string
  /** Ours. */
  readonly own: string
  /** The most processor time, as a multiple of that of the base. */
  readonly max: number
  readonly peers: readonly string[]
  /** Flags of Node. */
  readonly flags?: readonly string[]
}

const responses: readonly ReadingCase[] = [
  {
    body: 'list of 10,000',
    name: 'Reading a list of 10,000, every field touched once',
    base: parsing,
    own: wholeCall,
    max: 1.6,
    peers: [...checked, ...unchecked],
  },
  {
    body: 'network of 5,000',
    name: 'Reading a network of 5,000, documented dialect',
    base: parsing,
    own: fromText,
    max: 1.8,
    peers: [...checked, ...unchecked],
  },
  {
    body: 'network of 5,000, sample dialect',
    name: 'Reading a network of 5,000, sample dialect',
    base: parsing,
    own: fromText,
    max: 2.1,
    peers: [...checked, ...unchecked],
  },
]
const callPeers = ['hey-api with zod', '@zodios/core']
/** With both optimizing compilers of V8, chance decides which of them optimizes a function last, and a call takes 21 or 32 µs in a process. */
const oneCompiler = ['--no-maglev', '--no-concurrent-recompilation']
const health: ReadingCase = {
  body: 'health',
  name: '`service.health()`, with the captured stack',
  base: 'ky.get().json()',
  own: 'ours',
  max: 1.15,
  peers: callPeers,
  flags: oneCompiler,
}
const creation: ReadingCase = {
  body: 'create',
  name: '`entities.create`',
  base: 'ky.post().json()',
  own: 'ours',
  max: 1.4,
  peers: ['hey-api with zod'],
  flags: oneCompiler,
}

/** Measures how long clients take to read the same bytes, in process. */
export async function measureReading(run: Run): Promise<Section> {
  const sections: Section[] = []
  for (const readingCase of responses) {
    const comparison = await compareReaders(run, readingCase)
    const heading = `A ${readingCase.body}`
    const speed = compareSpeed(comparison, {
      task: `Client: reads a ${readingCase.body}`,
      own: wholeCall,
      alternatives: checked,
      unchecked,
    })
    const parts = [`### ${heading}`, compareTimes(comparison, 'client')]
    sections.push({ heading, parts, goals: [judgeReading(comparison, readingCase)], speed: [speed] })
  }
  return {
    heading: 'Client: responses',
    parts: [
      `From the bytes of a response to values, in process, against \`${parsing}\` of the same text. Of a list, each reader then touches every field once, so that none gains by reading it later. \`${fromText}\` is what the client does beside the request; a whole call also makes the request and decodes UTF-8, as do the peers. openapi-fetch checks nothing and hey-api’s zod plugin checks: both return the fields of the wire. The others also map them: hyphens to null, dates to ISO, labels to levels. Ours reports each quirk, too. Each client is measured in a process of its own, beside \`${parsing}\`.`,
      ...sections.flatMap(({ parts }) => parts),
    ],
    goals: sections.flatMap(({ goals }) => goals),
    speed: sections.slice(0, 1).flatMap(({ speed = [] }) => speed),
  }
}

/** Measures calls with small responses. */
export async function measureCalls(run: Run): Promise<Section> {
  const [ofHealth, ofCreation] = [await compareReaders(run, health), await compareReaders(run, creation)]
  return {
    heading: 'Client: small calls',
    parts: [
      'What the clients themselves cost: `fetch` is a stub that responds at once, the same for all; that of @zodios/core is an adapter of axios. `ky.get().json()` and `ky.post().json()` check nothing. Each client is measured in a process of its own, beside ky, by one optimizing compiler of the engine, which runs on the main thread and so counts (`--no-maglev --no-concurrent-recompilation`): with both, chance decides which of them optimizes a function last, and a call takes half as long again in some processes.',
      '### `GET /v1/health`',
      compareTimes(ofHealth, 'client'),
      '### `POST /v1/entities`',
      compareTimes(ofCreation, 'client'),
    ],
    goals: [judgeReading(ofHealth, health), judgeReading(ofCreation, creation)],
    speed: [
      compareSpeed(ofHealth, {
        task: 'Client: a small call',
        own: 'ours',
        alternatives: callPeers,
        unchecked: [health.base, ...unchecked],
      }),
    ],
  }
}

function judgeReading(comparison: Comparison, { name, own, max, peers }: ReadingCase) {
  return judgeRatio(comparison, { name, own, max, peers })
}

/**
 * Checks that all readers of `bench/peers/reading.ts` read the same values, and measures each of them in a new process; the one
 * with a target in several, because the engine does not optimize the same code alike in all of them.
 */
async function compareReaders(run: Run, { body, base, own, flags }: ReadingCase): Promise<Comparison> {
  const names = await runProgram<string[]>(await bundleProgram(program), [body])
  const contenders = new Map<string, Rounds<number>>()
  for (const name of names.filter(name => name !== base)) {
    const processes = name === own ? ownProcesses : 1
    const wanted = name === own ? Math.ceil(run.counts.own / processes) : run.counts.peer
    const series: Rounds<number>[] = []
    while (series.length < processes) series.push(await measureReader(run, [body, base, name], flags, wanted))
    contenders.set(name, joinRounds(series))
  }
  return { base, contenders }
}

async function measureReader(
  run: Run,
  parameters: readonly string[],
  flags: readonly string[] | undefined,
  wanted: number,
) {
  const { turns, stop } = await startProgram(program, parameters, flags)
  try {
    return await measureRounds(run, turns, wanted)
  } finally {
    stop()
  }
}

/** Measures the memory that a list of 10,000 keeps, which does not depend on how fast the machine is. */
export async function measureKeptBytes(): Promise<Section> {
  const { turns, stop } = await startProgram('bench/client/kept-bytes.ts')
  const bytes = new Map<string, number>()
  for (const [name, measure] of Object.entries(turns)) bytes.set(name, await measure())
  stop()
  const ratioOf = (name: string) => (bytes.get(name) ?? Number.NaN) / (bytes.get(parsing) ?? Number.NaN)
  const own = 'entity-screening'
  const peer = 'ky and zod with transforms'
  return {
    heading: 'Client: memory of a list of 10,000',
    parts: [
      'The heap that the values take. Ours share one string for all equal dates, labels and countries; `JSON.parse` makes one for each.',
      {
        head: ['read by', 'memory', `against ${parsing}`],
        rows: Array.from(bytes, ([name, size]) => [
          name,
          `${formatInteger(size / 1024)} KiB`,
          formatRatio(ratioOf(name)),
        ]),
      },
    ],
    goals: [
      judgeFixed({
        name: 'Memory of a list of 10,000',
        value: ratioOf(own),
        max: 1.2,
        format: ratio => `${formatRatio(ratio)} × ${parsing}`,
        peer: `${peer} ${formatRatio(ratioOf(peer))}`,
      }),
    ],
  }
}
