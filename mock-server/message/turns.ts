/** Work in slices: each `yield` is a place where others may have their turn. */
export type Sliced<Result> = Generator<undefined, Result, undefined>

/** Milliseconds that all work in slices together may hold the event loop for before others have their turn. */
const turn = 10

/** A step of each work that is under way, in the order in which they wait. */
const waiting: (() => void)[] = []
let isDue = false

/** Runs the work in one go, without giving others a turn. */
export function atOnce<Result>(work: Sliced<Result>): Result {
  let step = work.next()
  while (!step.done) step = work.next()
  return step.value
}

/** Resolves to the result; others have their turn between two slices, however much work there is. */
export function inTurns<Result>(work: Sliced<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const next = () => {
      try {
        const { done, value } = work.next()
        if (done) resolve(value)
        else later(next)
      } catch (error) {
        reject(error)
      }
    }
    later(next)
  })
}

/** Runs a task in its turn, among all that wait. */
export function later(task: () => void): void {
  waiting.push(task)
  if (isDue) return
  isDue = true
  void othersTurn().then(takeTurn)
}

function takeTurn(): void {
  const until = performance.now() + turn
  do waiting.shift()?.()
  while (waiting.length > 0 && performance.now() < until)
  isDue = waiting.length > 0
  if (isDue) void othersTurn().then(takeTurn)
}

/** Resolves when whatever waits has been done. A timer would not do: a test may have stopped them. */
export function othersTurn(): Promise<void> {
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
