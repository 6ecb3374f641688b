/**
 * The mock server over HTTP, at a port of this machine: for tests across processes and languages, and for a front end in
 * development. Runs in Node and other runtimes with `node:http`; on the command line it is `entity-screening serve`.
 *
 * @module entity-screening-sdk/mock-server/node
 */

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type AddressInfo, isIPv6 } from 'node:net'
import { isBlockedPort } from '../../src/shared/blocked-ports.ts'
import { bodyLimitOf } from '../admin/access.ts'
import { checkOptionsObject, checkServer } from '../check.ts'
import { whenDue } from '../http/when-due.ts'
import { beginningOf } from '../message/pieces.ts'
import { failed, mayHaveBody, type Reply } from '../message/reply.ts'
import type { IncomingRequest } from '../message/request.ts'
import type { MockServer } from '../server.ts'
import type { Pages } from '../state/pages.ts'
import { answerParserErrors, refusalOf } from './refusals.ts'
import { sendLive, sendSlices } from './slices.ts'

/**
 * Where a server listens.
 *
 * @example
 * const { url, close } = await startServer(server, { port: 0, host: 'localhost' })
 * await close()
 */
export interface StartOptions {
  /**
   * The TCP port; 0 picks a free port.
   *
   * @default 0
   */
  port?: number | undefined
  /**
   * The address or host name to listen on; the default accepts connections of this machine only.
   *
   * @default '127.0.0.1'
   */
  host?: string | undefined
}

/** A mock server that accepts connections. */
export interface RunningServer {
  /** Its address, for example `http://127.0.0.1:4010`: a client's `baseUrl`. */
  readonly url: string
  /**
   * Stops accepting, ends open connections, and resolves when everything is closed. Calling it again has no effect.
   *
   * @example
   * const running = await startServer(server)
   * await running.close()
   */
  close(): Promise<void>
}

/**
 * Serves a mock server over HTTP.
 *
 * @throws Error if the port is in use, with Node's own `code`, such as `EADDRINUSE`.
 * @example
 * const { url, close } = await startServer(createMockServer({ keys: { 'test-key': 'team-1' } }))
 * const overHttp = new EntityScreening({ apiKey: 'test-key', baseUrl: url })
 * console.log(await overHttp.entities.list()) // []
 * await close()
 */
export async function startServer(server: MockServer, options: StartOptions = {}): Promise<RunningServer> {
  checkServer(server, 'startServer')
  const { port = 0, host = '127.0.0.1' } = checkStart(options)
  const hostname = hostnameOf(host)
  // An import of it would load all that node:http can do, fetch included: a fifth of the time to start.
  const { createServer } = process.getBuiltinModule('node:http')
  // Of a header sent twice, Node would drop one.
  const listener = createServer({ joinDuplicateHeaders: true, requireHostHeader: false })
  answerParserErrors(listener, server)
  for (const event of ['request', 'checkExpectation'] as const)
    listener.on(event, (request, response) =>
      endingOnError(response, () => receive(server, headOf(request, response, hostname), request, response)),
    )
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject)
    listener.listen(port, host, resolve)
  })
  let closed: Promise<void> | undefined
  return {
    url: urlOf(listener.address()),
    close: () => {
      closed ??= stop(listener)
      return closed
    },
  }
}

function stop(listener: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    listener.close(error => (error ? reject(error) : resolve()))
    listener.closeAllConnections()
  })
}

function urlOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') throw new TypeError('a TCP server has a port')
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`
}

/** The host as the header Host spells it. */
function hostnameOf(host: string): string {
  const url = `http://${isIPv6(host) ? `[${host}]` : host}`
  return URL.canParse(url) ? new URL(url).hostname : host
}

type Head = Omit<IncomingRequest, 'body'>

const noBody = new Uint8Array()

function receive(server: MockServer, head: Head, request: IncomingMessage, response: ServerResponse): void {
  const { 'content-length': told, 'transfer-encoding': coding } = request.headers
  if (told === undefined && coding === undefined) {
    answer(server, request, response, { ...head, body: noBody })
    return
  }
  // Read to its end, however long: to close a connection on which more comes resets it, and the sender may lose the response.
  let chunks: Buffer[] | null = []
  let length = 0
  const most = bodyLimitOf(server.whole, head)
  request.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > most) chunks = null
    chunks?.push(chunk)
  })
  request.on('end', () =>
    endingOnError(response, () =>
      answer(server, request, response, { ...head, body: chunks && Buffer.concat(chunks) }),
    ),
  )
  request.on('error', () => response.destroy())
}

function answer(
  server: MockServer,
  request: IncomingMessage,
  response: ServerResponse,
  whole: IncomingRequest,
): void {
  const refusal = refusalOf(request)
  const reply = refusal ? server.refuse(whole, ...refusal) : server.dispatch(whole)
  const { pages } = server.whole
  if (reply.sent === undefined && reply.ready === undefined) send(request, response, reply, pages)
  else
    whenDue(server, reply, whenLeft(response)).then(
      due => endingOnError(response, () => send(request, response, due, pages)),
      () => response.destroy(),
    )
}

/** Whatever is thrown ends this response, and not the process. */
function endingOnError(response: ServerResponse, work: () => void): void {
  try {
    work()
  } catch (error) {
    if (response.headersSent) response.destroy()
    else {
      const { status, headers, body } = failed(error)
      response.writeHead(status, headers).end(body)
    }
  }
}

/** Aborted by a closed connection, or a stopped server. */
function whenLeft(response: ServerResponse): AbortSignal {
  const left = new AbortController()
  response.on('close', () => left.abort())
  if (response.destroyed) left.abort()
  return left.signal
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body, end, live, file }: Reply,
  pages: Pages,
): void {
  if (file !== undefined) {
    sendFile(request, response, file, headers, pages).catch(() => response.destroy())
    return
  }
  if (end === 'reset') {
    request.socket.resetAndDestroy()
    return
  }
  const isText = typeof body === 'string' && live === undefined
  response.writeHead(
    status,
    mayHaveBody(status) && isText ? { ...headers, 'content-length': Buffer.byteLength(body) } : headers,
  )
  if (end === 'halfway') response.write(beginningOf(body), () => response.destroy())
  else if (isText) response.end(body)
  else if (request.method === 'HEAD') response.end()
  else if (live !== undefined) sendLive(response, live).catch(() => response.destroy())
  else sendSlices(response, body, pages)
}

/** Loaded with the first page: most servers show none. */
async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: string,
  headers: Reply['headers'],
  pages: Pages,
): Promise<void> {
  const { consoleFile } = await import('./console-files.ts')
  const reply = await consoleFile(file)
  // What says who may read it stays.
  send(request, response, { ...reply, headers: { ...headers, ...reply.headers } }, pages)
}

function headOf(request: IncomingMessage, response: ServerResponse, host: string): Head {
  return {
    method: request.method ?? 'GET',
    path: request.url ?? '/',
    header: name => request.headers[name]?.toString() ?? null,
    headers: request.rawHeaders,
    host,
    local: isLoopback(request.socket.remoteAddress),
    whenLeft: () => whenLeft(response),
  }
}

function isLoopback(address = ''): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address)
}

/** Checks by hand: a schema would load all of zod. @throws TypeError naming the option that is wrong. */
function checkStart(options: StartOptions): StartOptions {
  checkOptionsObject(options, 'startServer')
  const { port, host, ...others } = options
  const [other] = Object.keys(others)
  if (other !== undefined)
    throw new TypeError(`startServer: ${other} is not an option here: port and host are`)
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535))
    throw new TypeError('startServer: port must be a whole number from 0 to 65535')
  if (port !== undefined && isBlockedPort(port))
    throw new TypeError(`startServer: port must be another: browsers and fetch do not connect to ${port}`)
  // Without one, Node listens on all addresses.
  if (host !== undefined && (typeof host !== 'string' || host === ''))
    throw new TypeError(
      'startServer: host must be an address or a host name, such as 127.0.0.1; 0.0.0.0 stands for all addresses',
    )
  return options
}
