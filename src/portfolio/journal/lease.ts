import { asError } from '../../pacing/stop-controller.ts'

/** A moment by both clocks: one stands still while a machine sleeps, the other can be set. */
interface Moment {
  readonly date: number
  readonly steady: number
}

/** The time for which a holder may be sure of its journal. */
export interface Lease {
  readonly lost: AbortSignal
  /** @throws Error where it is lost, or so old that it may have ended. */
  check(): void
  /** Does what renews it, and counts from before it was begun: the other side may have counted from any moment since. */
  renewing<Value>(work: () => Promise<Value>): Promise<Value>
  /** @returns why it is lost: the first cause, as an error. */
  lose(cause: unknown): Error
  /** Renews it no more. */
  end(): void
}

export interface LeaseOptions {
  /** The journal, as a message names it. */
  readonly title: string
  readonly ttl: number
  /** Renews it. Where it throws it is called again, until the lease is too old. */
  readonly renew: () => Promise<void>
  /** The same at once, for a store that can: a process that wakes may find the journal untaken. */
  readonly renewNow?: () => void
}

/** A timer for more does not exist, one for less is busy with nothing else. */
const [shortestTtl, longestTtl] = [300, 86_400_000]

/** @throws TypeError naming what is wrong. */
export function checkTimes(ttl: number, wait: number): void {
  if (!(ttl >= shortestTtl && ttl <= longestTtl))
    throw new TypeError(`ttl must be a number of milliseconds from ${shortestTtl} to ${longestTtl}`)
  if (!(wait >= 0)) throw new TypeError('wait must be a number of milliseconds from 0')
}

function now(): Moment {
  return { date: Date.now(), steady: performance.now() }
}

function since({ date, steady }: Moment): number {
  return Math.max(Date.now() - date, performance.now() - steady)
}

/** Runs what takes a lease, and begins to count before it. */
export async function takeLease<Value>(
  take: () => Promise<Value>,
): Promise<{ taken: Value; begin: (options: LeaseOptions) => Lease }> {
  const begun = now()
  const taken = await take()
  return { taken, begin: options => createLease(options, begun) }
}

function createLease({ title, ttl, renew, renewNow }: LeaseOptions, begun: Moment): Lease {
  const controller = new AbortController()
  // A sixth is left to abort requests in.
  const safe = (ttl * 5) / 6
  let renewed = begun
  let underWay = false
  let first: Error | null = null

  function lose(cause: unknown): Error {
    clearInterval(timer)
    first ??= asError(cause)
    controller.abort(first)
    return first
  }

  function isSure(): boolean {
    if (since(renewed) < safe) return true
    if (renewNow === undefined) return false
    const moment = now()
    try {
      renewNow()
    } catch {
      return false
    }
    renewed = moment
    return true
  }

  function look(): void {
    if (controller.signal.aborted || isSure()) return
    lose(
      new Error(
        `${title} is lost: its lease was not renewed for ${Math.round(since(renewed))} ms and may have ended`,
      ),
    )
  }

  async function renewing<Value>(work: () => Promise<Value>): Promise<Value> {
    const moment = now()
    const value = await work()
    renewed = moment
    return value
  }

  async function keep(): Promise<void> {
    underWay = true
    // What fails is tried again at the next tick, for as long as there is time.
    await renewing(renew).catch(() => {})
    underWay = false
  }

  const timer = setInterval(() => {
    look()
    if (!underWay && !controller.signal.aborted && since(renewed) >= ttl / 3) keep()
  }, ttl / 12)
  // A lease keeps no process running. In a runtime other than Node a timer may be a number.
  if (typeof timer === 'object') timer.unref()

  return {
    lost: controller.signal,
    check() {
      look()
      controller.signal.throwIfAborted()
    },
    renewing,
    lose,
    end: () => clearInterval(timer),
  }
}
