import type { Rounds, Run } from '../measure/rounds.ts'
import { compareSpeed, compareTimes, judgeRatio } from '../page/comparison.ts'
import { formatInteger } from '../page/figures.ts'
import type { Section } from '../page/section.ts'
import { measureProgram } from '../program.ts'

const base = 'JSON.parse'
const wholeCall = 'ours, whole call'
const fromText = 'ours, from the text'
const checked = ['ky and zod with transforms', 'hey-api with zod', '@zodios/core with transforms']
const unchecked = ['openapi-fetch, unchecked', 'fetch and response.json()']

/** A response, by the name that `bench/peers/reading.ts` has for it, and its target. */
interface ReadingCase {
  readonly body: string
  /** The contender that has the target. */
  readonly own: string
  /** The most processor time, as a multiple of that of JSON.parse. */
  readonly max: number
}

const cases: readonly ReadingCase[] = [
  { body: 'list of 10,000', own: wholeCall, max: 1.6 },
  { body: 'network of 5,000', own: fromText, max: 2 },
  { body: 'network of 5,000, sample dialect', own: fromText, max: 2.5 },
]

/** Measures how long clients take to read the same bytes, in process. */
export async function measureReading(run: Run): Promise<Section> {
  const sections: Section[] = []
  for (const readingCase of cases) sections.push(await measureCase(run, readingCase))
  return {
    heading: 'Client: responses',
    parts: [
      `From the bytes of a response to values, in process, against \`${base}\` of the same text. \`${fromText}\` is what the client does beside \`${base}\`; a whole call also makes the request and decodes UTF-8, as do the peers. openapi-fetch checks nothing and hey-api’s zod plugin checks: both return the fields of the wire. The others also map them: hyphens to null, dates to ISO, labels to levels. Ours reports each quirk, too.`,
      ...sections.flatMap(({ parts }) => parts),
    ],
    goals: sections.flatMap(({ goals }) => goals),
    speed: sections.slice(0, 2).flatMap(({ speed = [] }) => speed),
  }
}

/** Measures the readers of `bench/peers/reading.ts`. */
function measureReaders(run: Run, body: string): Promise<Rounds<number>> {
  return measureProgram(run, 'bench/peers/reading.ts', [body])
}

async function measureCase(run: Run, { body, own, max }: ReadingCase): Promise<Section> {
  const rounds = await measureReaders(run, body)
  const comparison = { rounds, base }
  const heading = `A ${body}`
  return {
    heading,
    parts: [`### ${heading}`, compareTimes(comparison, 'client')],
    goals: [
      judgeRatio(comparison, { name: `Reading a ${body}`, own, max, peers: [...checked, ...unchecked] }),
    ],
    speed: [
      compareSpeed(comparison, {
        task: `Client: reads a ${body}`,
        own: wholeCall,
        alternatives: checked,
        unchecked,
      }),
    ],
  }
}

/** Measures a list of 1,000,000: the reader of bodies against JSON.parse. */
export async function measureLargeList(run: Run): Promise<Section> {
  const size = 1_000_000
  const rounds = await measureProgram(run, 'bench/client/large-list.ts', [String(size)], {
    rounds: 3,
    repeats: 3,
  })
  const comparison = { rounds, base }
  const name = `list of ${formatInteger(size)}`
  return {
    heading: `Client: a ${name}`,
    parts: [compareTimes(comparison, 'client')],
    goals: [judgeRatio(comparison, { name: `Reading a ${name}`, own: fromText, max: 1.5, peers: [] })],
  }
}

/** Measures a call with a small response. */
export async function measureSmallCall(run: Run): Promise<Section> {
  const comparison = { rounds: await measureReaders(run, 'small call'), base: 'ky' }
  const peers = ['hey-api with zod', '@zodios/core']
  return {
    heading: 'Client: a small call',
    parts: ['`GET /v1/health`, in process.', compareTimes(comparison, 'client')],
    goals: [
      judgeRatio(comparison, { name: 'A small call', own: 'ours', max: 1.35, peers: ['ky', ...peers] }),
    ],
    speed: [
      compareSpeed(comparison, {
        task: 'Client: a small call',
        own: 'ours',
        alternatives: ['ky', ...peers],
        unchecked,
      }),
    ],
  }
}

/** Measures the memory that a list of 10,000 keeps. It does not depend on the processor: one round is enough. */
export async function measureKeptBytes(run: Run): Promise<Section> {
  const rounds = await measureProgram(run, 'bench/client/kept-bytes.ts', [], { rounds: 1, repeats: 0 })
  const comparison = { rounds: { ...rounds, disturbed: new Map() }, base }
  const name = 'Memory of a list of 10,000'
  const { head, rows } = compareTimes(comparison, 'read by', bytes => `${formatInteger(bytes / 1024)} KiB`)
  return {
    heading: 'Client: memory of a list of 10,000',
    parts: [
      'The heap that the values take. Ours share one string for all equal dates, labels and countries; `JSON.parse` makes one for each.',
      { head: head.with(1, 'memory'), rows },
    ],
    goals: [
      judgeRatio(comparison, {
        name,
        own: 'entity-screening',
        max: 1.2,
        peers: ['ky and zod with transforms'],
      }),
    ],
  }
}
