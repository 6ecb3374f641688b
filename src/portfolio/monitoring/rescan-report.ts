import type { Entity } from '../../model/entity.ts'

/**
 * How entities are rescanned; all of it may be left out.
 *
 * @example
 * const options: RescanOptions = {
 *   concurrency: 2,
 *   onProgress: ({ rescanned, failed, total }) => console.log(`${rescanned + failed} of ${total ?? 'unknown'}`),
 * }
 * const report = await rescanAll(client, [id], options)
 */
export interface RescanOptions {
  /**
   * Requests under way at a time, from 1 to 16.
   *
   * @default 4
   */
  concurrency?: number | undefined
  /**
   * For how long, in milliseconds, nothing but 429 may come before the rest is left. The client's own retries come first; then
   * all requests are held back for as long as `Retry-After` asks, or for a time that grows up to half a minute.
   *
   * @default 300000
   */
  patience?: number | undefined
  /** Ends the rescanning; the report says what is left. */
  signal?: AbortSignal | undefined
  /** Called as entities are settled, and as a pause begins. What it throws ends the rescanning. */
  onProgress?: ((progress: RescanProgress) => void) | undefined
}

/** What `onProgress` is told. */
export interface RescanProgress {
  /** How many entities the service has rescanned. */
  readonly rescanned: number
  /** How many could not be rescanned. */
  readonly failed: number
  /** How many entities there are, each counted once; null while the source of the references does not say. */
  readonly total: number | null
  /** For how long requests are held back because the service asked for it, in milliseconds; null while they are not. */
  readonly pausedFor: number | null
}

/** What became of the entities to rescan: each is in exactly one of `rescanned`, `failed` and `left`. */
export interface RescanReport {
  /** The entities as the service answered, in the order of the references. */
  readonly rescanned: readonly Entity[]
  /** Those that the service, or the client, refused on their own account; in the order of the references. */
  readonly failed: readonly RescanFailure[]
  /**
   * The identifiers of those that were not rescanned because of `stopped`. The request of some may have been under way then;
   * to rescan them again does no harm.
   */
  readonly left: readonly string[]
  /** True where the references were not read to their end, so that there may be more to rescan than `left` names. */
  readonly unread: boolean
  /** Why it ended early; null where every entity is settled. */
  readonly stopped: RescanStop | null
}

/** An entity that could not be rescanned, while others could. */
export interface RescanFailure {
  /** Identifier of the entity; empty where the reference had none. */
  readonly id: string
  /** What its call ended in: for example a `NotFoundError`, or a `ServerError` after the client's retries. */
  readonly error: Error
}

/** Why rescanning ended early. */
export interface RescanStop {
  /**
   * - `aborted`: the caller's signal.
   * - `authentication`: the service refused the key (401).
   * - `rate_limit`: nothing but 429 came for as long as `patience` says.
   * - `failed`: the references could not be read on, or `onProgress` threw.
   */
  readonly cause: 'aborted' | 'authentication' | 'rate_limit' | 'failed'
  /** What was thrown; null where nothing was. */
  readonly error: Error | null
}
