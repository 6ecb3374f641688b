import { appendFileSync } from 'node:fs'
import fc from 'fast-check'

/** `npm run fuzz` makes this many times more runs than `npm test`, with another seed each time. */
const factor = Number(process.env.FUZZ ?? 1)

/** The seed of a long run is printed: FUZZ_SEED repeats it. */
const seed = Number(process.env.FUZZ_SEED ?? (factor === 1 ? 20_251_122 : Date.now() % 2 ** 31))

/** What has been run, for docs/reliability.md: a line of JSON in the file that PROOF_FIGURES names. */
export function note(part: string, figures: object): void {
  const line = JSON.stringify({ part, ...figures })
  if (factor > 1) console.log(line)
  const { PROOF_FIGURES } = process.env
  if (PROOF_FIGURES !== undefined) appendFileSync(PROOF_FIGURES, `${line}\n`)
}

/** Holds a property so many times, or more in a long run; a failure shrinks, and says its seed. */
export async function hold(
  part: string,
  numRuns: number,
  property: fc.IAsyncProperty<unknown> | fc.IProperty<unknown>,
): Promise<void> {
  const started = performance.now()
  await fc.assert(property, { numRuns: numRuns * factor, seed })
  const seconds = Math.round((performance.now() - started) / 100) / 10
  note(part, { runs: numRuns * factor, seed, seconds })
}

/** The most that a long run may take. */
export const longest = { timeout: 3_600_000 }
