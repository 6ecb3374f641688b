import type { BulkSummary } from '../../model/bulk.ts'
import type { SourceRow } from '../rows/read-row.ts'
import type { TeamListRead } from '../team/team-list-reader.ts'
import type { Batch, BulkRequest } from './state/batch.ts'

/** The end of a task that the import has started. */
export type ImportEvent =
  /** The next rows of the source; undefined at its end. */
  | { readonly kind: 'rows'; readonly rows: readonly SourceRow[] | undefined }
  /** The backoff allows the next request of a batch. */
  | { readonly kind: 'turn'; readonly batch: Batch }
  | {
      readonly kind: 'response'
      readonly batch: Batch
      readonly request: BulkRequest
      readonly summary: BulkSummary
    }
  | {
      readonly kind: 'request_error'
      readonly batch: Batch
      readonly request: BulkRequest
      readonly error: unknown
    }
  /**
   * The end of a batch's pause before the next read of the list. `rows`: the number of the batch's rows whose outcome is
   * unknown.
   */
  | { readonly kind: 'pause_over'; readonly batch: Batch; readonly rows: number }
  /** The team's list; null if the import ended before the list was read. */
  | { readonly kind: 'list'; readonly list: TeamListRead | null }
  /** The promises of the caller's functions have settled. */
  | { readonly kind: 'observers_settled' }
  /** A task has failed. `batches`: the batches that waited for the task. */
  | { readonly kind: 'task_error'; readonly batches: readonly Batch[]; readonly error: unknown }

/** The events that the loop has not applied yet, in their order. */
export interface EventQueue {
  events: ImportEvent[]
  /** Wakes the loop that waits for an event. */
  wake: () => void
}

export function createEventQueue(): EventQueue {
  return { events: [], wake() {} }
}

export function pushEvent(queue: EventQueue, event: ImportEvent): void {
  queue.events.push(event)
  queue.wake()
}

/** Removes and returns all events. If there are no events, waits for the next one. */
export async function drainEvents(queue: EventQueue): Promise<readonly ImportEvent[]> {
  if (queue.events.length === 0)
    await new Promise<void>(resolve => {
      queue.wake = resolve
    })
  const { events } = queue
  queue.events = []
  return events
}

/** Starts a task, and queues an event when the task ends. @param batches the batches that end if the task fails. */
export function startTask(
  queue: EventQueue,
  batches: readonly Batch[],
  task: () => Promise<ImportEvent>,
): void {
  task()
    .catch((error: unknown): ImportEvent => ({ kind: 'task_error', batches, error }))
    .then(event => pushEvent(queue, event))
}
