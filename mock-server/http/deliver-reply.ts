import { sleep, whenAborted } from '../../src/pacing/sleep.ts'
import type { Clock } from '../clock/clock.ts'
import type { Reply } from '../message/reply.ts'

/**
 * Resolves to the response when it is due, and records it. Rejects if the caller disconnects, and records that there was no
 * response; a response that never comes can end only this way.
 */
export async function deliverReply(
  { clock }: { readonly clock: Pick<Clock, 'wait'> },
  dispatched: Reply,
  signal?: AbortSignal,
): Promise<Reply> {
  const { delay, realDelay } = dispatched
  try {
    signal?.throwIfAborted()
    // The wait starts now, not after the changes are stored: the clock may be moved meanwhile.
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
