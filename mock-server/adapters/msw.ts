import { type HttpHandler, http } from 'msw'
import { operations } from '../../src/contract/operations.ts'
import type { MockServer } from '../create-mock-server.ts'
import { answerRequest } from './fetch.ts'

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
  const base = baseUrl.replace(/\/+$/, '')
  const basePath = new URL(base, globalThis.location?.href).pathname.replace(/\/$/, '')
  const answer = ({ request }: { request: Request }) =>
    answerRequest(server.dispatch, request, server.bodyLimit, basePath)
  const handlers = Object.values(operations).map(({ method, path }) => {
    const register = { GET: http.get, POST: http.post, PUT: http.put }[method]
    return register(base + path.replace('{id}', ':id'), answer)
  })
  return [...handlers, http.all(`${base}/*`, answer)]
}
