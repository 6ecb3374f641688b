import { type ClientOptions, EntityScreening } from 'entity-screening-sdk'
import { byRequest } from './by-request.ts'

export const apiKey = 'sk-a-very-secret-key/+=42'
export const baseUrl = 'https://screening.example'

export interface Sent {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly body: unknown
}

/** A client whose every request gets the same answer, and what it sent. */
export function answering(body: unknown, init: ResponseInit = {}, options: ClientOptions = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return respondingWith(
    () => new Response(text, { headers: { 'content-type': 'application/json' }, ...init }),
    options,
  )
}

/** A client whose requests are answered one by one by a function. */
export function respondingWith(
  respond: (attempt: number, request: Request) => Response | Promise<Response>,
  options: ClientOptions = {},
) {
  const sent: Sent[] = []
  const client = new EntityScreening({
    apiKey,
    baseUrl,
    maxRetries: 0,
    logLevel: 'off',
    ...options,
    fetch: byRequest(async request => {
      const { method, headers } = request
      const text = await request.clone().text()
      const path = request.url.slice(baseUrl.length)
      sent.push({ method, path, headers, body: text === '' ? undefined : JSON.parse(text) })
      return respond(sent.length, request)
    }),
  })
  return { client, sent }
}
