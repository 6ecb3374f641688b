import { sleep, whenAborted } from '../../src/pacing/sleep.ts'
import type { Clock } from '../clock/clock.ts'
import type { Reply } from '../message/reply.ts'

/**
 * Waits until a reply is due, records the reply, and resolves to it. If the caller disconnects first, records a broken
 * connection and rejects. The wait for a response that never comes ends only if the caller disconnects.
 */
export async function deliverReply(
  { clock }: { readonly clock: Pick<Clock, 'wait'> },
  dispatched: Reply,
  signal?: AbortSignal,
): Promise<Reply> {
  const { delay, realDelay } = dispatched
  try {
    signal?.throwIfAborted()
    // The wait starts before the changes are stored, because the clock may be moved while they are being stored.
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
