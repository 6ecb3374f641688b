import type { Entity } from '../../model/entity.ts'
import type { EntityReference } from '../../model/entity-reference.ts'
import type { Hit, HitOptions, HitParty } from '../../network/list-hits.ts'
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
   * - `aborted`: the caller's signal.
   * - `refused`: the service refused the key (401), or the key may not list the team (403).
   * - `failed`: nothing but failures came for as long as `giveUpAfter` says, or a function of yours threw. Of a watch, also: the
   *   last check failed, a webhook responded with 410, or the watch state could not be written or was lost.
   */
  readonly cause: 'aborted' | 'refused' | 'failed'
  /** The error that was thrown, or the reason of the abort. */
  readonly error: Error
}

/** The fields of a hit that a watch stores: `party` is the subject of the hit. */
export type WatchedHit = Pick<Hit, 'key' | 'content' | 'kind' | 'isReadable' | 'isUnique'> & {
  readonly party: Pick<HitParty, 'id' | 'name'>
}

/** A change of a hit in the network of an entity: `id` and `name` are the entity's; `review` has its decision if `decisions` is set. */
export type WatchedHitChange = ChangedParty &
  HitChange<WatchedHit> & { readonly review: Review<WatchedHit> | null }

/** A change of an entity's row, or of a hit in its network. */
export type WatchChange = EntityChange<ComparedEntity> | WatchedHitChange

/** All changes that one check found in at most fifty rows, or in the hits of one network. If it finds more, there are more events. */
export interface WatchEvent {
  /** The same each time the event is delivered, so that the receiver recognizes repeats. */
  readonly id: string
  /** When the check found the changes, in ISO 8601, UTC. */
  readonly at: string
  /** All changes of an entity's row are in one event, and so are those of its hits. */
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
   * Called with one event after the other, and awaited. If it throws or rejects, the same event is delivered again after a pause;
   * no more is read until then. `signal` is aborted when the watch ends; the next run with the same state delivers the rest.
   */
  onChange: (event: WatchEvent, signal: AbortSignal) => void | Promise<void>
  /**
   * Stores the last state of each entity, and each event until it is delivered, so that the next run continues from there: the
   * name of a file (Node), a journal from a store, or your own object. It contains names and registrations.
   */
  state?: string | Journal | LeasedJournal | undefined
  /** Entities to watch instead of the whole team. */
  ids?: readonly EntityReference[] | undefined
  /**
   * Which networks are read for hits. `moved` (the default): those of entities with a changed risk, case status or `updatedAt`,
   * and each network once in `sweepEvery`. `all`: every network at each check. `never`: none. A new sanction against an owner may
   * leave the entity unchanged.
   */
  networks?: 'moved' | 'all' | 'never' | undefined
  /** Milliseconds after which a network is read again even if its entity has not changed. Default: 86400000. */
  sweepEvery?: number | undefined
  /** The number of networks read at a time, 1 to 16. Default: 2. */
  concurrency?: number | undefined
  /** The maximum number of networks read per minute. Default: 600. */
  requestsPerMinute?: number | undefined
  /** Adds the present decision about a hit to each change of it, as `review`. */
  decisions?: Pick<Decisions, 'review'> | undefined
  /** Milliseconds between checks. Default: 30000. */
  every?: number | undefined
  /** Ends the watch after this many checks, including failed ones, once their events are delivered. Default: no limit. */
  checks?: number | undefined
  /** Ends the watch after this many milliseconds, with a last check and five seconds for its events. Default: no limit. */
  duration?: number | undefined
  /** Ends the watch after this many milliseconds of failures alone. Default: no limit, with `checks` 300000. */
  giveUpAfter?: number | undefined
  /** Ends the watch once `onChange` has settled. The report says what is left. */
  signal?: AbortSignal | undefined
  /** Called after each check, and awaited. If it throws, the watch ends. */
  onCheck?: ((check: WatchCheck) => void | Promise<void>) | undefined
}

/** The argument of `onCheck`: how many checks there have been, how many entities are watched, and how many changes this check found. */
export type WatchCheck = {
  readonly checks: number
  readonly entities: number
  readonly changes: number
  /** How many networks were read, how many are left for the next check, and the first failure; null if there is none. */
  readonly networks: {
    readonly read: number
    readonly remaining: number
    readonly failure: EntityScreeningError | null
  }
  /** The `ids` that are not in the list. */
  readonly missing: readonly string[]
  /** Why the list could not be read, or not to its end, so that nothing was compared; null if it was read. */
  readonly failure: EntityScreeningError | null
}

/** The result of a watch. */
export interface WatchReport {
  /** How often the team's list was requested. */
  readonly checks: number
  /** How many changes were delivered. */
  readonly changes: number
  /** How many changes the event has that was not delivered. The next run with the same state delivers it, and goes on from there. */
  readonly undelivered: number
  /** Why the watch ended early, or with a check that failed; null if it ended by `checks` or `duration`, and its last check succeeded. */
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
   * Milliseconds of nothing but 429 after which the rest is left. Default: 300000. All requests pause for as long as `Retry-After`
   * asks, or for a time that grows to half a minute.
   */
  giveUpAfter?: number | undefined
  /** Stops rescanning. The report says what is left. */
  signal?: AbortSignal | undefined
  /** Called as entities are settled, and as a pause begins, and awaited. If it throws or rejects, rescanning stops. */
  onProgress?: ((progress: RescanProgress) => void) | undefined
}

/** The argument of `onProgress`: how many entities are rescanned, how many failed, and how many there are. */
export type RescanProgress = {
  readonly rescanned: number
  readonly failed: number
  readonly total: number
  /** Milliseconds for which requests pause because the service asked for it; null while they do not. */
  readonly pausedFor: number | null
}

/** The result of rescanning: each entity is in exactly one of `rescanned`, `failed` and `left`. */
export interface RescanReport {
  /** The entities as the service returned them, in the order of the references. */
  readonly rescanned: readonly Entity[]
  /** The entities that could not be rescanned, in the order of the references, each with the error of its call. */
  readonly failed: readonly { readonly id: string; readonly error: Error }[]
  /** The identifiers of entities that were not rescanned because of `stopped`, or may not have been. */
  readonly remaining: readonly string[]
  /** Why rescanning stopped early; null if every entity is settled. */
  readonly stopped: MonitoringStop | null
}
