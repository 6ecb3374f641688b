import { waitForNextTask } from '../../src/shared/next-task.ts'
import { mayHaveBody } from '../message/reply.ts'
import { readParts, truncateBody } from '../message/response-body.ts'
import type { MockServer } from '../mock-server.ts'
import { deliverReply } from './deliver-reply.ts'

/** The base path of the service, and the key to add to requests that have none. */
interface ProxyOptions {
  readonly basePath?: string
  readonly apiKey?: string | undefined
  readonly keyAdvice?: string | undefined
}

/** The error with which fetch rejects when a connection breaks. */
export class ConnectionReset extends TypeError {
  constructor() {
    super('fetch failed', {
      cause: Object.assign(new Error('the connection was reset'), { code: 'ECONNRESET' }),
    })
  }
}

/** Responds to a web-standard Request in process. @throws ConnectionReset if a fault breaks the connection. */
export async function answerRequest(
  server: MockServer,
  request: Request,
  { basePath = '', apiKey, keyAdvice }: ProxyOptions = {},
): Promise<Response> {
  request.signal.throwIfAborted()
  const { host, pathname, search } = new URL(request.url)
  const bytes = new Uint8Array(await request.arrayBuffer())
  const incoming = {
    method: request.method,
    path: (pathname.slice(basePath.length) || '/') + search,
    // A Host header equal to the host of the URL is ignored: an interceptor may have added it, and the host need not exist.
    header: (name: string) => {
      const value = request.headers.get(name)
      if (name === 'host' && value === host) return null
      return value === null && name === 'authorization' && apiKey !== undefined ? `Bearer ${apiKey}` : value
    },
    headers: [...request.headers].flat(),
    keyAdvice,
    body: bytes,
    local: true,
    disconnectSignal: () => request.signal,
  }
  const { sharedStore } = server.internal
  await sharedStore?.refresh()
  // An aborted request must not change anything. Between this check and the dispatch, no other request runs, so that the same
  // calls always give the same bytes.
  request.signal.throwIfAborted()
  const reply = await deliverReply(server, server.dispatch(incoming), request.signal)
  // A change must be stored before its response, so that it survives a reload of the page.
  await sharedStore?.settle()
  if (reply.end === 'reset') throw new ConnectionReset()
  const { status, headers, body } = reply
  if (!mayHaveBody(status)) return new Response(null, { status, headers })
  const isHead = request.method === 'HEAD'
  if (reply.end === 'halfway' && !isHead) {
    const beginning = truncateBody(body)
    // The `content-length` is deliberately longer than the body. Without a length, msw 3 would treat the partial body as
    // complete.
    const length = String(2 * new TextEncoder().encode(beginning).length)
    const broken = createStream(() => breakOff(beginning), request.signal)
    return new Response(broken, { status, headers: { ...headers, 'content-length': length } })
  }
  if (reply.stream !== undefined || typeof body !== 'string') {
    const openStream = reply.stream ?? (() => streamParts(readParts(body)))
    return new Response(isHead ? null : createStream(openStream, request.signal), { status, headers })
  }
  const encoded = new TextEncoder().encode(body)
  // If the response has no `content-length`, msw 3 leaks 45 KiB for each response.
  return new Response(isHead ? null : encoded, {
    status,
    headers: { ...headers, 'content-length': String(encoded.length) },
  })
}

/**
 * Converts the arguments of `fetch` to a Request. An existing Request is not copied, because a test environment may have its
 * own class Request.
 */
export function toRequest(input: Request | URL | string, init?: RequestInit): Request {
  const isRequest = typeof input === 'object' && 'headers' in input
  return isRequest && init === undefined ? input : new Request(input, init)
}

/** Yields the parts of a long body, each in a separate turn of the event loop. Otherwise, msw 3 would leak its connection. */
async function* streamParts(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    await waitForNextTask()
    yield part
  }
}

/** Yields the beginning of a response, and then breaks the connection. */
async function* breakOff(beginning: string): AsyncGenerator<string> {
  yield beginning
  throw new ConnectionReset()
}

/** Creates a stream that makes its chunks on demand, until it is cancelled or the request is aborted. */
function createStream(
  open: (signal: AbortSignal) => AsyncIterable<string | Uint8Array>,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  const reading = new AbortController()
  const stopReading = () => reading.abort()
  signal.addEventListener('abort', stopReading)
  const chunks = open(reading.signal)[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      const { done, value } = await chunks.next()
      signal.throwIfAborted()
      if (!done) controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
      else if (!reading.signal.aborted) controller.close()
    },
    cancel() {
      signal.removeEventListener('abort', stopReading)
      stopReading()
    },
  }
  // No chunk is produced in advance. Otherwise, the connection could break before the caller has received the status.
  return new ReadableStream(source, { highWaterMark: 0 })
}
