import { runCallback } from '../../pacing/run-callback.ts'
import { sleep } from '../../pacing/sleep.ts'
import { asError } from '../../pacing/stop-controller.ts'
import type { SqlRow } from '../../store/sql.ts'
import { JournalInUseError, type OpenJournalOptions } from './journal.ts'

/** The hold on a journal. */
export type LeaseHold = ReturnType<typeof createLeaseHold>

/** @param requireHeld throws if the journal is, or may be, lost. */
export function createLeaseHold(requireHeld: () => void, end = () => {}) {
  const controller = new AbortController()
  const { signal } = controller
  return { leaseLost: signal, check, lose, end }

  /** Ends the hold. @returns the first cause. */
  function lose(cause: unknown): Error {
    end()
    controller.abort(asError(cause))
    return signal.reason
  }

  function check(): void {
    signal.throwIfAborted()
    try {
      requireHeld()
    } catch (error) {
      throw lose(error)
    }
  }
}

/**
 * Renews a lease when a third of its `ttl` has passed.
 *
 * @param age counts from before the request that took the lease.
 * @param renew resolves to no row if another process holds the journal; a rejection is retried until the lease is too old.
 */
export function createLease(title: string, ttl: number, age: Age, renew: () => Promise<SqlRow[]>): LeaseHold {
  let isRenewing = false
  const hold = createLeaseHold(requireRenewed, () => clearInterval(timer))
  const timer = setInterval(() => renewIfDue().catch(hold.lose), ttl / 12)
  // A lease keeps no process running. In a runtime other than Node a timer may be a number.
  if (typeof timer === 'object') timer.unref()
  return hold

  function requireRenewed(): void {
    // The last sixth is reserved for aborting requests.
    if (age() < (ttl * 5) / 6) return
    const time = `${Math.round(age())} ms`
    throw new Error(`${title} is lost: its lease was not renewed for ${time} and may have ended`)
  }

  async function renewIfDue(): Promise<void> {
    hold.check()
    if (isRenewing || age() < ttl / 3) return
    isRenewing = true
    const renewedAge = beginAge()
    const rows = await renew().catch(() => null)
    isRenewing = false
    if (rows?.length === 0) throw createTakenOverError(title)
    if (rows !== null) age = renewedAge
  }
}

export type Age = ReturnType<typeof beginAge>

/** Counts milliseconds from now, by two clocks: one stops while a machine sleeps, the other can be set. */
export function beginAge() {
  const [date, steady] = [Date.now(), performance.now()]
  return () => Math.max(Date.now() - date, performance.now() - steady)
}

/** The milliseconds between two attempts to open a journal that is in use. */
const retryInterval = 100

/** Opens a journal; while it is in use (null), tries again until `wait` is over. At least twice: it may only have been inspected. */
export async function waitUntilFree<Taken>(
  title: string,
  { wait = 0, onWait }: OpenJournalOptions,
  tryToOpen: () => Promise<Taken | null>,
): Promise<Taken> {
  const until = performance.now() + Math.max(wait, retryInterval)
  for (let notifyWait = wait > 0 ? onWait : undefined; ; notifyWait = undefined) {
    const journal = await tryToOpen()
    if (journal !== null) return journal
    const error = new JournalInUseError(`${title} is in use by another process`)
    const remaining = until - performance.now()
    if (remaining <= 0) throw error
    if (notifyWait !== undefined)
      await runCallback('onWait', () => notifyWait?.(error), { giveUpAfter: wait })
    await sleep(Math.min(remaining, retryInterval), undefined)
  }
}

export const createTakenOverError = (title: string) =>
  new Error(`${title} is lost: another process has taken it over`)
