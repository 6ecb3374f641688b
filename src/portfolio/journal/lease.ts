import { sleep } from '../../pacing/sleep.ts'
import { asError } from '../../pacing/stop-controller.ts'
import { JournalInUseError, type OpenJournalOptions } from './journal.ts'

/** How long a holder may be sure of its journal. */
export type Hold = ReturnType<typeof createHold>

/** @param requireHeld throws once it is lost, or may be. */
export function createHold(requireHeld: () => void, end = () => {}) {
  const controller = new AbortController()
  const { signal: lost } = controller

  /** Ends it for the first cause. @returns that cause. */
  function lose(cause: unknown): Error {
    end()
    controller.abort(asError(cause))
    return lost.reason
  }

  function check(): void {
    lost.throwIfAborted()
    try {
      requireHeld()
    } catch (error) {
      throw lose(error)
    }
  }

  return { lost, check, lose, end }
}

interface LeaseOptions {
  /** The journal, as a message names it. */
  readonly title: string
  readonly ttl: number
  /** Before it was taken: the other side may have counted from any moment since. */
  readonly begun: Moment
  /** False if another process has it. If it rejects it is called again, until the lease is too old. */
  readonly renew: () => Promise<boolean>
}

/** Renews a lease three times in its time, and counts from before each renewal is begun. */
export function createLease({ title, ttl, begun, renew }: LeaseOptions): Hold {
  let renewed = begun
  let isRenewing = false
  const hold = createHold(requireRenewed, () => clearInterval(timer))
  const timer = setInterval(keep, ttl / 12)
  // A lease keeps no process running. In a runtime other than Node a timer may be a number.
  if (typeof timer === 'object') timer.unref()
  return hold

  function requireRenewed(): void {
    const age = since(renewed)
    // A sixth is left to abort requests in.
    if (age < (ttl * 5) / 6) return
    throw new Error(
      `${title} is lost: its lease was not renewed for ${Math.round(age)} ms and may have ended`,
    )
  }

  async function keep(): Promise<void> {
    const moment = now()
    try {
      hold.check()
    } catch {
      return
    }
    if (isRenewing || since(renewed) < ttl / 3) return
    isRenewing = true
    const isHeld = await renew().catch(() => null)
    if (isHeld) renewed = moment
    else if (isHeld === false) hold.lose(takenOver(title))
    isRenewing = false
  }
}

export type Moment = ReturnType<typeof now>

/** A moment by both clocks: one stands still while a machine sleeps, the other can be set. */
export function now() {
  return { date: Date.now(), steady: performance.now() }
}

function since({ date, steady }: Moment): number {
  return Math.max(Date.now() - date, performance.now() - steady)
}

/** How often one that is in use is tried for again, in milliseconds. */
export const retryEvery = 100

/** Takes a journal, and tries for as long as `wait` says where it is in use: null. */
export async function whenFree<Taken>(
  title: string,
  { wait = 0, onWait }: OpenJournalOptions,
  take: () => Promise<Taken | null>,
): Promise<Taken> {
  const until = performance.now() + wait
  for (let tell = onWait; ; tell = undefined) {
    const taken = await take()
    if (taken !== null) return taken
    const error = new JournalInUseError(`${title} is in use by another process`)
    const left = until - performance.now()
    if (left <= 0) throw error
    tell?.(error)
    await sleep(Math.min(left, retryEvery), undefined)
  }
}

export function takenOver(title: string): Error {
  return new Error(`${title} is lost: another process has taken it over`)
}
