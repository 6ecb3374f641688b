import { sleep } from '../../pacing/sleep.ts'
import { asError } from '../../pacing/stop-controller.ts'
import type { SqlRow } from '../../store/sql.ts'
import { JournalInUseError, type OpenJournalOptions } from './journal.ts'

/** This process's hold on a journal, with a signal that is aborted when the hold is lost. */
export type LeaseHold = ReturnType<typeof createLeaseHold>

/** @param requireHeld throws if another process holds the journal, or may hold it. */
export function createLeaseHold(requireHeld: () => void, end = () => {}) {
  const controller = new AbortController()
  const { signal } = controller
  return { leaseLost: signal, check, lose, end }

  /** Records that this process has lost its hold on the journal. @returns the error from the first call of this function. */
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
 * Holds a lease, and renews it when a third of its `ttl` has passed.
 *
 * @param age returns the milliseconds since the request for the lease was sent.
 * @param renew resolves to an empty list if another process holds the journal. If `renew` rejects, it is called again until the
 * lease is too old.
 */
export function createLease(title: string, ttl: number, age: Age, renew: () => Promise<SqlRow[]>): LeaseHold {
  let isRenewing = false
  const hold = createLeaseHold(requireRenewed, () => clearInterval(timer))
  const timer = setInterval(() => renewIfDue().catch(hold.lose), ttl / 12)
  // The timer must not keep the process running. Outside Node, a timer may be a number.
  if (typeof timer === 'object') timer.unref()
  return hold

  function requireRenewed(): void {
    // The last sixth of the lease is reserved, so that requests can be aborted before it ends.
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

/**
 * Starts to count milliseconds by two clocks, because `performance` may stop while a machine sleeps, and `Date` can be set
 * back.
 */
export function beginAge() {
  const [date, steady] = [Date.now(), performance.now()]
  return () => Math.max(Date.now() - date, performance.now() - steady)
}

/** The milliseconds between two attempts to open a journal that is in use. */
const retryInterval = 100

/**
 * Opens a journal. While the journal is in use, tries again until `wait` has passed. Tries at least twice, because another
 * process may hold the journal only for a moment while it reads the lines.
 */
export async function waitUntilFree<Opened>(
  title: string,
  { wait = 0, onWait }: OpenJournalOptions,
  tryToOpen: () => Promise<Opened | null>,
): Promise<Opened> {
  const until = performance.now() + Math.max(wait, retryInterval)
  for (let notifyWait = wait > 0 ? onWait : undefined; ; notifyWait = undefined) {
    const journal = await tryToOpen()
    if (journal !== null) return journal
    const error = new JournalInUseError(`${title} is in use by another process`)
    const remaining = until - performance.now()
    if (remaining <= 0) throw error
    await notifyWait?.(error)
    await sleep(Math.min(remaining, retryInterval), undefined)
  }
}

export const createTakenOverError = (title: string) =>
  new Error(`${title} is lost: another process has taken it over`)
