/** Work in slices: each `yield` is a place where other work may run. */
export type Sliced<Result> = Generator<undefined, Result, undefined>

/** How many milliseconds such work may block the event loop: a slice ends by the clock, however much it has done. */
const maxSliceMs = 10

/** Runs the work in one go, without giving others a turn. */
export function atOnce<Result>(work: Sliced<Result>): Result {
  let step = work.next()
  while (!step.done) step = work.next()
  return step.value
}

/** Resolves to the result; other work runs between two slices. The first slice runs at once. */
export async function inTurns<Result>(work: Sliced<Result>): Promise<Result> {
  for (;;) {
    const until = performance.now() + maxSliceMs
    do {
      const { done, value } = work.next()
      if (done) return value
    } while (performance.now() < until)
    await yieldToEventLoop()
  }
}

/** Resolves when other work has run. No timer: a test may have replaced them. */
export function yieldToEventLoop(): Promise<void> {
  if (typeof MessageChannel === 'undefined') return Promise.resolve()
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
