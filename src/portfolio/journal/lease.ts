import { sleep } from '../../pacing/sleep.ts'
import { asError } from '../../pacing/stop-controller.ts'
import type { JournalInUseError, OpenJournalOptions } from './journal.ts'

/** How long a holder may be sure of its journal. */
export interface Hold {
  /** Aborted once it is lost. */
  readonly lost: AbortSignal
  /** @throws Error if it is lost, or may be. */
  check(): void
  /** @returns why it is lost: the first cause, as an error. */
  lose(cause: unknown): Error
  /** Ends it: nothing more is looked at. */
  end(): void
}

/** A hold that is lost once what is given throws. */
export function createHold(requireHeld: () => void, end = () => {}): Hold {
  const controller = new AbortController()

  function lose(cause: unknown): Error {
    end()
    controller.abort(asError(cause))
    return controller.signal.reason
  }

  return {
    lost: controller.signal,
    check() {
      controller.signal.throwIfAborted()
      try {
        requireHeld()
      } catch (error) {
        throw lose(error)
      }
    },
    lose,
    end,
  }
}

/** A moment by both clocks: one stands still while a machine sleeps, the other can be set. */
export interface Moment {
  readonly date: number
  readonly steady: number
}

export interface LeaseOptions {
  /** The journal, as a message names it. */
  readonly title: string
  readonly ttl: number
  /** Before it was taken: the other side may have counted from any moment since. */
  readonly begun: Moment
  /** Renews it; false if another process has it. If it throws it is called again, until the lease is too old. */
  readonly renew: () => Promise<boolean>
}

/** A timer for more does not exist, one for less is busy with nothing else. */
const [shortestTtl, longestTtl] = [300, 86_400_000]

/** @throws TypeError naming what is wrong. */
export function checkTimes({ ttl = shortestTtl, wait = 0 }: OpenJournalOptions): void {
  if (!(ttl >= shortestTtl && ttl <= longestTtl))
    throw new TypeError(`ttl must be a number of milliseconds from ${shortestTtl} to ${longestTtl}`)
  if (!(wait >= 0)) throw new TypeError('wait must be a number of milliseconds from 0')
}

/** Why a journal cannot be taken, and in how many milliseconds it may be free. */
export interface InUse {
  readonly error: JournalInUseError
  readonly retryIn: number
}

/** Tries to take a journal for as long as `wait` says. */
export async function whenFree<Taken extends object>(
  { wait = 0, onWait }: OpenJournalOptions,
  take: () => Promise<Taken | InUse>,
): Promise<Taken> {
  let isTold = false
  for (const begun = performance.now(); ; ) {
    const taken = await take()
    if (!('retryIn' in taken)) return taken
    const left = wait - (performance.now() - begun)
    if (left <= 0) throw taken.error
    if (!isTold) onWait?.(taken.error)
    isTold = true
    await sleep(Math.min(left, taken.retryIn), undefined)
  }
}

export function now(): Moment {
  return { date: Date.now(), steady: performance.now() }
}

function since({ date, steady }: Moment): number {
  return Math.max(Date.now() - date, performance.now() - steady)
}

/** Renews a lease, and counts from before each renewal is begun. */
export function createLease({ title, ttl, begun, renew }: LeaseOptions): Hold {
  // A sixth is left to abort requests in.
  const safe = (ttl * 5) / 6
  let renewed = begun
  let underWay = false
  const hold = createHold(
    () => {
      const age = since(renewed)
      if (age < safe) return
      throw new Error(
        `${title} is lost: its lease was not renewed for ${Math.round(age)} ms and may have ended`,
      )
    },
    () => clearInterval(timer),
  )

  async function keep(): Promise<void> {
    underWay = true
    const moment = now()
    try {
      if (await renew()) renewed = moment
      else hold.lose(takenOver(title))
    } catch {
      // It is tried again at the next tick, for as long as there is time.
    }
    underWay = false
  }

  const timer = setInterval(() => {
    try {
      hold.check()
    } catch {
      return
    }
    if (!underWay && since(renewed) >= ttl / 3) keep()
  }, ttl / 12)
  // A lease keeps no process running. In a runtime other than Node a timer may be a number.
  if (typeof timer === 'object') timer.unref()
  return hold
}

export function takenOver(title: string): Error {
  return new Error(`${title} is lost: another process has taken it over`)
}
