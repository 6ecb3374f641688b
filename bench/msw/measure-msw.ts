import type { Run } from '../measure/rounds.ts'
import { compareTimes } from '../page/comparison.ts'
import type { Section } from '../page/section.ts'
import { measureProgram } from '../program.ts'

/** Measures the mock server behind msw 3, in the process of the tests. */
export async function measureMsw(run: Run): Promise<Section> {
  const measure = (mode: string) =>
    measureProgram(run, 'bench/msw/in-process.ts', [mode], { rounds: Math.min(run.rounds, 3) })
  const [requests, tests] = [await measure('requests'), await measure('tests')]
  return {
    heading: 'msw, in process',
    parts: [
      'A list of one by `fetch`, through msw 3: by the handlers of the mock server, and by one handler that responds with the same bytes.',
      compareTimes({ rounds: requests, base: 'fixed bytes' }, 'handler'),
      '200 tests. Each creates a team and an entity, settles the clock, reads the list by the client, and checks that it has its own entity only.',
      compareTimes({ rounds: tests, base: 'one after the other' }, '200 tests'),
    ],
    goals: [],
  }
}
