import { sleep } from '../../src/pacing/sleep.ts'
import { isError, messageOf } from '../../src/shared/errors.ts'
import type { Exchange } from './exchange.ts'
import { observe } from './observe.ts'

/** Whom to ask, and how. */
export interface AskOptions {
  /** The address of the service, as the client has it. */
  baseUrl: string
  apiKey: string
  /** Which `fetch` to use; the global one if left out. */
  fetch?: ((input: Request | URL | string, init?: RequestInit) => Promise<Response>) | undefined
  /**
   * Milliseconds between two calls.
   *
   * @default 1000
   */
  pause?: number | undefined
  /**
   * Milliseconds that a call may take, its body included.
   *
   * @default 30000
   */
  timeout?: number | undefined
  /** What was exchanged before, such as by other checks, is not asked again. */
  before?: readonly Exchange[] | undefined
  /** Ends it. */
  signal?: AbortSignal | undefined
}

/** What is asked of a service, and how. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly key?: Exchange['key']
  readonly body?: unknown
  readonly contentType?: string
  readonly idempotencyKey?: string | undefined
}

/** Asks one thing at a time. */
export interface Asker {
  /** @throws Stop after a 429, a 5xx, or no response. */
  ask(call: Call): Promise<Exchange>
  /** Takes exchanges of an earlier run for this one's. */
  replay(earlier: readonly Exchange[]): void
  /** All that was exchanged so far. */
  readonly exchanges: readonly Exchange[]
}

/** Why nothing more is asked. */
export class Stop extends Error {}

/** No key of anybody. */
const wrongKey = 'entity-screening-verify-wrong-key'

export function createAsker(options: AskOptions): Asker {
  const {
    baseUrl,
    apiKey,
    fetch = globalThis.fetch,
    pause = 1000,
    timeout = 30_000,
    signal,
    before = [],
  } = options
  const exchanges = [...before]
  const pending = [...before]
  const base = baseUrl.replace(/\/$/, '')
  return {
    exchanges,
    replay: earlier => exchanges.push(...earlier),
    async ask({ method, path, key = 'own', body, contentType = 'application/json', idempotencyKey }) {
      // Each takes the place of one call: what is read again is to show what has changed.
      const known = pending.findIndex(one => one.method === method && one.path === path && one.key === key)
      const [earlier] = known < 0 || body !== undefined ? [] : pending.splice(known, 1)
      if (earlier !== undefined) return earlier
      if (exchanges.length > 0) await sleep(pause, signal)
      signal?.throwIfAborted()
      const headers = new Headers(body === undefined ? {} : { 'content-type': contentType })
      if (key !== 'none') headers.set('authorization', `Bearer ${key === 'own' ? apiKey : wrongKey}`)
      if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey)
      const inTime = AbortSignal.timeout(timeout)
      const ending = signal === undefined ? inTime : AbortSignal.any([signal, inTime])
      const init: RequestInit = { method, headers, redirect: 'manual', signal: ending }
      const observer = observe(fetch, { baseUrl, apiKey })
      try {
        await observer.fetch(base + path, body === undefined ? init : { ...init, body: JSON.stringify(body) })
      } catch (error) {
        signal?.throwIfAborted()
        const reason = messageOf(isError(error) && isError(error.cause) ? error.cause : error)
        throw new Stop(`${method} ${path} had no response: ${reason}`)
      }
      const [exchange] = await observer.exchanges()
      signal?.throwIfAborted()
      if (exchange === undefined) throw new Stop(`the response to ${method} ${path} broke off`)
      exchanges.push(exchange)
      stopAfter(exchange)
      return exchange
    },
  }
}

/** @throws Stop after what says that the service has enough. */
export function stopAfter({ method, path, status }: Exchange): void {
  if (status === 429 || status >= 500) throw new Stop(`${method} ${path} responded with ${status}`)
}

export async function readNetwork({ ask }: Pick<Asker, 'ask'>, id: unknown): Promise<void> {
  // An address would lose an id of dots.
  if (typeof id === 'string' && !/^\.+$/.test(id))
    await ask({ method: 'GET', path: `/v1/entities/${encodeURIComponent(id)}/network` })
}
