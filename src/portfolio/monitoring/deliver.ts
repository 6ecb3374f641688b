import { createPace } from '../../pacing/pace.ts'
import { asError, type StopController } from '../../pacing/stop-controller.ts'
import type { Memory } from './memory.ts'
import type { WatchEvent, WatchOptions, WatchStop } from './watch-report.ts'
import { WebhookError } from './webhook-error.ts'

/** Events on their way to `onChange`, one after the other. */
export type Delivery = ReturnType<typeof createDelivery>

interface DeliveryParts {
  readonly memory: Memory
  readonly options: Pick<WatchOptions, 'onChange' | 'onRetry'>
  readonly giveUpAfter: number
  readonly stopping: StopController<WatchStop['cause']>
}

/** Nothing of it rejects: what goes wrong stops the watch. */
export function createDelivery({ memory, options, giveUpAfter, stopping }: DeliveryParts) {
  const { signal } = stopping
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
      await options.onChange(event, signal)
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
    /** Resolves when all that was added is delivered, or the watch is stopped. */
    settled: () => turn,
    /** How many changes have been delivered. */
    changes: () => delivered,
  }
}
