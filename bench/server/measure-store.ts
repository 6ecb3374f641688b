import { measureRounds, type Rounds, type Run } from '../measure/rounds.ts'
import { type Comparison, compareTimes, judgeRatio } from '../page/comparison.ts'
import { formatInteger, median } from '../page/figures.ts'
import type { Goal, Section } from '../page/section.ts'
import { requestRound, startProgram } from '../program.ts'
import type { StoreTimes } from './store-program.ts'

const program = 'bench/server/store-program.ts'
const maxBytes = 600
const floor = 'a store without checks'

/** The times of a round: of a store of 1,000 entities and of one of 1,000,000. */
interface StoreRound {
  readonly small: StoreTimes
  readonly large: StoreTimes
}

/** Measures the store of the mock server, without HTTP. */
export async function measureStore(run: Run): Promise<Section> {
  const smallStore = await startProgram(program, ['1000', 'bulk'])
  const largeStore = await startProgram(program, ['1000000'])
  const rounds = await measureRounds(run, async () => ({
    small: await requestRound<StoreTimes>(smallStore),
    large: await requestRound<StoreTimes>(largeStore),
  }))
  smallStore.kill()
  largeStore.kill()
  const creates = compareCreates(rounds)
  const bulk = compareBulk(rounds)
  const bytes = median(rounds.figures.map(({ large }) => large.bytes))
  return {
    heading: 'Server: store',
    parts: [
      `In process, without HTTP. An entity, unscreened, takes ${formatInteger(bytes)} bytes of memory.`,
      '### A create in a store',
      compareTimes(creates, 'entities'),
      '### A bulk request of 1,000 rows',
      `Beside it, \`JSON.parse\` and \`JSON.stringify\` of its request and response, and ${floor}, which parses the rows, stores them by name, and responds.`,
      compareTimes(bulk, 'store'),
    ],
    goals: judgeStore(creates, bulk, bytes),
  }
}

function compareCreates(rounds: Rounds<StoreRound>): Comparison {
  const figures = rounds.figures.map(({ small, large }) => ({
    'among 1,000': small.create,
    'among 1,000,000': large.create,
  }))
  return { base: 'among 1,000', rounds: { ...rounds, figures } }
}

function compareBulk(rounds: Rounds<StoreRound>): Comparison {
  const figures = rounds.figures.map(({ small }) => ({
    'entity-screening': small.bulk,
    'JSON of its bodies': small.json,
    [floor]: small.floor,
  }))
  return { base: 'JSON of its bodies', rounds: { ...rounds, figures } }
}

function judgeStore(creates: Comparison, bulk: Comparison, bytes: number): Goal[] {
  return [
    judgeRatio(bulk, {
      name: 'A bulk request of 1,000 rows',
      own: 'entity-screening',
      max: 8,
      peers: [floor],
    }),
    judgeRatio(creates, {
      name: 'A create among 1,000,000 entities',
      own: 'among 1,000,000',
      max: 1.2,
      peers: [],
    }),
    {
      name: 'Memory of an entity',
      figure: `${formatInteger(bytes)} bytes`,
      target: `≤ ${maxBytes} bytes`,
      peer: '',
      isMet: bytes <= maxBytes,
    },
  ]
}
