import { tryParseJson } from '../../src/shared/json.ts'
import { serviceRouter } from '../http/router.ts'
import type { Exchange } from './exchange.ts'
import { type Report, reportOn } from './report.ts'

/**
 * What to observe, and how much of it to keep.
 *
 * @example
 * const options: ObserveOptions = { baseUrl: 'https://screening.example', most: 1000 }
 */
export interface ObserveOptions {
  /** The address of the service, as the client has it; other requests are passed on and not looked at. */
  baseUrl: string | URL
  /** The key, where requests with others are told apart. It is compared, and kept nowhere. */
  apiKey?: string | undefined
  /**
   * How many exchanges are kept, the newest ones.
   *
   * @default 200
   */
  most?: number | undefined
}

/** A `fetch` that looks on, and what it saw. */
export interface Observer {
  /** Passes every request and every response on, unchanged. */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>
  /**
   * Resolves to what it saw, once the bodies that are still arriving are read.
   *
   * @example
   * const exchanges = await observe(fetch, { baseUrl }).exchanges()
   */
  exchanges(): Promise<readonly Exchange[]>
  /**
   * Resolves to how the service differs from the mock server, as far as that was seen.
   *
   * @example
   * const { behaviour } = await observe(fetch, { baseUrl }).report()
   */
  report(): Promise<Report>
}

/** A longer body is not kept, in characters. */
const longestBody = 4_000_000

/**
 * Looks on while an application uses the service, without a request of its own: what it sees tells how the service behaves where
 * its specification is silent. Everything stays in memory.
 *
 * @throws TypeError if the base URL is none.
 * @example
 * const observer = observe(fetch, { baseUrl })
 * const client = new EntityScreening({ apiKey, baseUrl, fetch: observer.fetch })
 * await client.entities.list()
 * const { findings } = await observer.report()
 */
export function observe(fetch: Observer['fetch'], { baseUrl, apiKey, most = 200 }: ObserveOptions): Observer {
  const base = new URL(baseUrl)
  const basePath = base.pathname.replace(/\/$/, '')
  const kept: Promise<Exchange | null>[] = []

  async function exchanges(): Promise<readonly Exchange[]> {
    const all = await Promise.all(kept)
    return all.filter(exchange => exchange !== null)
  }

  function keyOf(headers: Headers): Exchange['key'] {
    const given = headers.get('authorization')
    if (given === null) return 'none'
    return apiKey === undefined || given === `Bearer ${apiKey}` ? 'own' : 'wrong'
  }

  return {
    async fetch(input, init) {
      const request = describe(input, init)
      const { origin, pathname } = new URL(request.url, base)
      const isOurs = origin === base.origin && `${pathname}/`.startsWith(`${basePath}/`)
      const sent = isOurs ? request.readBody() : Promise.resolve(null)
      const at = Date.now()
      const response = await fetch(input, init)
      if (!isOurs) return response
      const path = pathname.slice(basePath.length) || '/'
      const { method, headers } = request
      const head = {
        at,
        operation: serviceRouter.at(method, path)?.target ?? null,
        method,
        path,
        key: keyOf(headers),
      }
      kept.push(complete(head, headers, sent, copyOf(response)))
      if (kept.length > most) kept.shift()
      return response
    },
    exchanges,
    async report() {
      return reportOn(await exchanges())
    },
  }
}

function describe(input: Request | URL | string, init: RequestInit = {}) {
  const request = typeof input === 'object' && 'headers' in input ? input : null
  return {
    url: request?.url ?? String(input),
    method: (init.method ?? request?.method ?? 'GET').toUpperCase(),
    headers: new Headers(init.headers ?? request?.headers),
    /** Null without a body, or with one that can be read once only. */
    async readBody(): Promise<string | null> {
      if (typeof init.body === 'string') return init.body
      if (init.body != null || request === null || request.bodyUsed) return null
      const copy = request.clone()
      return copy.text().catch(() => null)
    },
  }
}

/** A copy to read; none of a body that is too long, or has been read. */
function copyOf(response: Response): Response {
  const length = Number(response.headers.get('content-length') ?? 0)
  if (response.bodyUsed || length > longestBody) return new Response(null, response)
  return response.clone()
}

async function complete(
  head: Pick<Exchange, 'at' | 'operation' | 'method' | 'path' | 'key'>,
  sentHeaders: Headers,
  sent: Promise<string | null>,
  response: Response,
): Promise<Exchange | null> {
  try {
    const [request, text] = await Promise.all([sent, response.text()])
    return {
      ...head,
      contentType: request ? (sentHeaders.get('content-type')?.split(';', 1)[0] ?? null) : null,
      idempotencyKey: sentHeaders.get('idempotency-key'),
      request: tryParseJson(request),
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text: text.length > longestBody ? null : text,
      body: tryParseJson(text),
    }
  } catch {
    // The connection broke off: the application learns of it, and nothing can be judged.
    return null
  }
}
