import { measureRounds, type Run } from '../measure/rounds.ts'
import { type Comparison, compareTimes, judgeRatio } from '../page/comparison.ts'
import { formatInteger } from '../page/figures.ts'
import type { Section } from '../page/section.ts'
import { measureProgram, startProgram } from '../program.ts'

const maxBytes = 500
const sizes = { small: 'among 1,000', large: 'among 1,000,000' }
const floor = 'a store without checks'

/** Measures the store of the mock server, without HTTP. */
export async function measureStore(run: Run): Promise<Section> {
  const sections = [await measureBulk(run), await measureCreates(run)]
  return {
    heading: 'Server: store',
    parts: ['In process, without HTTP.', ...sections.flatMap(({ parts }) => parts)],
    goals: sections.flatMap(({ goals }) => goals),
  }
}

async function measureBulk(run: Run): Promise<Section> {
  const heading = 'A bulk request of 1,000 rows'
  const comparison: Comparison = {
    rounds: await measureProgram(run, 'bench/server/bulk-program.ts'),
    base: 'JSON of its bodies',
  }
  return {
    heading,
    parts: [
      `### ${heading}`,
      `Beside it, \`JSON.parse\` and \`JSON.stringify\` of its request and response, and ${floor}, which parses the rows, stores them by name, and responds. Times of 50 requests.`,
      compareTimes(comparison, 'store'),
    ],
    goals: [judgeRatio(comparison, { name: heading, own: 'entity-screening', max: 8, peers: [floor] })],
  }
}

async function measureCreates(run: Run): Promise<Section> {
  const program = 'bench/server/store-program.ts'
  const [small, large] = [await startProgram(program, ['1000']), await startProgram(program, ['1000000'])]
  const { bytes: measureBytes, ...creates } = { ...small.turns, ...large.turns }
  const bytes = (await measureBytes?.()) ?? Number.NaN
  const comparison: Comparison = { rounds: await measureRounds(run, creates), base: sizes.small }
  small.stop()
  large.stop()
  return {
    heading: 'A create in a store',
    parts: [
      '### A create in a store',
      `An entity, unscreened, takes ${formatInteger(bytes)} bytes of memory.`,
      compareTimes(comparison, 'entities'),
    ],
    goals: [
      judgeRatio(comparison, {
        name: 'A create among 1,000,000 entities',
        own: sizes.large,
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
    ],
  }
}
