import { waitForNextTask } from '../../src/shared/next-task.ts'

/** Work that is divided into time slices, so that it does not block other requests. Other work may run at each `yield`. */
export type SlicedWork<Result> = Generator<undefined, Result, undefined>

/** The maximum duration of a slice, in milliseconds. */
const maxSliceMs = 10

/** Runs the work without a pause. */
export function runWithoutPause<Result>(work: SlicedWork<Result>): Result {
  let step = work.next()
  while (!step.done) step = work.next()
  return step.value
}

/** Runs the work slice by slice, with other work between two slices. The first slice runs synchronously. */
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

/** Resolves after other work has run. Uses no timer, because a test may have replaced the timers. */
export async function yieldToEventLoop(): Promise<void> {
  await waitForNextTask()
}
