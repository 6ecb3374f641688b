import fc from 'fast-check'
import { record } from './record.ts'

/** `npm run fuzz` makes this many times more runs than `npm test`, with another seed each time. */
const factor = Number(process.env.FUZZ ?? 1)

/** The seed of a long run is printed: FUZZ_SEED repeats it. */
const seed = Number(process.env.FUZZ_SEED ?? (factor === 1 ? 20_251_122 : Date.now() % 2 ** 31))

/** Holds a property so many times, or more in a long run; a failure shrinks, and says its seed. */
export async function hold(
  part: string,
  numRuns: number,
  property: fc.IAsyncProperty<unknown> | fc.IProperty<unknown>,
): Promise<void> {
  const started = performance.now()
  await fc.assert(property, { numRuns: numRuns * factor, seed })
  const seconds = Math.round((performance.now() - started) / 100) / 10
  const figures = { part, runs: numRuns * factor, seed, seconds }
  if (factor > 1) console.log(JSON.stringify(figures))
  record(figures)
}
