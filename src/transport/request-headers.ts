import type { Context } from './context.ts'
import { mergeHeaders } from './options/resolve.ts'
import { pageOrigin } from './runtime.ts'

/** The headers of all attempts, without the key. */
export function createHeaders(
  { contract, options, settings }: Context,
  url: string,
  body: string | undefined,
): Record<string, string> {
  const { method, repeatable } = contract
  const origin = pageOrigin()
  // A page would ask another origin's permission for each of these headers.
  const isOwnOrigin = origin === null || origin === new URL(url).origin
  const { idempotencyKey = !repeatable && isOwnOrigin ? createIdempotencyKey() : undefined } = options
  return {
    ...(method === 'GET' && origin === null && { 'cache-control': 'no-cache, no-store' }),
    ...(options.headers ? mergeHeaders(settings.headers, options.headers) : settings.headers),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
}

/** A random key, without `randomUUID`, which pages without TLS lack; none in a runtime without `crypto`. */
function createIdempotencyKey(): string | undefined {
  const bytes = globalThis.crypto?.getRandomValues(new Uint8Array(16))
  return bytes && Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}
