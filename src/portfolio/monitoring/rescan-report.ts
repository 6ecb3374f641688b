import type { Entity } from '../../model/entity.ts'

/**
 * Options of `rescanAll`. All are optional.
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
   * Concurrent requests, from 1 to 16.
   *
   * @default 4
   */
  concurrency?: number | undefined
  /**
   * Milliseconds of nothing but 429 after which the rest is left. After the client's own retries, all requests pause for as long
   * as `Retry-After` asks, or for a time that grows to half a minute.
   *
   * @default 300000
   */
  giveUpAfter?: number | undefined
  /** Stops rescanning. The report says what is left. */
  signal?: AbortSignal | undefined
  /** Called as entities are settled, and as a pause begins. If it throws, rescanning stops. */
  onProgress?: ((progress: RescanProgress) => void) | undefined
}

/** What `onProgress` receives. */
export interface RescanProgress {
  /** How many entities the service has rescanned. */
  readonly rescanned: number
  /** How many could not be rescanned. */
  readonly failed: number
  /** How many entities there are, each counted once; null while this is not known. */
  readonly total: number | null
  /** Milliseconds for which requests pause because the service asked for it; null while they do not. */
  readonly pausedFor: number | null
}

/** The result of rescanning: each entity is in exactly one of `rescanned`, `failed` and `left`. */
export interface RescanReport {
  /** The entities as the service returned them, in the order of the references. */
  readonly rescanned: readonly Entity[]
  /** The entities that could not be rescanned, in the order of the references. */
  readonly failed: readonly RescanFailure[]
  /**
   * The identifiers of entities that were not rescanned because of `stopped`. Requests for some may have been under way;
   * rescanning them again does no harm.
   */
  readonly left: readonly string[]
  /** Whether the team's list was not read to its end, so that `left` does not name all. */
  readonly hasUnread: boolean
  /** Why rescanning stopped early; null if every entity is settled. */
  readonly stopped: RescanStop | null
}

/** An entity that could not be rescanned, while others could. */
export type RescanFailure = {
  /** Identifier of the entity; empty if the reference had none. */
  readonly id: string
  /** The error of its call, such as a `NotFoundError`, or a `ServerError` after the client's retries. */
  readonly error: Error
}

/** Why rescanning stopped early. */
export type RescanStop = {
  /**
   * - `aborted`: the caller's signal.
   * - `authentication`: the service refused the key (401).
   * - `rate_limit`: nothing but 429 came for as long as `giveUpAfter` says.
   * - `failed`: the team's list could not be read, or `onProgress` threw.
   */
  readonly cause: 'aborted' | 'authentication' | 'rate_limit' | 'failed'
  /** What was thrown, or the reason of the abort. */
  readonly error: Error
}
