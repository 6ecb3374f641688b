import type { EntityReference } from '../../resources/bind-operations.ts'
import type { EntityScreeningError } from '../../transport/errors/EntityScreeningError.ts'
import type { Journal, LeasedJournal } from '../journal/journal.ts'
import type { EntityChange } from './diff/changes.ts'
import type { RememberedEntity } from './remembered.ts'

/**
 * Changes that one check found: at most about a hundred. If a check finds more, they come in several events.
 *
 * @example
 * const tell = ({ id, changes }: WatchEvent) => console.log(id, changes.map(change => formatChange(change)))
 */
export interface WatchEvent {
  /** The same each time the event is delivered, so that the receiver recognizes repeats. */
  readonly id: string
  /** When the check found the changes, in ISO 8601, UTC. */
  readonly at: string
  /** The changes, as `diff` returns them. All changes of an entity are in one event. */
  readonly changes: readonly EntityChange<RememberedEntity>[]
}

/**
 * Options of `watchEntities`. Only `onChange` is required.
 *
 * @example
 * const options: WatchOptions = {
 *   journal: 'watch.journal',
 *   checks: 1,
 *   onChange: ({ changes }) => changes.forEach(change => console.log(formatChange(change))),
 * }
 * const { stopped } = await watchEntities(client, options)
 */
export interface WatchOptions {
  /**
   * Called with one event after the other, and awaited. If it throws or rejects, the same event is delivered again after a pause,
   * and later events wait. `signal` is aborted when the watch ends; the next run with the same journal delivers the rest.
   */
  onChange: (event: WatchEvent, signal: AbortSignal) => void | Promise<void>
  /**
   * Stores the last state of each entity, and each event until it is delivered, so that the next run continues from there: the
   * name of a file (Node), a journal from a store, or your own object. It contains names and registrations.
   */
  journal?: string | Journal | LeasedJournal | undefined
  /**
   * Entities to watch instead of the whole team.
   *
   * @default every entity that the team has
   */
  ids?: readonly EntityReference[] | undefined
  /**
   * Milliseconds between checks.
   *
   * @default 30000
   */
  every?: number | undefined
  /**
   * Ends the watch after this many checks, including failed ones, once their events are delivered. 1 reports what has changed
   * since the last run.
   *
   * @default no limit
   */
  checks?: number | undefined
  /**
   * Ends the watch after this many milliseconds, with a last check.
   *
   * @default no limit
   */
  duration?: number | undefined
  /**
   * Milliseconds of nothing but failures, of checks or of `onChange`, after which the watch ends; false for no limit.
   *
   * @default 300000 with `checks` or `duration`, else false
   */
  giveUpAfter?: number | false | undefined
  /** Ends the watch once `onChange` has settled. The report says what is left. */
  signal?: AbortSignal | undefined
  /** Called after each check, and awaited. If it throws, the watch ends. */
  onCheck?: ((check: WatchCheck) => void | Promise<void>) | undefined
  /** Called when `onChange` has failed and the event waits for another attempt. If it throws, the watch ends. */
  onRetry?: ((retry: WatchRetry) => void) | undefined
}

/** What `onCheck` receives. */
export interface WatchCheck {
  /** How many checks there have been, including this one. */
  readonly checks: number
  /** How many entities are watched. */
  readonly entities: number
  /** How many changes this check found. */
  readonly changes: number
  /** The `ids` that are not in the list. */
  readonly missing: readonly string[]
  /** Why the list could not be read, or not to its end, so that nothing was compared; null if it was read. */
  readonly failure: EntityScreeningError | null
}

/** What `onRetry` receives. */
export interface WatchRetry {
  /** The event that was not delivered. */
  readonly event: WatchEvent
  /** What `onChange` threw. */
  readonly error: Error
  /** Milliseconds until the next attempt. */
  readonly pause: number
}

/** The result of a watch. */
export interface WatchReport {
  /** How often the team's list was requested. */
  readonly checks: number
  /** How many changes were delivered. */
  readonly changes: number
  /** How many changes were found but not delivered. The next run with the same journal delivers them. */
  readonly undelivered: number
  /** Why the last check failed; null if it did not. */
  readonly failure: EntityScreeningError | null
  /** Why the watch ended early; null if it ended by `checks` or `duration`. */
  readonly stopped: WatchStop | null
}

/** Why a watch ended early. */
export interface WatchStop {
  /**
   * - `aborted`: the caller's signal.
   * - `refused`: the service refused the key (401), or the key may not list the team (403).
   * - `failed`: `giveUpAfter` ran out, a webhook responded with 410, the journal could not be written or was lost, or `onCheck` or
   *   `onRetry` threw.
   */
  readonly cause: 'aborted' | 'refused' | 'failed'
  /** What was thrown, or the reason of the abort. */
  readonly error: Error
}
