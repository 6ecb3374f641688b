import { getOrInsert } from '../../shared/get-or-insert.ts'
import type { Bytes } from '../bytes.ts'
import type { ProxyResponse } from '../response.ts'
import type { IdempotencyStore } from './idempotency-store.ts'
import { createMemoryStore, type MemoryStore } from './memory-store.ts'

/** A write in progress. If the page repeats the request, it gets the same response. */
interface RunningWrite {
  readonly fingerprint: string
  readonly response: Promise<ProxyResponse<Bytes>>
}

/** The writes in progress of this process, by their keys. */
export type RunningWrites = Map<string, RunningWrite>

/** The memory of a proxy: the keys of writes, and the writes in progress. */
export interface ProxyKeys {
  readonly store: IdempotencyStore
  readonly running: RunningWrites
  /** Returns the time until the store in memory has more room, in milliseconds; null for a store of the application. */
  readonly timeToNextExpiry: (() => number) | null
}

/** Proxies share their keys if all of these are equal: the route, the service with its team, and the limits. */
interface KeyScope {
  readonly basePath: string
  readonly baseUrl: string
  readonly apiKey: string
  readonly maxBytes: number
  readonly keyLifetime: number
}

interface KeyMemory extends ProxyKeys {
  readonly store: MemoryStore
}

/** The keys by scope, and by the function that sends the requests: mock servers may differ in their functions only. */
const memories = /* @__PURE__ */ new WeakMap<object, Map<string, KeyMemory>>()

/**
 * Returns the keys of all proxies of this process that have the same scope. So a proxy that is created inside a handler, once for each
 * request, knows the keys of earlier requests. Proxies of other teams and services do not share them.
 *
 * Before a scope is added, those without keys are dropped, such as those of an API key that was replaced. So a proxy must look for its
 * keys at each request, and claim one at once.
 */
export function findKeyMemory(send: object, scope: KeyScope): ProxyKeys {
  const { basePath, baseUrl, apiKey, maxBytes, keyLifetime } = scope
  const keysByScope = getOrInsert(memories, send, () => new Map())
  return getOrInsert(keysByScope, JSON.stringify([basePath, baseUrl, apiKey, maxBytes, keyLifetime]), () => {
    for (const [other, { store }] of keysByScope) if (store.isEmpty()) keysByScope.delete(other)
    const store = createMemoryStore({ maxBytes, keyLifetime })
    return { store, running: new Map(), timeToNextExpiry: store.timeToNextExpiry }
  })
}

/** Returns the keys of a proxy with a store of the application. */
export function usingStore(store: IdempotencyStore): ProxyKeys {
  return { store, running: new Map(), timeToNextExpiry: null }
}
