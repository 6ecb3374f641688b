import { nextTurn } from './next-turn.ts'
import { readThreadTime } from './processor-time.ts'

/** Functions that each do the same work once. */
export type Contenders = Readonly<Record<string, () => unknown>>

/** Functions that measure a contender each, by its name. */
export type Turns<Figure = number> = Readonly<Record<string, () => Promise<Figure>>>

const warmUpPasses = 2
const warmUpMs = 400

/**
 * Warms all contenders up. A turn of so many milliseconds is long enough to bear its part of collecting garbage, and returns the
 * milliseconds of one run.
 */
export async function createTurns(contenders: Contenders, milliseconds: number): Promise<Turns> {
  const counts = new Map<string, number>()
  for (let pass = 0; pass < warmUpPasses; pass += 1) {
    for (const [name, run] of Object.entries(contenders)) counts.set(name, await countRuns(run, milliseconds))
  }
  return Object.fromEntries(
    Object.entries(contenders).map(([name, run]) => [name, () => measureRuns(run, counts.get(name))]),
  )
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

/** A turn of the event loop frees what a WeakRef holds, such as a signal. In an application, each response comes in a turn of its own. */
const runsPerEventLoopTurn = 20

/** Returns the processor time of one run, in milliseconds. Collects the garbage of others before, if the process may. */
export async function measureRuns(run: () => unknown, count = 1): Promise<number> {
  globalThis.gc?.()
  const started = readThreadTime()
  for (let index = 0; index < count; index += 1) {
    await run()
    if (index % runsPerEventLoopTurn === 0) await nextTurn()
  }
  return (readThreadTime() - started) / count
}
