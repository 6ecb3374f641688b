import { measureRounds, type Rounds } from './rounds.ts'
import type { Run } from './run.ts'
import type { Turns } from './turns.ts'

/** Times of contenders in milliseconds, each in rounds of its own beside the base. */
export interface Comparison {
  /** The contender that the others are divided by. */
  readonly base: string
  readonly contenders: ReadonlyMap<string, Rounds<number>>
}

/** Measures each contender beside the base: a round of two turns is short, so that it settles. */
export async function compareInRounds(
  run: Run,
  turns: Turns,
  { base, own }: { base: string; own: readonly string[] },
): Promise<Comparison> {
  const { [base]: measureBase, ...others } = turns
  if (measureBase === undefined) throw new Error(`${base} is not measured`)
  const contenders = new Map<string, Rounds<number>>()
  for (const [name, measure] of Object.entries(others)) {
    const wanted = own.includes(name) ? run.counts.own : run.counts.peer
    contenders.set(name, await measureRounds(run, { [base]: measureBase, [name]: measure }, wanted))
  }
  return { base, contenders }
}
