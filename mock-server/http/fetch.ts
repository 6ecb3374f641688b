import { beginningOf, slicesOf } from '../message/pieces.ts'
import type { Reply } from '../message/reply.ts'
import type { IncomingRequest } from '../message/request.ts'
import { othersTurn } from '../message/turns.ts'
import { whenDue } from './when-due.ts'

/** What an adapter needs of a server. */
export interface Answering {
  readonly dispatch: (request: IncomingRequest) => Reply
  readonly clock: { wait(milliseconds: number, signal?: AbortSignal): Promise<void> }
  bodyLimitOf(request: Omit<IncomingRequest, 'body'>): number
}

/** The error with which fetch rejects when a connection breaks. */
export class ConnectionReset extends TypeError {
  constructor() {
    super('fetch failed', {
      cause: Object.assign(new Error('the connection was reset'), { code: 'ECONNRESET' }),
    })
  }
}

/**
 * Responds to a web-standard Request in process; `basePath` is the prefix of the service's paths.
 *
 * @throws ConnectionReset where a fault breaks the connection.
 */
export async function answerRequest(server: Answering, request: Request, basePath = ''): Promise<Response> {
  request.signal.throwIfAborted()
  const { host, pathname, search } = new URL(request.url)
  const bytes = new Uint8Array(await request.arrayBuffer())
  const head = {
    method: request.method,
    path: (pathname.slice(basePath.length) || '/') + search,
    // An interceptor may set the host of an address that resolves nowhere.
    header: (name: string) =>
      name === 'host' && request.headers.get('host') === host ? null : request.headers.get(name),
    headers: [...request.headers].flat(),
    local: true,
    whenLeft: () => request.signal,
  }
  const isTooLong = bytes.length > server.bodyLimitOf(head)
  const whole = { ...head, body: isTooLong ? null : bytes }
  // A caller who has gone gets nothing done. The rest is synchronous: the same calls give the same bytes.
  request.signal.throwIfAborted()
  const reply = await whenDue(server, server.dispatch(whole), request.signal)
  if (reply.end === 'reset') throw new ConnectionReset()
  const { status, headers, body } = reply
  if (status === 204) return new Response(null, { status, headers })
  const isHead = request.method === 'HEAD'
  if (reply.live !== undefined)
    return new Response(isHead ? null : liveStreamOf(reply.live, request.signal), { status, headers })
  if (reply.end === 'halfway' && !isHead) return brokenOff(reply)
  if (typeof body !== 'string')
    return new Response(isHead ? null : streamOf(body, request.signal), { status, headers })
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

/** A body that is made while it is read, a slice at a time. */
function streamOf(body: Iterable<string>, signal: AbortSignal): ReadableStream<Uint8Array> {
  const slices = slicesOf(body)
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      await othersTurn()
      signal.throwIfAborted()
      const { done, value } = slices.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel() {
      slices.return()
    },
  })
}

/** A stream that ends when it is cancelled, or the request is aborted. */
function liveStreamOf(open: NonNullable<Reply['live']>, signal: AbortSignal): ReadableStream<Uint8Array> {
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
