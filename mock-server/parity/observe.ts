import { tryParseJson } from '../../src/shared/json.ts'
import { serviceRouter } from '../http/router.ts'
import type { Exchange } from './exchange.ts'
import { createParityReport, type Report } from './report.ts'

/**
 * The service to observe, and the number of exchanges to keep.
 *
 * @example
 * const options: ObserveOptions = { baseUrl: 'https://screening.example', maxExchanges: 1000 }
 */
export interface ObserveOptions {
  /** The base URL of the service, as in the options of the client. Requests to other addresses are passed on and not observed. */
  baseUrl: string | URL
  /** The API key of the application, to recognize requests with a wrong key. The key is only compared, and not stored. */
  apiKey?: string | undefined
  /**
   * Maximum number of exchanges to keep. The oldest exchanges are dropped first.
   *
   * @default 200
   */
  maxExchanges?: number | undefined
}

/** A `fetch` function that observes requests, and the observed exchanges. */
export interface Observer {
  /** Passes every request and every response on unchanged. */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>
  /**
   * Resolves to the exchanges, once all bodies have been read.
   *
   * @example
   * const exchanges = await observe(fetch, { baseUrl }).exchanges()
   */
  exchanges(): Promise<readonly Exchange[]>
  /**
   * Resolves to the differences between the service and the mock server, as far as the exchanges show them.
   *
   * @example
   * const { behaviour } = await observe(fetch, { baseUrl }).report()
   */
  report(): Promise<Report>
}

/** Maximum length of a body to keep, in characters. */
const maxBodyLength = 4_000_000

/**
 * Observes a service while an application uses it, to find out how the service behaves on points that its specification leaves
 * open. The observer sends no requests, and keeps everything in memory.
 *
 * @throws TypeError if the base URL is invalid.
 * @example
 * const observer = observe(fetch, { baseUrl })
 * const client = new EntityScreening({ apiKey, baseUrl, fetch: observer.fetch })
 * await client.entities.list()
 * const { findings } = await observer.report()
 */
export function observe(
  fetch: Observer['fetch'],
  { baseUrl, apiKey, maxExchanges = 200 }: ObserveOptions,
): Observer {
  const base = new URL(baseUrl)
  const basePath = base.pathname.replace(/\/$/, '')
  const pendingExchanges: Promise<Exchange | null>[] = []

  async function exchanges(): Promise<readonly Exchange[]> {
    const settled = await Promise.all(pendingExchanges)
    return settled.filter(exchange => exchange !== null)
  }

  function classifyKey(headers: Headers): Exchange['key'] {
    const authorization = headers.get('authorization')
    if (authorization === null) return 'none'
    return apiKey === undefined || authorization === `Bearer ${apiKey}` ? 'own' : 'wrong'
  }

  return {
    async fetch(input, init) {
      const request = describeRequest(input, init)
      const { origin, pathname } = new URL(request.url, base)
      const isForService = origin === base.origin && `${pathname}/`.startsWith(`${basePath}/`)
      const requestBody = isForService ? request.readBody() : Promise.resolve(null)
      const sentAt = Date.now()
      const response = await fetch(input, init)
      if (!isForService) return response
      const path = pathname.slice(basePath.length) || '/'
      const { method, headers } = request
      const head = {
        at: sentAt,
        operation: serviceRouter.at(method, path)?.target ?? null,
        method,
        path,
        key: classifyKey(headers),
      }
      pendingExchanges.push(readExchange(head, headers, requestBody, copyResponse(response)))
      if (pendingExchanges.length > maxExchanges) pendingExchanges.shift()
      return response
    },
    exchanges,
    async report() {
      return createParityReport(await exchanges())
    },
  }
}

function describeRequest(input: Request | URL | string, init: RequestInit = {}) {
  const request = typeof input === 'object' && 'headers' in input ? input : null
  return {
    url: request?.url ?? String(input),
    method: (init.method ?? request?.method ?? 'GET').toUpperCase(),
    headers: new Headers(init.headers ?? request?.headers),
    /** Resolves to null if there is no body, or if the body cannot be read without consuming it. */
    async readBody(): Promise<string | null> {
      if (typeof init.body === 'string') return init.body
      if (init.body != null || request === null || request.bodyUsed) return null
      const copy = request.clone()
      return copy.text().catch(() => null)
    },
  }
}

/** Copies a response. The copy has no body if the body is too long or already consumed. */
function copyResponse(response: Response): Response {
  const length = Number(response.headers.get('content-length') ?? 0)
  if (response.bodyUsed || length > maxBodyLength) return new Response(null, response)
  return response.clone()
}

async function readExchange(
  head: Pick<Exchange, 'at' | 'operation' | 'method' | 'path' | 'key'>,
  requestHeaders: Headers,
  requestBody: Promise<string | null>,
  response: Response,
): Promise<Exchange | null> {
  try {
    const [request, text] = await Promise.all([requestBody, response.text()])
    return {
      ...head,
      contentType: request ? (requestHeaders.get('content-type')?.split(';', 1)[0] ?? null) : null,
      idempotencyKey: requestHeaders.get('idempotency-key'),
      request: tryParseJson(request),
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text: text.length > maxBodyLength ? null : text,
      body: tryParseJson(text),
    }
  } catch {
    // The connection broke. The application gets the error, and there is no response to evaluate.
    return null
  }
}
