import { compareInRounds } from '../measure/comparison.ts'
import type { Run } from '../measure/run.ts'
import { compareTimes, judgeRatio } from '../page/comparison.ts'
import { formatInteger } from '../page/figures.ts'
import { judgeFixed, type Section } from '../page/section.ts'
import { startProgram } from '../program.ts'

const sizes = { small: 'among 1,000', large: 'among 1,000,000' }

/** Measures creates in a small and in a large store of the mock server, without HTTP, and the memory that an entity takes. */
export async function measureStore(run: Run): Promise<Section> {
  const program = 'bench/server/store-program.ts'
  const [small, large] = [await startProgram(program, ['1000']), await startProgram(program, ['1000000'])]
  const { bytes: measureBytes, ...creates } = { ...small.turns, ...large.turns }
  const bytes = (await measureBytes?.()) ?? Number.NaN
  const comparison = await compareInRounds(run, creates, { base: sizes.small, own: [sizes.large] })
  small.stop()
  large.stop()
  return {
    heading: 'Server: store',
    parts: [
      `In process, without HTTP. An entity, unscreened, takes ${formatInteger(bytes)} bytes of memory.`,
      compareTimes(comparison, 'a create'),
    ],
    goals: [
      judgeRatio(comparison, { name: 'A create among 1,000,000 entities', own: sizes.large, max: 1.2 }),
      judgeFixed({
        name: 'Memory of an entity',
        value: bytes,
        max: 500,
        format: value => `${formatInteger(value)} bytes`,
      }),
    ],
  }
}
