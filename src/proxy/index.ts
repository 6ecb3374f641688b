/**
 * The route of a server that adds the key, so that no page needs one. It sends each write with an `Idempotency-Key` at most once.
 *
 * @module entity-screening-sdk/proxy
 */

export { createProxy } from './create-proxy.ts'
export type { IdempotencyRecord, IdempotencyStore, StoredResponse } from './idempotency-store.ts'
export type { ProxyOptions } from './options.ts'
