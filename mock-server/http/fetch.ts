import { beginningOf, slicesOf } from '../message/pieces.ts'
import type { Reply } from '../message/reply.ts'
import { othersTurn } from '../message/turns.ts'
import type { MockServer } from '../server.ts'
import { whenDue } from './when-due.ts'

/** The prefix of the service's paths, and the key of a request that has none. */
interface Proxy {
  readonly basePath?: string
  readonly apiKey?: string | undefined
}

/** The error with which fetch rejects when a connection breaks. */
export class ConnectionReset extends TypeError {
  constructor() {
    super('fetch failed', {
      cause: Object.assign(new Error('the connection was reset'), { code: 'ECONNRESET' }),
    })
  }
}

/** Responds to a web-standard Request in process. @throws ConnectionReset where a fault breaks the connection. */
export async function answerRequest(
  server: MockServer,
  request: Request,
  { basePath = '', apiKey }: Proxy = {},
): Promise<Response> {
  request.signal.throwIfAborted()
  const { host, pathname, search } = new URL(request.url)
  const bytes = new Uint8Array(await request.arrayBuffer())
  const incoming = {
    method: request.method,
    path: (pathname.slice(basePath.length) || '/') + search,
    // An interceptor may set the host of an address that resolves nowhere.
    header: (name: string) => {
      const value = request.headers.get(name)
      if (name === 'host' && value === host) return null
      return value === null && name === 'authorization' && apiKey !== undefined ? `Bearer ${apiKey}` : value
    },
    headers: [...request.headers].flat(),
    body: bytes,
    local: true,
    whenLeft: () => request.signal,
  }
  // A caller who has gone gets nothing done. The rest is synchronous: the same calls give the same bytes.
  request.signal.throwIfAborted()
  const reply = await whenDue(server, server.dispatch(incoming), request.signal)
  if (reply.end === 'reset') throw new ConnectionReset()
  const { status, headers, body } = reply
  if (status === 204) return new Response(null, { status, headers })
  const isHead = request.method === 'HEAD'
  if (reply.end === 'halfway' && !isHead) return brokenOff(reply)
  if (reply.live !== undefined || typeof body !== 'string') {
    const live = reply.live ?? (() => slowly(body))
    return new Response(isHead ? null : streamOf(live, request.signal), { status, headers })
  }
  const encoded = new TextEncoder().encode(body)
  // Without its length, msw 3 keeps 45 KiB of each response for good.
  return new Response(isHead ? null : encoded, {
    status,
    headers: { ...headers, 'content-length': String(encoded.length) },
  })
}

/** What `fetch` makes of its arguments. A request is taken as it is: a test environment may have a class of its own for it. */
export function requestOf(input: Request | URL | string, init?: RequestInit): Request {
  const isRequest = typeof input === 'object' && 'headers' in input
  return isRequest && init === undefined ? input : new Request(input, init)
}

/** A long body, a slice at a time: others have their turn before each. */
async function* slowly(body: Iterable<string>): AsyncGenerator<string> {
  for (const slice of slicesOf(body)) {
    await othersTurn()
    yield slice
  }
}

/** What is made while it is read, until it is cancelled or the request is aborted. */
function streamOf(open: NonNullable<Reply['live']>, signal: AbortSignal): ReadableStream<Uint8Array> {
  const left = new AbortController()
  const leave = () => left.abort()
  signal.addEventListener('abort', leave)
  const pieces = open(left.signal)[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next()
      signal.throwIfAborted()
      if (!done) controller.enqueue(encoder.encode(value))
      else if (!left.signal.aborted) controller.close()
    },
    cancel() {
      signal.removeEventListener('abort', leave)
      leave()
    },
  })
}

/**
 * The beginning of a response, and then the end of the connection. Its Content-Length, of a long list too, is not reached: msw 3
 * sends it through a socket of its own, where a part of a body would pass for a whole one. The body is lazy, or the break would
 * come before the status.
 */
function brokenOff({ status, headers, body }: Reply): Response {
  const beginning = new TextEncoder().encode(beginningOf(body))
  const length = typeof body === 'string' ? new TextEncoder().encode(body).length : 2 * beginning.length
  let sent = false
  const content = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (sent) return controller.error(new ConnectionReset())
        sent = true
        controller.enqueue(beginning)
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(content, { status, headers: { ...headers, 'content-length': String(length) } })
}
