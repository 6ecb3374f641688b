import { readThreadTime } from './processor-time.ts'

/** Functions that each do the same work once. */
export type Contenders = Readonly<Record<string, () => unknown>>

/** Milliseconds of a contender's work, by its name. */
export type Times = Readonly<Record<string, number>>

const warmUpPasses = 2
const warmUpMs = 400

/**
 * Warms all contenders up, and returns a function that measures a round: each has a turn of so many milliseconds, long enough to
 * bear its part of collecting garbage.
 */
export async function createTurns(
  contenders: Contenders,
  milliseconds: number,
): Promise<() => Promise<Times>> {
  const counts = new Map<string, number>()
  for (let pass = 0; pass < warmUpPasses; pass += 1) {
    for (const [name, run] of Object.entries(contenders)) counts.set(name, await countRuns(run, milliseconds))
  }
  return async () => {
    const times: Record<string, number> = {}
    for (const [name, run] of Object.entries(contenders))
      times[name] = await measureTurn(run, counts.get(name))
    return times
  }
}

/** Runs for a while, so that the engine optimizes the code, and returns how many runs a turn has. */
async function countRuns(run: () => unknown, milliseconds: number): Promise<number> {
  const started = readThreadTime()
  let runs = 0
  let time = 0
  while (time < warmUpMs) {
    await run()
    runs += 1
    time = readThreadTime() - started
  }
  return Math.ceil((runs * milliseconds) / time)
}

async function measureTurn(run: () => unknown, count = 1): Promise<number> {
  const started = readThreadTime()
  for (let index = 0; index < count; index += 1) await run()
  return (readThreadTime() - started) / count
}
