import { type Reply, whenReady } from '../message/reply.ts'
import type { Clock } from '../state/clock.ts'

/**
 * Resolves to a response when it is time to send it, and records it. Rejects once the caller has left, who is recorded as without
 * a response: what never comes ends in no other way.
 */
export async function whenDue(
  { clock }: { readonly clock: Pick<Clock, 'wait'> },
  dispatched: Reply,
  left?: AbortSignal,
): Promise<Reply> {
  const reply = await whenReady(dispatched)
  try {
    left?.throwIfAborted()
    if (reply.delay) await clock.wait(reply.delay, left)
    if (reply.end === 'never') await untilAborted(left)
  } catch (error) {
    dispatched.sent?.({ ...reply, end: 'reset' })
    throw error
  }
  dispatched.sent?.(reply)
  return reply
}

function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
