import { byteLength, type Reply, whenKept } from '../http/reply.ts'
import type { IncomingRequest } from '../http/request.ts'

/** What an adapter needs of a server. */
export interface Answering {
  readonly dispatch: (request: IncomingRequest) => Reply
  readonly clock: { wait(milliseconds: number, signal?: AbortSignal): Promise<void> }
  bodyLimitOf(request: Omit<IncomingRequest, 'body'>): number
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
  const text = await request.text()
  const head = {
    method: request.method,
    path: (pathname.slice(basePath.length) || '/') + search,
    header: (name: string) => request.headers.get(name),
    local: true,
  }
  const isTooLong = byteLength(text) > server.bodyLimitOf(head)
  const answered = server.dispatch({ ...head, body: isTooLong ? null : text })
  const reply = await whenKept(answered)
  if (reply.delay) await server.clock.wait(reply.delay, request.signal)
  if (reply.end === 'never') return untilAborted(request.signal)
  if (reply.end === 'reset') throw new ConnectionReset()
  const { status, headers, body } = reply
  const empty = request.method === 'HEAD' || status === 204
  return new Response(empty ? null : reply.end === 'halfway' ? breakingOff(body) : body, { status, headers })
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** Half of a body, and then the end of the connection. */
function breakingOff(body: string): ReadableStream<Uint8Array> {
  const half = new TextEncoder().encode(body.slice(0, Math.ceil(body.length / 2)))
  let sent = false
  return new ReadableStream({
    pull(controller) {
      if (sent) return controller.error(new ConnectionReset())
      sent = true
      controller.enqueue(half)
    },
  })
}
