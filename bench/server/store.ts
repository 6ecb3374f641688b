import { hundredths, median, spread, time, whole } from '../figures.ts'
import { goal, type Section } from '../page.ts'
import { runProgram } from '../program.ts'
import type { Run } from '../run.ts'

const targets = { bulk: 2.5, create: 1.2, bytes: 600 }

interface Figures {
  /** Microseconds of a create among 1,000 entities, and among 1,000,000. */
  readonly first: number[]
  readonly last: number[]
  readonly bytes: number
  readonly bulk: { readonly whole: number[]; readonly bodies: number[] }
}

/** What the store of the mock server takes, without HTTP. */
export async function measureStore({ rounds }: Run): Promise<Section> {
  const { first, last, bytes, bulk } = await runProgram<Figures>('bench/server/store-program.ts', {
    flags: ['--expose-gc', '--max-old-space-size=8192'],
    parameters: [String(rounds)],
  })
  const growth = last.map(taken => taken / median(first))
  const share = median(bulk.whole) / median(bulk.bodies)
  const microseconds = (taken: readonly number[]) => spread(taken, value => `${value.toFixed(1)} µs`)
  return {
    heading: 'Server: store',
    parts: [
      'In process, without HTTP.',
      {
        head: ['what', 'measured'],
        rows: [
          ['a create among 1,000 entities', microseconds(first)],
          ['a create among 1,000,000 entities', microseconds(last)],
          ['memory of an entity, unscreened', `${whole(bytes)} bytes`],
          ['a bulk request of 1,000 rows', `${time(median(bulk.whole))}, median of ${bulk.whole.length}`],
          ['`JSON.parse` and `JSON.stringify` of its request and response', time(median(bulk.bodies))],
        ],
      },
    ],
    goals: [
      goal(
        'A bulk request of 1,000 rows',
        hundredths(share),
        `≤ ${hundredths(targets.bulk)} × JSON of its bodies`,
        share <= targets.bulk,
      ),
      goal(
        'A create among 1,000,000 entities',
        spread(growth, hundredths),
        `≤ ${hundredths(targets.create)} × among 1,000`,
        median(growth) <= targets.create,
      ),
      goal(
        'Memory of an entity',
        `${whole(bytes)} bytes`,
        `≤ ${targets.bytes} bytes`,
        bytes <= targets.bytes,
      ),
    ],
  }
}
