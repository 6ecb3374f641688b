import { createPace } from '../../pacing/pace.ts'
import { whenAborted } from '../../pacing/sleep.ts'
import { asError, type StopController } from '../../pacing/stop-controller.ts'
import type { Memory } from './memory.ts'
import type { WatchEvent, WatchOptions, WatchStop } from './watch-report.ts'
import { WebhookError } from './webhook.ts'

interface DeliveryParts {
  readonly memory: Memory
  readonly options: Pick<WatchOptions, 'onChange' | 'onRetry' | 'decisions'>
  readonly giveUpAfter: number
  readonly stopping: StopController<WatchStop['cause']>
}

/** Events on their way to `onChange`, one after the other. Nothing of it rejects: what goes wrong stops the watch. */
export function createDelivery({ memory, options, giveUpAfter, stopping }: DeliveryParts) {
  const ending = new AbortController()
  const signal = AbortSignal.any([stopping.signal, ending.signal])
  let pause = 0
  let delivered = 0
  let turn: Promise<void> = Promise.resolve()
  const pace = createPace({ giveUpAfter, signal, onPause: milliseconds => (pause = milliseconds ?? 0) })

  async function deliver(event: WatchEvent): Promise<void> {
    while (!signal.aborted && !(await tryOnce(event))) await pace.ready()
  }

  /** False where it is to be tried again. */
  async function tryOnce(event: WatchEvent): Promise<boolean> {
    memory.check()
    try {
      await options.onChange(await withReviews(event, options.decisions), signal)
    } catch (error) {
      if (signal.aborted) return false
      const isOver = error instanceof WebhookError && error.status === 410
      if (isOver || !pace.failed(error)) throw error
      options.onRetry?.({ event, error: asError(error), pause })
      return false
    }
    pace.succeeded()
    delivered += event.changes.length
    await memory.delivered(event)
    return true
  }

  return {
    add(event: WatchEvent) {
      turn = turn.then(() => deliver(event)).catch(error => stopping.stop('failed', error))
    },
    /** Resolves when all that was added is delivered, the watch is stopped, or the time is over, after which nothing is. */
    async settled(longest?: number) {
      const timer = longest === undefined ? undefined : setTimeout(() => ending.abort(), longest)
      await Promise.race([turn, aborted(ending.signal)])
      clearTimeout(timer)
    },
    /** How many changes have been delivered. */
    changes: () => delivered,
  }
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

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => whenAborted(signal, resolve))
}
