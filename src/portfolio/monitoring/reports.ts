import type { Entity } from '../../model/entity.ts'
import type { EntityReference } from '../../model/entity-reference.ts'
import type { Hit, HitOptions } from '../../network/list-hits.ts'
import type { EntityScreeningError } from '../../transport/errors/EntityScreeningError.ts'
import type { Decisions } from '../decisions/decisions.ts'
import type { Review } from '../decisions/review-hits.ts'
import type { Journal, LeasedJournal } from '../journal/journal.ts'
import type { ChangedParty } from './diff/compare.ts'
import type { ComparedEntity, EntityChange } from './diff/entities.ts'
import type { HitChange } from './diff/hits.ts'

/** Why a watch or a rescan ended early. */
export type MonitoringStop = {
  /**
   * - `aborted`: the caller's signal was aborted.
   * - `refused`: the service refused the key (401), or the key may not list the team (403).
   * - `failed`: all attempts failed for the duration of `giveUpAfter`, or `onProgress` of a rescan threw. A watch also fails if its
   * last check failed, if a webhook responded with 410, or if the watch state could not be written or is now held by another
   * process.
   */
  readonly cause: 'aborted' | 'refused' | 'failed'
  /** The error that was thrown, or the reason of the abort. */
  readonly error: Error
}

/** The fields of a hit that a watch stores. */
export type WatchedHit = Pick<Hit, 'key' | 'content' | 'kind' | 'isReadable'> & {
  readonly party: Pick<Hit['party'], 'id' | 'name'>
}

/**
 * A change of a hit in the network of an entity. `id` and `name` belong to the entity. `review` is null if the option
 * `decisions` is not set.
 */
export type WatchedHitChange = ChangedParty &
  HitChange<WatchedHit> & { readonly review: Review<WatchedHit> | null }

/** A change of an entity's fields, or of a hit in its network. */
export type WatchChange = EntityChange<ComparedEntity> | WatchedHitChange

/**
 * An event: the changes that one check found in at most fifty entities, or in the hits of one network. A check may deliver
 * several events.
 */
export interface WatchEvent {
  /** The identifier of the event. It is the same at each delivery, so that the receiver recognizes repeats. */
  readonly id: string
  /** The time at which the check found the changes, in ISO 8601, UTC. */
  readonly at: string
  /** The changes. The changes of one entity's fields are never divided among several events; nor are the changes of its hits. */
  readonly changes: readonly WatchChange[]
}

/**
 * Options of `watchEntities`. Only `onChange` is required.
 *
 * @example
 * const options: WatchOptions = { state: 'watch.state', checks: 1, onChange: ({ id }) => console.log(id) }
 */
export interface WatchOptions extends Omit<HitOptions, 'entity'> {
  /**
   * Called with each event, one at a time; the watch waits for the returned promise. If the function throws or rejects, the same
   * event is delivered again after a pause, and nothing else is read until then. `signal` is aborted when the watch ends; the
   * function then has five seconds, and the next run with the same state delivers the remaining event.
   */
  onChange: (event: WatchEvent, signal: AbortSignal) => void | Promise<void>
  /**
   * Stores the last state of each entity, and each event until it is delivered, so that the next run continues from there. Pass
   * the name of a file (Node), a journal from a store, or your own object. The stored state contains names and registration
   * numbers.
   */
  state?: string | Journal | LeasedJournal | undefined
  /** Entities to watch instead of the whole team. */
  ids?: readonly EntityReference[] | undefined
  /**
   * The networks that are read for hits.
   *
   * - `moved` (the default): networks of entities with a changed risk, case status or `updatedAt`, and every network once per
   * `sweepEvery`, because a new sanction against an owner may not change the entity itself.
   * - `all`: all networks at each check.
   * - `never`: no networks.
   */
  networks?: 'moved' | 'all' | 'never' | undefined
  /** The time after which a network is read again even if its entity has not changed, in milliseconds. Default: 86400000. */
  sweepEvery?: number | undefined
  /** The number of networks that are read at once, 1 to 16. Default: 2. */
  concurrency?: number | undefined
  /** The maximum number of networks read per minute. Default: 600. */
  requestsPerMinute?: number | undefined
  /** If set, the `review` of each change of a hit contains the current decision about the hit. */
  decisions?: Pick<Decisions, 'review'> | undefined
  /** Milliseconds between checks. Default: 30000. */
  every?: number | undefined
  /**
   * Ends the watch after this many checks, including failed ones, once their events are delivered. `1` needs a `state`, because a
   * single check without state has nothing to compare with. Default: no limit.
   */
  checks?: number | undefined
  /**
   * Ends the watch after this many milliseconds. A last check follows, with five seconds to deliver its events. Default: no
   * limit.
   */
  duration?: number | undefined
  /**
   * Ends the watch if all requests and deliveries fail for this many milliseconds. Default: 300000 if `checks` is set,
   * otherwise no limit.
   */
  giveUpAfter?: number | undefined
  /** A signal that ends the watch once `onChange` has settled, or five seconds later. The report counts undelivered changes. */
  signal?: AbortSignal | undefined
  /** Called after each check, and not awaited. If the function throws or rejects, the client's logger gets the error. */
  onCheck?: ((check: WatchCheck) => void | Promise<void>) | undefined
}

/**
 * The argument of `onCheck`: the number of checks so far, the number of watched entities, and the number of changes that this
 * check found.
 */
export type WatchCheck = {
  readonly checks: number
  readonly entities: number
  readonly changes: number
  /** The number of listed entities that could not be compared, because no earlier check had read them. */
  readonly uncompared: number
  /**
   * The number of networks that were read, the number that are left for the next check, and the first failure, which is null if
   * none failed.
   */
  readonly networks: {
    readonly read: number
    readonly remaining: number
    readonly failure: EntityScreeningError | null
  }
  /** The identifiers from the option `ids` that are not in the team's list. */
  readonly missing: readonly string[]
  /** The error that prevented the complete read of the team's list, so that nothing was compared; null if the list was read. */
  readonly failure: EntityScreeningError | null
}

/** The result of a watch. */
export interface WatchReport {
  /** The number of checks, each of which requests the team's list. */
  readonly checks: number
  /** The number of delivered changes. */
  readonly changes: number
  /**
   * The number of changes in the undelivered event; 0 if every event was delivered. The next run with the same state delivers
   * this event first.
   */
  readonly undelivered: number
  /**
   * The number of entities that this watch could not compare with anything earlier: no earlier check had read them or their network,
   * as in the first run with a state, or they are in `ids` and not in the team's list. An entity that is reported as new is not counted.
   */
  readonly uncompared: number
  /**
   * The ids of entities whose hits the last check did not compare, although it had to: their networks could not be read, were
   * incomplete or remained at the end of the watch, or their screening had not ended. A screening has not ended while the list shows
   * the results from before a rescan by this client. With `networks: 'never'`, only entities whose screening had not ended are listed.
   * The next run with the same state reads the networks.
   */
  readonly unreadNetworks: readonly string[]
  /** Why the watch ended early; null if the watch ended because of `checks` or `duration`, and its last check succeeded. */
  readonly stopped: MonitoringStop | null
}

/**
 * Options of `rescanAll`. All are optional.
 *
 * @example
 * const options: RescanOptions = { onProgress: ({ rescanned, total }) => console.log(`${rescanned} of ${total}`) }
 */
export interface RescanOptions {
  /** Concurrent requests, from 1 to 16. Default: 4. */
  concurrency?: number | undefined
  /**
   * Rescanning stops if the service has responded only with 429 for this many milliseconds. Default: 300000. After a 429, all
   * requests pause for the time in `Retry-After`, otherwise for a time that increases up to 30 seconds.
   */
  giveUpAfter?: number | undefined
  /** A signal that stops rescanning. The report lists the remaining entities. */
  signal?: AbortSignal | undefined
  /**
   * Called when the outcome of entities is known, and when a pause begins. Rescanning waits for the returned promise. If the
   * function throws or rejects, rescanning stops.
   */
  onProgress?: ((progress: RescanProgress) => void) | undefined
}

/** The argument of `onProgress`: the number of entities that were rescanned, the number that failed, and the total number. */
export type RescanProgress = {
  readonly rescanned: number
  readonly failed: number
  readonly total: number
  /** Duration of the pause that the service asked for, in milliseconds; null if there is no pause. */
  readonly pausedFor: number | null
}

/** The result of rescanning. Each entity is in exactly one of `rescanned`, `failed` and `remaining`. */
export interface RescanReport {
  /** The rescanned entities as the service returned them, in the order of the entities passed. */
  readonly rescanned: readonly Entity[]
  /** The entities that could not be rescanned, in the order of the entities passed, each with its error. */
  readonly failed: readonly { readonly id: string; readonly error: Error }[]
  /** The identifiers of entities without an outcome, because rescanning stopped. Some of them may have been rescanned. */
  readonly remaining: readonly string[]
  /** Why rescanning stopped early; null if the outcome of every entity is known. */
  readonly stopped: MonitoringStop | null
}
