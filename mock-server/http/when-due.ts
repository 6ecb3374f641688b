import { sleep, whenAborted } from '../../src/pacing/sleep.ts'
import type { Reply } from '../message/reply.ts'
import type { Clock } from '../state/clock.ts'

/**
 * Resolves to a response when it is time to send it, and records it. Rejects once the caller has left, who is recorded as without
 * a response: what never comes ends in no other way.
 */
export async function whenDue(
  { clock }: { readonly clock: Pick<Clock, 'wait'> },
  dispatched: Reply,
  signal?: AbortSignal,
): Promise<Reply> {
  const { delay, realDelay } = dispatched
  try {
    signal?.throwIfAborted()
    // From now on, not once the changes are stored: the clock may be moved meanwhile.
    const wait = delay === undefined ? undefined : clock.wait(delay, signal)
    const realWait = realDelay === undefined ? undefined : sleep(realDelay, signal)
    const [reply] = await Promise.all([dispatched.ready ?? dispatched, wait, realWait])
    if (reply.end === 'never') await new Promise<void>(resolve => whenAborted(signal, resolve))
    signal?.throwIfAborted()
    dispatched.onSent?.(reply)
    return reply
  } catch (error) {
    dispatched.onSent?.({ ...dispatched, end: 'reset' })
    throw error
  }
}
