import { hundredths, ratios, spread, time } from '../figures.ts'
import type { Section } from '../page.ts'
import { runProgram } from '../program.ts'
import type { Run } from '../run.ts'

interface Figures {
  /** Milliseconds by round. */
  readonly requests: { readonly ours: number[]; readonly fixed: number[] }
  /** Milliseconds of a test among 1,000. */
  readonly one: number[]
  readonly together: number[]
}

/** The mock server behind msw 3, in the process of the tests. */
export async function measureMsw({ rounds }: Run): Promise<Section> {
  const { requests, one, together } = await runProgram<Figures>('bench/msw/in-process.ts', {
    parameters: [String(Math.min(rounds, 3))],
  })
  const { ours, fixed } = requests
  return {
    heading: 'msw, in process',
    parts: [
      'A list of one by `fetch`, through msw 3: the handlers of the mock server, which check the key and look at the clock, and one handler that responds with the same bytes.',
      {
        head: ['handler', 'a request', 'against the fixed one'],
        rows: [
          ['one that responds with fixed bytes', spread(fixed, time), '1.00'],
          ['those of the mock server', spread(ours, time), spread(ratios(ours, fixed), hundredths)],
        ],
      },
      '1,000 tests, each with a team of its own, a create, its screening, and a look at the list by the client. Each test is checked to see its own entity alone.',
      {
        head: ['1,000 tests', 'a test'],
        rows: [
          ['one after the other', spread(one, time)],
          ['all at once', spread(together, time)],
        ],
      },
    ],
    goals: [],
  }
}
