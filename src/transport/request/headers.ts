import { pageOrigin } from '../attempts/runtime.ts'
import type { Context } from '../context.ts'
import { mergeHeaders } from '../options/resolve.ts'

/** Creates the headers for all attempts of a call, without the API key. */
export function createHeaders(
  { contract, options, settings }: Context,
  url: string,
  body: string | undefined,
): Record<string, string> {
  const { method, repeatable } = contract
  const origin = pageOrigin()
  // A page sends an idempotency key to its own origin only. For other origins, the header would cause a CORS preflight.
  const isOwnOrigin = origin === null || origin === new URL(url).origin
  const { idempotencyKey = !repeatable && isOwnOrigin ? createIdempotencyKey() : undefined } = options
  return {
    ...(method === 'GET' && origin === null && { 'cache-control': 'no-cache, no-store' }),
    ...(options.headers ? mergeHeaders(settings.headers, options.headers) : settings.headers),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
}

/**
 * Creates a random key; undefined in a runtime without `crypto`. Pages without TLS do not have `randomUUID`, which takes a tenth of
 * the time.
 */
export function createIdempotencyKey(): string | undefined {
  const { crypto } = globalThis
  return crypto?.randomUUID?.() ?? crypto?.getRandomValues(new Uint32Array(4)).join('-')
}
