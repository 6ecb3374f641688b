import { median } from './figures.ts'

/** What is held against each other: each does the same work once. */
export type Contenders = Readonly<Record<string, () => unknown>>

interface Runner {
  readonly name: string
  readonly run: () => unknown
  /** How often it runs in its turn, so that a turn takes some milliseconds. */
  readonly size: number
  /** Of each turn in this round, milliseconds of one run. */
  turns: number[]
  readonly rounds: number[]
}

/** Runs all of them in turns, in rounds of so many milliseconds: the median time of one run of each, by round. */
export async function inTurns(
  contenders: Contenders,
  rounds: number,
  milliseconds: number,
): Promise<Record<string, number[]>> {
  const runners: Runner[] = []
  for (const [name, run] of Object.entries(contenders))
    runners.push({ name, run, size: await sizeTurn(run), turns: [], rounds: [] })
  for (let round = 0; round < rounds; round += 1) {
    const end = performance.now() + milliseconds
    do {
      for (const { run, size, turns } of runners) turns.push((await timeTurn(run, size)) / size)
    } while (performance.now() < end)
    for (const runner of runners) {
      runner.rounds.push(median(runner.turns))
      runner.turns = []
    }
  }
  return Object.fromEntries(runners.map(({ name, rounds }) => [name, rounds]))
}

/** A turn is long enough to bear its part of collecting garbage. First the engine finds out which code is worth its trouble. */
async function sizeTurn(run: () => unknown): Promise<number> {
  const [warming, wanted] = [300, 10]
  const started = performance.now()
  let runs = 0
  let took = 0
  while (took < warming) {
    await run()
    runs += 1
    took = performance.now() - started
  }
  return Math.ceil((runs * wanted) / took)
}

async function timeTurn(run: () => unknown, size: number): Promise<number> {
  const started = performance.now()
  for (let count = 0; count < size; count += 1) await run()
  return performance.now() - started
}
