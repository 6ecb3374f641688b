import type { HitOptions } from '../../network/hits.ts'
import type { EntityReference } from '../../resources/team.ts'
import type { EntityScreeningError } from '../../transport/errors/EntityScreeningError.ts'
import type { Decisions } from '../decisions/decisions.ts'
import type { Journal, LeasedJournal } from '../journal/journal.ts'
import type { EntityChange } from './diff/changes.ts'
import type { WatchedHitChange } from './hit-changes.ts'
import type { ReadNetworks } from './read-networks.ts'
import type { RememberedEntity } from './remembered.ts'

/** What a watch reports: a change of an entity's row, or of a hit in its network. */
export type WatchChange = EntityChange<RememberedEntity> | WatchedHitChange

/**
 * Whose networks are read after each list: of those whose row has moved, with each one's once in `sweepEvery`; of `all` each time;
 * or `never`.
 */
export type NetworkChoice = 'moved' | 'all' | 'never'

/**
 * Changes that one check found: those of at most fifty rows, or all those of one network. If it finds more, there are more events.
 *
 * @example
 * const tell = ({ id, changes }: WatchEvent) => console.log(id, changes.map(change => formatChange(change)))
 */
export interface WatchEvent {
  /** The same each time the event is delivered, so that the receiver recognizes repeats. */
  readonly id: string
  /** When the check found the changes, in ISO 8601, UTC. */
  readonly at: string
  /**
   * The changes of rows, as `diff` returns them, or those of the hits in one network. All changes of an entity's row are in one
   * event, and so are those of its hits.
   */
  readonly changes: readonly WatchChange[]
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
   * Whether networks are read too, for their hits: a new sanction against an owner need not move the row of the entity. `moved`
   * reads those of entities whose risk, case status or `updatedAt` has moved, and each one's again in `sweepEvery`.
   *
   * @default 'moved'
   */
  networks?: NetworkChoice | undefined
  /**
   * Milliseconds after which a network is read again though the row of its entity has not moved.
   *
   * @default 86400000
   */
  sweepEvery?: number | undefined
  /**
   * Networks that are read at a time, 1 to 16.
   *
   * @default 2
   */
  concurrency?: number | undefined
  /**
   * Networks that are read in a minute at most.
   *
   * @default 600
   */
  requestsPerMinute?: number | undefined
  /** The client's option of this name, for the hits. */
  screeningFields?: HitOptions['screeningFields']
  /** Fields that do not count as content of a hit; see `hitsOf`. */
  volatile?: HitOptions['volatile']
  /** Puts what was decided about a hit beside each change of it, as `review`. */
  decisions?: Pick<Decisions, 'review'> | undefined
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
   * Ends the watch after this many milliseconds, with a last check. Its events have five seconds to be delivered.
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
export type WatchCheck = {
  /** How many checks there have been, including this one. */
  readonly checks: number
  /** How many entities are watched. */
  readonly entities: number
  /** How many changes this check found. */
  readonly changes: number
  /** How many networks were read after the list, how many are left for the next check, and why the first one failed. */
  readonly networks: ReadNetworks
  /** The `ids` that are not in the list. */
  readonly missing: readonly string[]
  /** Why the list could not be read, or not to its end, so that nothing was compared; null if it was read. */
  readonly failure: EntityScreeningError | null
}

/** What `onRetry` receives. */
export type WatchRetry = {
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
  /** Why the watch ended early, or with a check that failed; null if it ended by `checks` or `duration`, and its last check succeeded. */
  readonly stopped: WatchStop | null
}

/** Why a watch ended early. */
export type WatchStop = {
  /**
   * - `aborted`: the caller's signal.
   * - `refused`: the service refused the key (401), or the key may not list the team (403).
   * - `failed`: the last check failed, `giveUpAfter` ran out, a webhook responded with 410, the journal could not be written or was lost, or `onCheck` or
   *   `onRetry` threw.
   */
  readonly cause: 'aborted' | 'refused' | 'failed'
  /** What was thrown, or the reason of the abort. */
  readonly error: Error
}
