/**
 * A route for your server that adds the API key, so that pages need no key. The route sends each write with an `Idempotency-Key`
 * at most once.
 *
 * @module entity-screening-sdk/proxy
 */

export { createProxy } from './create-proxy.ts'
export type { IdempotencyRecord, IdempotencyStore } from './keys/idempotency-store.ts'
export type { ProxyOptions } from './options.ts'
