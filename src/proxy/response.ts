import type { Operation } from '../contract/operations.ts'
import { Refusal } from '../contract/refusal.ts'
import { tryParseJson } from '../shared/json.ts'
import type { KeyMask } from '../shared/key-mask.ts'
import type { Outcome } from '../transport/attempts/outcome.ts'
import type { StoredResponse } from './idempotency-store.ts'

/** A response on its way from the service to the page. */
export interface ProxyResponse {
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Uint8Array<ArrayBuffer>
  /** Whether the service has processed the request. */
  readonly outcome: Outcome
}

/**
 * Patterns of response headers that are not passed on, because they control a connection, a cache, the
 * browser or a web server.
 */
const notPassedOn = [
  /^(?:connection|keep-alive|te|trailer|transfer-encoding|upgrade|alt-svc|content-(?:encoding|length)|proxy-.+)$/,
  /^(?:expires|pragma|etag|last-modified|vary|surrogate-.+|.*cache-control)$/,
  /^(?:set-cookie2?|www-authenticate|location|refresh|clear-site-data|sourcemap|accept-ch|set-login|nel)$/,
  /^(?:access-control|content-security|cross-origin|permissions|referrer|report|reporting|service-worker)-.+$/,
  /^(?:strict-transport-security|x-accel-.+|x-sendfile|server|x-powered-by)$/,
]

/**
 * The maximum size in bytes of an error body that is passed on. Masking the key in a longer body would take
 * too much time.
 */
const maxErrorBytes = 64 * 1024

/** Reads a response from the service, and masks the key in it. */
export async function readResponse(
  response: Response,
  { tellsErrors = false }: Operation,
  outcome: Outcome,
  apiKey: string,
  mask: KeyMask['mask'],
): Promise<ProxyResponse> {
  const { status, ok } = response
  // A `Response` can only have a status from 200 to 599. Any other status does not show whether the request
  // was processed.
  if (status < 200 || status > 599) throw new TypeError(`the service responded with the status ${status}`)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const headers = [...response.headers]
    .filter(([name]) => !notPassedOn.some(pattern => pattern.test(name)))
    .map(([name, value]) => [name, mask(value)] as const)
  return { status, headers, body: ok && !tellsErrors ? strikeKey(bytes, apiKey) : maskText(), outcome }

  /** Masks the key in each spelling, such as base64, because error texts may quote it. */
  function maskText(): Uint8Array<ArrayBuffer> {
    const isLong = !ok && bytes.length > maxErrorBytes
    const long = new Refusal(status, `The error of the service is longer than ${maxErrorBytes} bytes.`)
    return new TextEncoder().encode(isLong ? long.body : maskBody(new TextDecoder().decode(bytes), mask))
  }
}

/** Masks the key in a body. In JSON, the key is masked even if some of its characters are escaped. */
function maskBody(text: string, mask: KeyMask['mask']): string {
  const body = tryParseJson(text)
  const plainText = body === undefined ? text : JSON.stringify(body)
  const masked = mask(plainText)
  return masked === plainText ? mask(text) : masked
}

/**
 * Overwrites the bytes of the key with asterisks. All other bytes stay unchanged.
 */
function strikeKey(bytes: Uint8Array<ArrayBuffer>, apiKey: string): Uint8Array<ArrayBuffer> {
  const key = new TextEncoder().encode(apiKey)
  const isKeyAt = (start: number) => key.every((byte, index) => bytes[start + index] === byte)
  const [first = 0] = key
  for (let start = bytes.indexOf(first); start >= 0; start = bytes.indexOf(first, start + 1))
    if (isKeyAt(start)) bytes.fill(42, start, start + key.length)
  return bytes
}

export function refusalToResponse(refusal: Refusal, outcome: Outcome): ProxyResponse {
  const headers = Object.entries({ 'content-type': 'application/json', ...refusal.headers })
  return { status: refusal.status, headers, body: new TextEncoder().encode(refusal.body), outcome }
}

/** Creates the response for the page. No cache may store it, because it is for one caller only. */
export function toResponse({ status, headers, body }: ProxyResponse): Response {
  // `nosniff` prevents browsers from showing the body as an HTML page of your origin.
  const own = [['cache-control', 'no-store'] as const, ['x-content-type-options', 'nosniff'] as const]
  const list = [...headers, ...own]
  // A status such as 204 must not have a body.
  return new Response(body.length === 0 ? null : body, {
    status,
    headers: list.map(([name, value]): [string, string] => [name, value]),
  })
}

/** The number of bytes to convert in one call. Engines limit the number of arguments of a call. */
const chunkSize = 8192

export function toStoredResponse({ status, headers, body }: ProxyResponse): StoredResponse {
  let binary = ''
  for (let start = 0; start < body.length; start += chunkSize)
    binary += String.fromCharCode(...body.subarray(start, start + chunkSize))
  return { status, headers, body: btoa(binary) }
}

/**
 * Converts a stored response. The outcome was not stored. Its value does not matter here, because it only
 * decides whether to store a response.
 */
export function fromStoredResponse({ status, headers, body }: StoredResponse): ProxyResponse {
  const bytes = Uint8Array.from(atob(body), character => character.charCodeAt(0))
  return { status, headers, body: bytes, outcome: 'unknown' }
}
