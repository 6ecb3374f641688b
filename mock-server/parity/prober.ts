import { sleep } from '../../src/pacing/sleep.ts'
import { isError, messageOf } from '../../src/shared/errors.ts'
import type { Exchange } from './exchange.ts'
import { observe } from './observe.ts'

/** The service to probe, and the options for the requests. */
export interface ProberOptions {
  /** The base URL of the service, as in the options of the client. */
  baseUrl: string
  apiKey: string
  /** The `fetch` function to use; by default, the global `fetch`. */
  fetch?: ((input: Request | URL | string, init?: RequestInit) => Promise<Response>) | undefined
  /**
   * Milliseconds between two calls.
   *
   * @default 1000
   */
  pause?: number | undefined
  /**
   * Maximum duration of a call until its body has been read, in milliseconds.
   *
   * @default 30000
   */
  timeout?: number | undefined
  /**
   * Earlier exchanges, such as those of other checks. If one of them already contains the response to a probe, the probe is not
   * sent.
   */
  before?: readonly Exchange[] | undefined
  /** Aborts the probes. */
  signal?: AbortSignal | undefined
}

/** A request that shows how the service behaves. */
export interface Probe {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly key?: Exchange['key']
  readonly body?: unknown
  readonly contentType?: string
  readonly idempotencyKey?: string | undefined
}

/** Sends one probe at a time. */
export interface Prober {
  /** @throws StopError after a 429, a 5xx, or no response. */
  probe(probe: Probe): Promise<Exchange>
  /** Adds the exchanges of an earlier run to the exchanges of this run. */
  replay(earlier: readonly Exchange[]): void
  /** All exchanges so far. */
  readonly exchanges: readonly Exchange[]
}

/** Thrown to end a run, so that no more probes are sent. */
export class StopError extends Error {}

/** A key that no team has. */
const wrongKey = 'entity-screening-verify-wrong-key'

/** Creates a prober, which waits between two requests. */
export function createProber(options: ProberOptions): Prober {
  const { pause = 1000, signal, before = [] } = options
  const exchanges = [...before]
  const unusedExchanges = [...before]
  return {
    exchanges,
    replay: earlier => exchanges.push(...earlier),
    async probe(probe) {
      const earlier = takeEarlierExchange(unusedExchanges, probe)
      if (earlier !== null) return earlier
      if (exchanges.length > 0) await sleep(pause, signal)
      signal?.throwIfAborted()
      const exchange = await sendProbe(probe, options)
      exchanges.push(exchange)
      assertServing(exchange)
      return exchange
    },
  }
}

/**
 * Removes and returns an earlier exchange that makes the probe unnecessary. Each earlier exchange replaces only one probe,
 * because a repeated read may have a different result.
 */
function takeEarlierExchange(
  exchanges: Exchange[],
  { method, path, key = 'own', body }: Probe,
): Exchange | null {
  if (body !== undefined) return null
  const index = exchanges.findIndex(
    exchange => exchange.method === method && exchange.path === path && exchange.key === key,
  )
  const [earlier = null] = index < 0 ? [] : exchanges.splice(index, 1)
  return earlier
}

/** @throws StopError if there is no complete response. */
async function sendProbe(probe: Probe, options: ProberOptions): Promise<Exchange> {
  const { method, path } = probe
  const { baseUrl, apiKey, fetch = globalThis.fetch, signal } = options
  const observer = observe(fetch, { baseUrl, apiKey })
  try {
    await observer.fetch(baseUrl.replace(/\/$/, '') + path, createRequestInit(probe, options))
  } catch (error) {
    signal?.throwIfAborted()
    const reason = messageOf(isError(error) && isError(error.cause) ? error.cause : error)
    throw new StopError(`${method} ${path} had no response: ${reason}`)
  }
  const [exchange] = await observer.exchanges()
  signal?.throwIfAborted()
  if (exchange === undefined) throw new StopError(`the response to ${method} ${path} broke off`)
  return exchange
}

function createRequestInit(
  { method, key = 'own', body, contentType = 'application/json', idempotencyKey }: Probe,
  { apiKey, timeout = 30_000, signal }: ProberOptions,
): RequestInit {
  const headers = new Headers(body === undefined ? {} : { 'content-type': contentType })
  if (key !== 'none') headers.set('authorization', `Bearer ${key === 'own' ? apiKey : wrongKey}`)
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey)
  const timeoutSignal = AbortSignal.timeout(timeout)
  const callSignal = signal === undefined ? timeoutSignal : AbortSignal.any([signal, timeoutSignal])
  const init: RequestInit = { method, headers, redirect: 'manual', signal: callSignal }
  return body === undefined ? init : { ...init, body: JSON.stringify(body) }
}

/** @throws StopError if the service is overloaded or failing. */
export function assertServing({ method, path, status }: Exchange): void {
  if (status === 429 || status >= 500) throw new StopError(`${method} ${path} responded with ${status}`)
}

export async function probeNetwork({ probe }: Pick<Prober, 'probe'>, id: unknown): Promise<void> {
  // An id that consists of dots cannot be requested, because `URL` removes the path segments `.` and `..`.
  if (typeof id === 'string' && !/^\.+$/.test(id))
    await probe({ method: 'GET', path: `/v1/entities/${encodeURIComponent(id)}/network` })
}
