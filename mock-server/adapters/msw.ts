import { type HttpHandler, HttpResponse, http } from 'msw'
import { operations } from '../../src/contract/operations.ts'
import type { MockServer } from '../create-mock-server.ts'
import { answerRequest, ConnectionReset } from './fetch.ts'

export interface HandlerOptions {
  /** Where the application believes the service to be. */
  baseUrl: string
}

/**
 * The reference server as msw handlers, for node and for the browser, msw 2 and 3: one for each operation, so that a test can
 * override it alone, and one for all other requests to the address. The key and body rules are the server's own.
 *
 * @example
 * const worker = setupServer(...createHandlers(server, { baseUrl: 'https://screening.example' }))
 */
export function createHandlers(server: MockServer, { baseUrl }: HandlerOptions): HttpHandler[] {
  const base = normalise(baseUrl)
  const basePath = new URL(base).pathname.replace(/\/$/, '')
  const answer = async ({ request }: { request: Request }) => {
    try {
      return await answerRequest(server, request, basePath)
    } catch (error) {
      if (error instanceof ConnectionReset || request.signal.aborted) return HttpResponse.error()
      throw error
    }
  }
  const handlers = Object.values(operations).map(({ method, path }) => {
    const register = { GET: http.get, POST: http.post, PUT: http.put }[method]
    return register(base + path.replace('{id}', ':id'), answer)
  })
  return [...handlers, http.all(`${base}/*`, answer)]
}

/**
 * The address as requests spell it, or a request would pass the handlers by and reach the real service, with its key.
 *
 * @throws TypeError where the address is none, or holds what msw reads as a pattern.
 */
function normalise(baseUrl: string): string {
  const page = globalThis.location?.href
  if (!URL.canParse(baseUrl, page))
    throw new TypeError('createHandlers: baseUrl must be an absolute http or https URL')
  const { href, pathname } = new URL(baseUrl, page)
  if (/[(){}*+?:]/.test(pathname))
    throw new TypeError('createHandlers: the path of baseUrl must not hold any of (){}*+?:')
  return href.replace(/\/+$/, '')
}
