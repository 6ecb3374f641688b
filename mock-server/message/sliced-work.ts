import { waitForNextTask } from '../../src/shared/next-task.ts'

/** Work in slices: other work may run at each `yield`. */
export type SlicedWork<Result> = Generator<undefined, Result, undefined>

/** A slice ends after this time, whether it has done much or little. */
const maxSliceMs = 10

/** Runs the work without a pause. */
export function runWithoutPause<Result>(work: SlicedWork<Result>): Result {
  let step = work.next()
  while (!step.done) step = work.next()
  return step.value
}

/** Runs the work slice by slice; other work runs in between. The first slice runs at once. */
export async function runInSlices<Result>(work: SlicedWork<Result>): Promise<Result> {
  for (;;) {
    const until = performance.now() + maxSliceMs
    do {
      const { done, value } = work.next()
      if (done) return value
    } while (performance.now() < until)
    await yieldToEventLoop()
  }
}

/** Resolves when other work has run. It uses no timer, because a test may have replaced timers. */
export async function yieldToEventLoop(): Promise<void> {
  await waitForNextTask()
}
