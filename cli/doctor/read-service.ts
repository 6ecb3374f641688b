import { entityListIn } from '../../mock-server/parity/seen.ts'
import type { EntityScreening } from '../../src/client.ts'
import type { ServiceIndex } from '../../src/model/service.ts'
import { IncompleteListError, wholeList } from '../../src/resources/team.ts'
import { AbortedError } from '../../src/transport/errors/AbortedError.ts'
import { ApiError } from '../../src/transport/errors/ApiError.ts'
import { NotFoundError } from '../../src/transport/errors/NotFoundError.ts'
import { ResponseValidationError } from '../../src/transport/errors/ResponseValidationError.ts'

/** What sends the requests; left out, the client's own. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

export type Attempt<Value> = { readonly value: Value } | { readonly error: unknown }

/** @throws AbortedError alone. */
export async function attempt<Value>(work: Promise<Value>): Promise<Attempt<Value>> {
  try {
    return { value: await work }
  } catch (error) {
    if (AbortedError.is(error)) throw error
    return { error }
  }
}

/** Whether it was no response of the service: any server may send a 404, even with JSON. */
export function isForeign(error: unknown): boolean {
  if (ResponseValidationError.is(error)) return true
  return ApiError.is(error) && (error.reason === null || (error.status >= 300 && error.status < 400))
}

/**
 * Whether it is the welcome object with its version and its list of entity operations (specification: Service index). Nothing else
 * that is sent without a key tells the service from any other server: many have a health, and many refuse callers without a key.
 */
export function isOfService(index: Attempt<ServiceIndex>): index is { readonly value: ServiceIndex } {
  return 'value' in index && index.value.version !== null && Object.hasOwn(index.value.endpoints, 'entities')
}

/**
 * Reads the service index at `/v1`, or else at `/`: the client requests `/` only after a 404, but a gateway may refuse a path that
 * does not exist, and an application may return its page for it.
 */
export async function findIndex(
  clientWith: (fetch: Fetch | undefined) => EntityScreening,
  { fetch, baseUrl, signal }: { fetch: Fetch | undefined; baseUrl: string; signal: AbortSignal },
): Promise<Attempt<ServiceIndex>> {
  const atVersion = await attempt(clientWith(fetch).service.index({ signal }))
  if (isOfService(atVersion) || ('error' in atVersion && !mayBeElsewhere(atVersion.error))) return atVersion
  let response: Response | undefined
  const atRoot = await attempt(
    clientWith(async (_, init) => {
      response ??= await (fetch ?? globalThis.fetch)(`${baseUrl.replace(/\/$/, '')}/`, init)
      return response.clone()
    }).service.index({ signal }),
  )
  return isOfService(atRoot) ? atRoot : atVersion
}

/** Not after a 404, when the client has requested both paths, nor after a sign that the service has enough. */
function mayBeElsewhere(error: unknown): boolean {
  if (ApiError.is(error)) return !NotFoundError.is(error) && error.status < 500 && error.status !== 429
  return ResponseValidationError.is(error)
}

/** What the list of entities shows. */
export interface ListReading {
  /** How many entities the client has read. */
  readonly count: number
  /** Whether it is a list of entities, even if the client cannot read it. */
  readonly isOfEntities: boolean
  /** Why the client could not read it to its end; null if it could. */
  readonly error: unknown
}

/** Reads the list to its end without keeping it. @throws AbortedError alone. */
export async function readList({ entities }: EntityScreening, signal: AbortSignal): Promise<ListReading> {
  let count = 0
  let isNamed = false
  try {
    for await (const { id, name } of wholeList(entities, { signal })) {
      count += 1
      isNamed ||= id !== '' && name !== ''
    }
    return { count, isOfEntities: isNamed || count === 0, error: null }
  } catch (error) {
    if (AbortedError.is(error)) throw error
    const isEmpty = count === 0 && error instanceof IncompleteListError
    const isUnread = count === 0 && ResponseValidationError.is(error) && entityListIn(error.raw) !== null
    return { count, isOfEntities: isNamed || isEmpty || isUnread, error }
  }
}
