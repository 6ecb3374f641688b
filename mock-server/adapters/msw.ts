/**
 * The mock server as request handlers of Mock Service Worker 2 and 3: for `setupServer` in Node tests, and for `setupWorker` in
 * a page.
 *
 * @module entity-screening-sdk/mock-server/msw
 */

import { type HttpHandler, HttpResponse, http } from 'msw'
import { operations } from '../../src/contract/operations.ts'
import { answerRequest, ConnectionReset } from '../http/fetch.ts'
import type { MockServer } from '../mock-server.ts'
import { type HandlerOptions, readHandlerOptions } from './handler-options.ts'

export type { HandlerOptions } from './handler-options.ts'

/**
 * Creates request handlers for msw 2 and 3: one for each operation, so that a test can override a single operation, and one for all
 * other requests to the address. In Node, pass them to `setupServer` of `msw/node`; in a browser, to `setupWorker` of `msw/browser`. In
 * a `.cts` file, TypeScript accepts them with msw 3 only.
 *
 * @param server - The mock server that responds.
 * @param options - The address of the service, and a key to add.
 * @throws TypeError if `baseUrl` is not the address of a service or contains characters that msw reads as a pattern, or if `apiKey`
 * belongs to no team.
 * @example
 * import { setupServer } from 'msw/node'
 *
 * const interceptor = setupServer(...createHandlers(server, { baseUrl: 'https://screening.example' }))
 * interceptor.listen()
 * const response = await fetch('https://screening.example/v1/health')
 * interceptor.close()
 */
export function createHandlers(server: MockServer, options: HandlerOptions): HttpHandler[] {
  const { baseUrl, ...proxy } = readHandlerOptions(server, options, 'createHandlers')
  const base = normalise(baseUrl)
  const basePath = new URL(base).pathname.replace(/\/$/, '')
  const answer = async ({ request }: { request: Request }) => {
    try {
      const response = await answerRequest(server, request, { ...proxy, basePath })
      // Without this header, msw 3 closes the connection after the body, and leaks 27 KiB for each response.
      if (response.body !== null && !response.headers.has('content-length'))
        response.headers.set('transfer-encoding', 'chunked')
      return response
    } catch (error) {
      if (error instanceof ConnectionReset || request.signal.aborted) return HttpResponse.error()
      throw error
    }
  }
  const handlers = Object.values(operations).map(({ method, path }) => {
    const register = { GET: http.get, POST: http.post, PUT: http.put }[method]
    return register(base + path.replace('{id}', ':id'), answer)
  })
  // The handler for the base URL itself is needed, because the pattern of the last handler does not match that URL.
  return [...handlers, http.all(base, answer), http.all(`${base}/*`, answer)]
}

/**
 * Normalizes the base URL to the form that it has in requests. Otherwise, requests would bypass the handlers and reach the real
 * service, with their key.
 *
 * @throws TypeError if the base URL is not the address of a service, or contains characters that msw reads as a pattern.
 */
function normalise(baseUrl: string): string {
  const page = globalThis.location?.href
  const isPath = page !== undefined && baseUrl.trim().startsWith('/')
  const url = URL.canParse(baseUrl, isPath ? page : undefined)
    ? new URL(baseUrl, isPath ? page : undefined)
    : null
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(
      'createHandlers: baseUrl must be an absolute http or https URL, or in a browser a path that begins with /',
    )
  }
  if (url.username || url.password)
    throw new TypeError('createHandlers: baseUrl must not hold a user name or password')
  if (/[?#]/.test(baseUrl)) throw new TypeError('createHandlers: baseUrl must not hold a query or a fragment')
  if (url.hostname.startsWith('['))
    throw new TypeError(
      'createHandlers: baseUrl must not hold an IPv6 address, whose colons msw reads as a pattern',
    )
  if (/[(){}*+?:]/.test(url.pathname))
    throw new TypeError('createHandlers: the path of baseUrl must not hold any of (){}*+?:')
  return url.href.replace(/\/+$/, '')
}
