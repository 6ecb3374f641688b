import fc from 'fast-check'
import { isLongRun, repetitions } from '../repetitions.ts'
import { record } from './record.ts'

/** A long run has another seed each time, and prints it: FUZZ_SEED repeats it. */
const seed = Number(process.env.FUZZ_SEED ?? (isLongRun ? Date.now() % 2 ** 31 : 20_251_122))

/** Holds a property as often as usual, or more in a long run; a failure shrinks, and names its seed. */
export async function hold(
  part: string,
  usualRuns: number,
  property: fc.IAsyncProperty<unknown> | fc.IProperty<unknown>,
): Promise<void> {
  const started = performance.now()
  const runs = repetitions(usualRuns)
  await fc.assert(property, { numRuns: runs, seed })
  const seconds = Math.round((performance.now() - started) / 100) / 10
  const figures = { part, runs, seed, seconds }
  if (isLongRun) console.log(JSON.stringify(figures))
  record(figures)
}
