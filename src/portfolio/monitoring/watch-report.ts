import type { EntityReference } from '../../resources/reference.ts'
import type { EntityScreeningError } from '../../transport/errors/EntityScreeningError.ts'
import type { Journal, LeasedJournal } from '../journal/journal.ts'
import type { EntityChange } from './diff/changes.ts'
import type { RememberedEntity } from './remembered.ts'

/**
 * Changes that one check found, at most about a hundred: those of a check that found more come in several events.
 *
 * @example
 * const tell = ({ id, changes }: WatchEvent) => console.log(id, changes.map(change => formatChange(change)))
 */
export interface WatchEvent {
  /** The same each time that the event is delivered: who has it already knows the event again. */
  readonly id: string
  /** When the check found the changes: ISO 8601, UTC. */
  readonly at: string
  /** As `diff` tells them; all changes of an entity are in one event. */
  readonly changes: readonly EntityChange<RememberedEntity>[]
}

/**
 * How a team is watched: only `onChange` is needed.
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
   * Called with each event in turn, and waited for. Where it throws or rejects, the same event is delivered again after a pause,
   * and later events wait. `signal` is aborted when the watch ends: what has not come through then is delivered by the next run
   * with the same journal.
   */
  onChange: (event: WatchEvent, signal: AbortSignal) => void | Promise<void>
  /**
   * Where the last state of each entity is kept, and each event until it is delivered, so that the next run goes on from there:
   * the name of a file (Node), or a place of your own. It holds names and registrations.
   */
  journal?: string | Journal | LeasedJournal | undefined
  /**
   * Entities to watch, in place of the whole team.
   *
   * @default every entity that the team has
   */
  ids?: readonly EntityReference[] | undefined
  /**
   * Milliseconds between two checks.
   *
   * @default 30000
   */
  every?: number | undefined
  /**
   * Ends the watch after so many checks, those that failed included, once their events are delivered. 1 says what has changed
   * since the last run.
   *
   * @default no limit
   */
  checks?: number | undefined
  /**
   * Ends the watch after so many milliseconds, with a last check.
   *
   * @default no limit
   */
  duration?: number | undefined
  /**
   * For how long, in milliseconds, nothing but failures may come, of the checks or of `onChange`, before the watch ends; false for
   * no limit.
   *
   * @default 300000 with `checks` or `duration`, else false
   */
  patience?: number | false | undefined
  /** Ends the watch as soon as `onChange` has settled; the report says what is left. */
  signal?: AbortSignal | undefined
  /** Called after each check, and waited for. What it throws ends the watch. */
  onCheck?: ((check: WatchCheck) => void | Promise<void>) | undefined
  /** Called when `onChange` has failed and the event waits for its next delivery. What it throws ends the watch. */
  onRetry?: ((retry: WatchRetry) => void) | undefined
}

/** What `onCheck` is told. */
export interface WatchCheck {
  /** How many checks there have been, this one included. */
  readonly checks: number
  /** How many entities are watched. */
  readonly entities: number
  /** How many changes this check found. */
  readonly changes: number
  /** Those of `ids` that are not in the list. */
  readonly missing: readonly string[]
  /** Why the list could not be read whole, so that nothing was compared; null where it was. */
  readonly failure: EntityScreeningError | null
}

/** What `onRetry` is told. */
export interface WatchRetry {
  /** The event that has not come through. */
  readonly event: WatchEvent
  /** What `onChange` threw. */
  readonly error: Error
  /** Milliseconds until it is delivered again. */
  readonly pause: number
}

/** What a watch has done when it ends. */
export interface WatchReport {
  /** How often the team's list was asked for. */
  readonly checks: number
  /** How many changes were delivered. */
  readonly changes: number
  /** How many changes were found and not delivered: the next run with the same journal delivers them. */
  readonly undelivered: number
  /** Why the last check failed; null where it did not. */
  readonly failure: EntityScreeningError | null
  /** Why the watch ended early; null where it ended by `checks` or `duration`. */
  readonly stopped: WatchStop | null
}

/** Why a watch ended early. */
export interface WatchStop {
  /**
   * - `aborted`: the caller's signal.
   * - `refused`: the service refused the key (401), or the key may not list the team (403).
   * - `failed`: `patience` came to its end, a webhook answered 410, the journal could not be written or was lost, or `onCheck` or
   *   `onRetry` threw.
   */
  readonly cause: 'aborted' | 'refused' | 'failed'
  /** What was thrown, or the reason of the abort. */
  readonly error: Error
}
