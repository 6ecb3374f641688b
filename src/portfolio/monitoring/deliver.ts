import type { Pace } from '../../pacing/pace.ts'
import { within } from '../../transport/body.ts'
import type { Memory } from './memory.ts'
import type { WatchEvent, WatchOptions } from './reports.ts'
import { WebhookError } from './webhook.ts'

interface DeliveryParts {
  readonly memory: Memory
  readonly options: Pick<WatchOptions, 'onChange' | 'decisions'>
  readonly pace: Pace
  /** Aborted when the watch ends: `onChange`, which is told, is waited for once more. */
  readonly signal: AbortSignal
  /** Aborted when nothing is waited for any more. */
  readonly over: AbortSignal
}

/**
 * Calls `onChange` until it takes the event. Returns false where the watch ends before that.
 *
 * @throws What `onChange` threw last, where it has thrown for too long, or the receiver wants no more.
 */
export async function deliver(event: WatchEvent, parts: DeliveryParts): Promise<boolean> {
  const { memory, options, pace, signal, over } = parts
  for (; !signal.aborted; await pace.ready()) {
    memory.check()
    try {
      const told = await withReviews(event, options.decisions)
      await within(Promise.resolve(options.onChange(told, signal)), { signal: over })
      pace.succeeded()
      return true
    } catch (error) {
      if (signal.aborted) return false
      const isGone = error instanceof WebhookError && error.status === 410
      if (isGone || !pace.failed(error)) throw error
    }
  }
  return false
}

/** What was decided is put beside the hits when the event is delivered. */
async function withReviews(event: WatchEvent, decisions: WatchOptions['decisions']): Promise<WatchEvent> {
  if (decisions === undefined) return event
  const hits = event.changes.flatMap(change => ('hit' in change ? [change.hit] : []))
  const reviews = await decisions.review(hits)
  const changes = event.changes.map(change =>
    'hit' in change ? { ...change, review: reviews.find(({ hit }) => hit === change.hit) ?? null } : change,
  )
  return { ...event, changes }
}
