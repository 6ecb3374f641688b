import { createTasks, type Task } from './guard/tasks.ts'
import { createTurns, type Turns } from './measure/turns.ts'
import { formatRatio, median } from './page/figures.ts'

/**
 * `npm run bench:guard`: measures what has been fast beside JSON of the same data, and exits with 1 if a task has become slower
 * than its limit. Times are processor time of the main thread. Takes two minutes.
 */
const rounds = 5
const turnMs = 500

async function measureRatio({ run, json }: Task): Promise<number> {
  const turns = await createTurns({ run, json }, turnMs)
  const ratios: number[] = []
  while (ratios.length < rounds) ratios.push(await measureRound(turns))
  return median(ratios)
}

async function measureRound({ run, json }: Turns): Promise<number> {
  const time = (await run?.()) ?? Number.NaN
  return time / ((await json?.()) ?? Number.NaN)
}

for (const task of createTasks()) {
  const ratio = await measureRatio(task)
  const isSlower = !(ratio <= task.max)
  console.log(
    `${task.name}: ${formatRatio(ratio)} × JSON (limit ${formatRatio(task.max)}${isSlower ? ', exceeded' : ''})`,
  )
  if (isSlower) process.exitCode = 1
}
