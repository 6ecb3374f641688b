import * as z from 'zod/mini'
import { isError } from '../../shared/errors.ts'
import { within } from '../../transport/body.ts'
import { check } from '../../transport/check.ts'
import { functionOption, milliseconds } from '../../transport/options/schemas.ts'
import { readRetryAfter } from '../../transport/outcome.ts'
import type { WatchEvent } from './watch-report.ts'

/**
 * Options of `webhook`.
 *
 * @example
 * const options: WebhookOptions = {
 *   url: 'https://hooks.example/screening',
 *   secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
 *   timeout: 5000,
 * }
 * const onChange = webhook(options)
 */
export interface WebhookOptions {
  /** The receiver's URL: https, or http on this machine. */
  url: string
  /**
   * The secret shared with the receiver: `whsec_`, then 24 to 64 bytes in base64. It never appears in errors.
   *
   * @example
   * const secret = `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(24))))}`
   */
  secret: string
  /**
   * Milliseconds per attempt.
   *
   * @default 15000
   */
  timeout?: number | undefined
  /**
   * Allows http to other machines, which exposes the events to the network.
   *
   * @default false
   */
  allowHttp?: boolean | undefined
  /** Used instead of the global fetch, which is looked up at each attempt. */
  fetch?: ((request: Request, init: { signal: AbortSignal }) => Promise<Response>) | undefined
}

/**
 * A webhook did not accept an event. The message names the host, but neither the path nor the secret.
 *
 * @example
 * const send = webhook({ url: 'http://localhost:1/', secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD', })
 * try {
 *   await send({ id: 'e1', at: new Date().toISOString(), changes: [] })
 * } catch (error) {
 *   if (error instanceof WebhookError) console.error(error.message, error.status)
 * }
 */
export class WebhookError extends Error {
  /** The name of the class, which no bundler changes. */
  override readonly name = 'WebhookError'
  /** The status of the last response; null if none came. */
  readonly status: number | null
  /** The milliseconds that the last response asked to wait; null if it did not ask. */
  readonly retryAfter: number | null

  /** Made by `webhook`; useful in tests that need such an error. */
  constructor(message: string, status: number | null, retryAfter: number | null = null) {
    super(message)
    this.status = status
    this.retryAfter = retryAfter
  }
}

const webhookInput = z
  .strictObject({
    url: z
      .string()
      .check(
        z.refine(isAddress, { error: 'must be an absolute http or https URL without a user or password' }),
      ),
    secret: z.string().check(
      z.refine(given => isLongEnough(secretBytes(given)), {
        error: 'must be whsec_ and then 24 to 64 bytes in base64',
      }),
    ),
    timeout: milliseconds,
    allowHttp: z.optional(z.boolean()),
    fetch: functionOption,
  })
  .check(
    z.refine(({ url, allowHttp }) => allowHttp === true || !isAddress(url) || isPrivate(new URL(url)), {
      path: ['url'],
      error: 'must begin with https:, or be on this machine, unless allowHttp is true',
    }),
  )

/**
 * Creates a function that posts events, for the `onChange` of a watch. Requests are signed according to Standard Webhooks
 * (https://www.standardwebhooks.com): `webhook-id` is that of the event, which identifies repeats; `webhook-signature` is `v1,`
 * with the HMAC-SHA256 over id, `webhook-timestamp` and body. The body is
 * `{ type: 'entities.changed', timestamp, data: { id, at, changes } }`, and contains names.
 *
 * Any 2xx acknowledges the event. Redirects are not followed. The function sends one request, and rejects with a `WebhookError` if
 * the event is not delivered: a watch then delivers it again, no earlier than `Retry-After` asks; 410 ends the watch.
 *
 * @throws InputValidationError (`invalid_input`) if an option is wrong.
 * @example
 * const onChange = webhook({ url: 'https://hooks.example/screening', secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' })
 * await watchEntities(client, { journal: 'posted.journal', checks: 1, onChange })
 */
export function webhook(options: WebhookOptions): (event: WatchEvent, signal?: AbortSignal) => Promise<void> {
  check('webhook', webhookInput, options)
  const { url, secret, timeout = 15_000 } = options
  const { host } = new URL(url)
  const sign = createSigner(secret)

  return async (event, signal) => {
    const body = JSON.stringify({ type: 'entities.changed', timestamp: event.at, data: event })
    const headers = { 'content-type': 'application/json', ...(await sign(event.id, body)) }
    const attempt = new AbortController()
    const late = () => new WebhookError(`${host} did not respond within ${timeout} ms`, null)
    const request = new Request(url, { method: 'POST', headers, body, redirect: 'manual' })
    // A signal that only a Request holds is collected as garbage, and aborts nothing then.
    const sent = (options.fetch ?? fetch)(request, { signal: attempt.signal })
    const response = await within(sent, { signal, timeout, late }).catch(error => {
      attempt.abort()
      throw error instanceof WebhookError
        ? error
        : new WebhookError(`${host} could not be reached${codeOf(error)}`, null)
    })
    // What it says is of no interest, and would keep the connection.
    void response.body?.cancel().catch(() => {})
    if (!response.ok) throw refusal(host, response)
  }
}

/** What signs a body for the moment in which it is sent: a receiver refuses what is older than some minutes. */
function createSigner(secret: string): (id: string, body: string) => Promise<Record<string, string>> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  let key: Promise<CryptoKey> | undefined
  return async (id, body) => {
    key ??= crypto.subtle.importKey('raw', secretBytes(secret), algorithm, false, ['sign'])
    const timestamp = String(Math.floor(Date.now() / 1000))
    const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
    const signature = new Uint8Array(await crypto.subtle.sign('HMAC', await key, signed))
    return {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${btoa(String.fromCharCode(...signature))}`,
    }
  }
}

/** None where it is no secret. */
function secretBytes(secret: string): Uint8Array<ArrayBuffer> {
  const [, base64 = ''] =
    /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/.exec(secret) ?? []
  return Uint8Array.from(atob(base64), character => character.charCodeAt(0))
}

function isLongEnough({ length }: Uint8Array): boolean {
  return length >= 24 && length <= 64
}

function isAddress(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, username, password } = new URL(url)
  return /^https?:$/.test(protocol) && username + password === ''
}

/** Whether what is sent there cannot be read on the way. */
function isPrivate({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

/** The code of the system: a message of whatever fetches may hold the whole address. */
function codeOf(error: unknown): string {
  const cause = isError(error) ? error.cause : null
  return isError(cause) && 'code' in cause ? ` (${cause.code})` : ''
}

function refusal(host: string, { status, type, headers }: Response): WebhookError {
  const isRedirect = type === 'opaqueredirect' || (status >= 300 && status < 400)
  const asked = headers.get('retry-after')
  const retryAfter = asked === null ? null : readRetryAfter(asked, Date.now())
  if (isRedirect) return new WebhookError(`${host} responded with a redirect, which is not followed`, status)
  const meaning = status === 410 ? ' (gone): it wants no more events' : ''
  return new WebhookError(`${host} responded with ${status}${meaning}`, status, retryAfter)
}
