import { type Body, beginningOf, slicesOf } from '../http/pieces.ts'
import type { Reply } from '../http/reply.ts'
import type { IncomingRequest } from '../http/request.ts'

/** What an adapter needs of a server. */
export interface Answering {
  readonly dispatch: (request: IncomingRequest) => Reply
  readonly clock: { wait(milliseconds: number, signal?: AbortSignal): Promise<void> }
  readonly bodyLimit: number
}

/** What a broken connection looks like to a caller of fetch. */
export class ConnectionReset extends TypeError {
  constructor() {
    super('fetch failed', {
      cause: Object.assign(new Error('the connection was reset'), { code: 'ECONNRESET' }),
    })
  }
}

/**
 * Answers a web-standard Request in process; `basePath` is what stands before the service's own paths.
 *
 * @throws ConnectionReset where a fault breaks the connection.
 */
export async function answerRequest(server: Answering, request: Request, basePath = ''): Promise<Response> {
  request.signal.throwIfAborted()
  const { pathname, search } = new URL(request.url)
  const body = new Uint8Array(await request.arrayBuffer())
  const reply = server.dispatch({
    method: request.method,
    path: (pathname.slice(basePath.length) || '/') + search,
    header: name => request.headers.get(name),
    body: body.length > server.bodyLimit ? null : body,
    local: true,
  })
  await reply.stored
  if (reply.delay) await server.clock.wait(reply.delay, request.signal)
  if (reply.end === 'never') return untilAborted(request.signal)
  if (reply.end === 'reset') throw new ConnectionReset()
  const { status, headers } = reply
  const empty = request.method === 'HEAD' || status === 204
  return new Response(empty ? null : contentOf(reply.body, reply.end === 'halfway', request.signal), {
    status,
    headers,
  })
}

function contentOf(
  body: Body,
  isBrokenOff: boolean,
  signal: AbortSignal,
): string | ReadableStream<Uint8Array> {
  if (isBrokenOff) return breakingOff(body)
  return typeof body === 'string' ? body : streamOf(body, signal)
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

/** Resolves when whatever waits has been done. A timer would not do: a test may have stopped them. */
function othersTurn(): Promise<void> {
  if (typeof MessageChannel === 'undefined') return Promise.resolve()
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** Half of a body, and then the end of the connection. */
function breakingOff(body: Body): ReadableStream<Uint8Array> {
  const half = new TextEncoder().encode(beginningOf(body))
  let sent = false
  return new ReadableStream({
    pull(controller) {
      if (sent) return controller.error(new ConnectionReset())
      sent = true
      controller.enqueue(half)
    },
  })
}
