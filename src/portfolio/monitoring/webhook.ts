import * as z from 'zod/mini'
import { withTimeout } from '../../pacing/with-timeout.ts'
import { isError } from '../../shared/errors.ts'
import { readRetryAfter } from '../../transport/attempts/outcome.ts'
import { assertInput } from '../../transport/check-input.ts'
import { createCheck, functionOption } from '../option-schemas.ts'
import type { WatchEvent } from './reports.ts'

/**
 * Options of `webhook`.
 *
 * @example
 * const secret = `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24))))}`
 * const options: WebhookOptions = { url: 'https://hooks.example/screening', secret }
 */
export interface WebhookOptions {
  /** The receiver's URL: https, or http if the receiver is on this machine. */
  url: string
  /**
   * The secret shared with the receiver: `whsec_`, then 24 to 64 bytes in base64. Two secrets sign each request twice, so that a secret
   * can be replaced while the receiver still has the previous one. Secrets never appear in errors.
   */
  secret: string | readonly [current: string, previous: string]
  /** Sends the requests. Default: the global `fetch` at the time of each request. */
  fetch?: ((url: string, init: RequestInit & { signal: AbortSignal }) => Promise<Response>) | undefined
}

/**
 * Thrown if a webhook did not accept an event. The message names the host, but neither the path nor the secret.
 *
 * @example
 * const send = webhook({ url: 'http://localhost:1/', secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' })
 * const event = { id: 'e1', at: new Date().toISOString(), changes: [] }
 * await send(event).catch(error => console.error(error instanceof WebhookError && error.status))
 */
export class WebhookError extends Error {
  /** The name of the class: the same in every copy of the package. */
  override readonly name = 'WebhookError'
  /** The status of the response; null if there was no response. */
  readonly status: number | null
  /** The milliseconds until the next attempt, from `Retry-After`; null if there is no such header. */
  readonly retryAfter: number | null

  /** Creates the error, as `webhook` does. Useful in tests. */
  constructor(message: string, status: number | null, retryAfter: number | null = null) {
    super(message)
    this.status = status
    this.retryAfter = retryAfter
  }
}

const secretForm = /^whsec_(?:[A-Za-z0-9+/]{4}){8,21}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

const webhookInput = z.strictObject({
  url: z
    .string()
    .check(z.refine(isSafe, 'must begin with https:, or be on this machine, without a user or password')),
  secret: createCheck(
    isSecret,
    'must be whsec_ and then 24 to 64 bytes in base64, or two of these: the current and the previous secret',
  ),
  fetch: functionOption,
})

function isSecret(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 2 && value.every(isSecretText)
  return isSecretText(value)
}

function isSecretText(value: unknown): boolean {
  return typeof value === 'string' && secretForm.test(value)
}

/** Whether a URL protects events from eavesdroppers: it uses https, or leads to this machine. */
function isSafe(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, username, password } = new URL(url)
  const isHere = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  return (protocol === 'https:' || (protocol === 'http:' && isHere)) && username + password === ''
}

/**
 * Creates a function that posts events, for the `onChange` of a watch. Requests are signed according to Standard Webhooks
 * (https://www.standardwebhooks.com): `webhook-id` is the `id` of the event, which identifies repeats; `webhook-signature` is
 * `v1,` with the HMAC-SHA256 of id, `webhook-timestamp` and body, once for each secret. The body is
 * `{ type: 'entities.changed', timestamp, data: { id, at, changes } }`, and contains names.
 *
 * A response with 2xx acknowledges the event. Redirects are not followed. The function sends one request, and rejects with a
 * `WebhookError` if the event is not acknowledged. A watch then delivers the event again, after the time in `Retry-After`. A
 * response with 410 ends the watch.
 *
 * @throws InputValidationError (`invalid_input`) if an option is wrong.
 * @example
 * const onChange = webhook({ url: 'https://hooks.example/screening', secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' })
 * await watchEntities(client, { state: 'posted.state', checks: 1, onChange })
 */
export function webhook(options: WebhookOptions): (event: WatchEvent, signal?: AbortSignal) => Promise<void> {
  const { url, secret, fetch: ownFetch } = assertInput('webhook', webhookInput, options)
  const { host } = new URL(url)
  const secrets = [secret].flat()

  return async (event, signal) => {
    const body = JSON.stringify({ type: 'entities.changed', timestamp: event.at, data: event })
    const headers = { 'content-type': 'application/json', ...(await signBody(secrets, event.id, body)) }
    const attempt = new AbortController()
    const late = () => new WebhookError(`${host} did not respond within 15 s`, null)
    const { signal: attemptSignal } = attempt
    const init = { method: 'POST', headers, body, redirect: 'manual', signal: attemptSignal } as const
    const send = async () => (ownFetch ?? fetch)(url, init)
    const response = await withTimeout(send(), { signal, timeout: 15_000, createTimeoutError: late }).catch(
      error => {
        attempt.abort()
        throw error instanceof WebhookError
          ? error
          : new WebhookError(`${host} could not be reached${describeCode(error)}`, null)
      },
    )
    // An unread body would keep the connection open.
    void response.body?.cancel().catch(() => {})
    if (response.ok) return
    const { status } = response
    const retryAfter = readRetryAfter(response.headers.get('retry-after') ?? '', Date.now())
    // Browsers hide the status of a redirect.
    throw new WebhookError(`${host} responded with ${status || 'a redirect'}`, status, retryAfter)
  }
}

/** Signs a body together with the current time, because receivers refuse events with an old timestamp. */
async function signBody(
  secrets: readonly string[],
  id: string,
  body: string,
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  const signatures = await Promise.all(secrets.map(secret => computeSignature(secret, content)))
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}

async function computeSignature(secret: string, content: Uint8Array<ArrayBuffer>): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const bytes = Uint8Array.from(atob(secret.slice('whsec_'.length)), character => character.charCodeAt(0))
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign'])
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, content))
  return `v1,${btoa(String.fromCharCode(...signature))}`
}

/** Returns the system's error code. The message is not used, because it may contain the whole URL. */
function describeCode(error: unknown): string {
  const cause = isError(error) ? error.cause : null
  return isError(cause) && 'code' in cause ? ` (${cause.code})` : ''
}
