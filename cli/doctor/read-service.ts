import { findEntityList } from '../../mock-server/parity/response-body.ts'
import type { EntityScreening } from '../../src/client.ts'
import type { ServiceIndex } from '../../src/model/service.ts'
import { IncompleteListError, streamCompleteList } from '../../src/resources/stream-entities.ts'
import { AbortedError } from '../../src/transport/errors/AbortedError.ts'
import { ApiError } from '../../src/transport/errors/ApiError.ts'
import { NotFoundError } from '../../src/transport/errors/NotFoundError.ts'
import { ResponseValidationError } from '../../src/transport/errors/ResponseValidationError.ts'

/** Sends the requests; by default, the client's own. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

export type AttemptResult<Value> = { readonly value: Value } | { readonly error: unknown }

/** @throws AbortedError only. */
export async function attempt<Value>(work: Promise<Value>): Promise<AttemptResult<Value>> {
  try {
    return { value: await work }
  } catch (error) {
    if (AbortedError.is(error)) throw error
    return { error }
  }
}

/** Whether a response cannot come from the service: any server may send a 404, even with JSON. */
export function isForeign(error: unknown): boolean {
  if (ResponseValidationError.is(error)) return true
  return ApiError.is(error) && (error.reason === null || (error.status >= 300 && error.status < 400))
}

/**
 * Whether a response is the service index with its version and its list of entity operations (specification: Service index). No
 * other response without a key distinguishes the service: many servers have a health path, and many reject callers without a key.
 */
export function isServiceIndex(
  index: AttemptResult<ServiceIndex>,
): index is { readonly value: ServiceIndex } {
  return 'value' in index && index.value.version !== null && Object.hasOwn(index.value.endpoints, 'entities')
}

/**
 * Reads the service index at `/v1`, or else at `/`. The client requests `/` only after a 404, but a gateway may reject an unknown
 * path, and an application may return its page for it.
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

/** Not after a 404, because the client has requested both paths, nor if the service is overloaded. */
function mayBeAtRoot(error: unknown): boolean {
  if (ApiError.is(error)) return !NotFoundError.is(error) && error.status < 500 && error.status !== 429
  return ResponseValidationError.is(error)
}

/** The result of reading the list of entities. */
export interface ListReading {
  /** Number of entities that the client read. */
  readonly count: number
  /** Whether it is a list of entities, even if the client cannot read it. */
  readonly isOfEntities: boolean
  /** Why the client could not read the whole list; null if it could. */
  readonly error: unknown
}

/** Reads the whole list without storing it. @throws AbortedError only. */
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
