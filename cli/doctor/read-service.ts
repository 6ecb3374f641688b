import { findEntityList } from '../../mock-server/parity/response-body.ts'
import type { EntityScreening } from '../../src/client.ts'
import type { ServiceIndex } from '../../src/model/service.ts'
import { IncompleteListError, streamCompleteList } from '../../src/resources/stream-entities.ts'
import { AbortedError } from '../../src/transport/errors/AbortedError.ts'
import { ApiError } from '../../src/transport/errors/ApiError.ts'
import { NotFoundError } from '../../src/transport/errors/NotFoundError.ts'
import { ResponseValidationError } from '../../src/transport/errors/ResponseValidationError.ts'

/** A function that sends requests instead of the global `fetch`. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

export type AttemptResult<Value> = { readonly value: Value } | { readonly error: unknown }

/** Waits for a result and returns it, or the error. @throws AbortedError only. */
export async function attempt<Value>(work: Promise<Value>): Promise<AttemptResult<Value>> {
  try {
    return { value: await work }
  } catch (error) {
    if (AbortedError.is(error)) throw error
    return { error }
  }
}

/**
 * Whether an error shows that a server other than the service responded. A 404 does not show this, because the service may also
 * send one.
 */
export function isForeign(error: unknown): boolean {
  if (ResponseValidationError.is(error)) return true
  return ApiError.is(error) && (error.reason === null || /^3/.test(String(error.status)))
}

/**
 * Whether a response is the service index with its version and its list of entity operations (specification: Service index).
 * The index is the only response without a key that identifies the service: many other servers have a health path, or reject
 * callers without a key.
 */
export function isServiceIndex(
  index: AttemptResult<ServiceIndex>,
): index is { readonly value: ServiceIndex } {
  return 'value' in index && index.value.version !== null && Object.hasOwn(index.value.endpoints, 'entities')
}

/**
 * Reads the service index at `/v1`, or else at `/`. The client's own method requests `/` only after a 404. This function also
 * requests `/` if a gateway rejects `/v1` with another status, or another application responds with an HTML page.
 */
export async function findIndex(
  createClient: (fetch: Fetch | undefined) => EntityScreening,
  { fetch, baseUrl, signal }: { fetch: Fetch | undefined; baseUrl: string; signal: AbortSignal },
): Promise<AttemptResult<ServiceIndex>> {
  const versionIndex = await attempt(createClient(fetch).service.index({ signal }))
  if (isServiceIndex(versionIndex) || ('error' in versionIndex && !mayBeAtRoot(versionIndex.error)))
    return versionIndex
  let response: Response | undefined
  const rootIndex = await attempt(
    createClient(async (_, init) => {
      response ??= await (fetch ?? globalThis.fetch)(`${baseUrl.replace(/\/$/, '')}/`, init)
      return response.clone()
    }).service.index({ signal }),
  )
  return isServiceIndex(rootIndex) ? rootIndex : versionIndex
}

/**
 * Whether the index may still be found at `/` after this error. False after a 404, because the client has then already requested
 * both paths, and false if the service is overloaded.
 */
function mayBeAtRoot(error: unknown): boolean {
  if (ApiError.is(error)) return !NotFoundError.is(error) && error.status < 500 && error.status !== 429
  return ResponseValidationError.is(error)
}

/** The result of reading the team's list of entities. */
export interface ListReading {
  /** Number of entities that the client read. */
  readonly count: number
  /** Whether the response is a list of entities, even if the client cannot read it. */
  readonly isOfEntities: boolean
  /** The error that prevented the client from reading the whole list; null if the client has read it. */
  readonly error: unknown
}

/** Reads the whole list of entities without keeping it in memory. @throws AbortedError only. */
export async function readEntityList(
  { entities }: EntityScreening,
  signal: AbortSignal,
): Promise<ListReading> {
  let count = 0
  let isNamed = false
  try {
    for await (const { id, name } of streamCompleteList(entities, { signal })) {
      count += 1
      isNamed ||= id !== '' && name !== ''
    }
    return { count, isOfEntities: isNamed || count === 0, error: null }
  } catch (error) {
    if (AbortedError.is(error)) throw error
    const isEmpty = count === 0 && error instanceof IncompleteListError
    const isUnreadableList =
      count === 0 && ResponseValidationError.is(error) && findEntityList(error.raw) !== null
    return { count, isOfEntities: isNamed || isEmpty || isUnreadableList, error }
  }
}
