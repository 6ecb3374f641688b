/**
 * The mock server over HTTP, on a port of this machine: for tests in other processes and languages, and for front-end
 * development. Runs in Node and in other runtimes with `node:http`. On the command line, the same server is `entity-screening
 * serve`.
 *
 * @module entity-screening-sdk/mock-server/node
 */

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type AddressInfo, isIPv6, type Socket } from 'node:net'
import { bodyLimitOf } from '../admin/access.ts'
import { withControlApi } from '../admin/with-control-api.ts'
import { deliverReply } from '../http/deliver-reply.ts'
import { failureReply, mayHaveBody, type Reply } from '../message/reply.ts'
import { isAdminRequest } from '../message/request.ts'
import { countBodyBytes, truncateBody } from '../message/response-body.ts'
import type { MockServer } from '../mock-server.ts'
import { assertServer } from '../parse-argument.ts'
import { NodeRequest, noBody } from './node-request.ts'
import { sendParts, sendStream } from './send-body.ts'
import { readStartOptions, type StartOptions } from './start-options.ts'

export type { StartOptions, TlsOptions } from './start-options.ts'

/** A mock server that accepts connections. */
export interface RunningServer extends AsyncDisposer {
  /**
   * The address for a client's `baseUrl`, such as `http://127.0.0.1:4010`. With `tls`, the host of this address is the option
   * `host`.
   */
  readonly url: string
  /**
   * Stops accepting connections, ends open connections, and resolves when all connections are closed. A second call has no
   * effect.
   *
   * @example
   * const running = await startServer(server)
   * await running.close()
   */
  close(): Promise<void>
}

/** The method that `await using` calls. It exists only if the TypeScript library of the user has `Symbol.asyncDispose`. */
type AsyncDisposer = SymbolConstructor extends { readonly asyncDispose: infer Key extends symbol }
  ? { readonly [Name in Key]: () => Promise<void> }
  : object

/**
 * Serves a mock server over HTTP or HTTPS until `close()` is called. With `await using`, the server closes at the end of the block.
 *
 * @throws Error with Node's `code`, such as `EADDRINUSE`, if the port is in use.
 * @throws TypeError naming the wrong option.
 * @throws Error of Node's `https.createServer`, if a certificate or a key is not valid.
 * @example
 * await using running = await startServer(createMockServer({ keys: { 'test-key': 'team-1' } }))
 * const overHttp = new EntityScreening({ apiKey: 'test-key', baseUrl: running.url })
 * console.log(await overHttp.entities.list()) // []
 */
export async function startServer(server: MockServer, options: StartOptions = {}): Promise<RunningServer> {
  assertServer(server, 'startServer')
  const { port = 0, host = '127.0.0.1', tls } = readStartOptions(options)
  const served = withControlApi(server)
  const hostname = hostnameOf(host)
  const listener = createListener(tls)
  listener.on('request', (message, response) =>
    runOrEndResponse(response, () => receive(served, new NodeRequest(message, response, hostname))),
  )
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject)
    listener.listen(port, host, resolve)
  })
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= stop(listener)
    return closed
  }
  const address = readAddress(listener.address())
  return {
    // A certificate is valid for the host name, not for the address to which the name resolves.
    url: tls === undefined ? `http://${address.host}:${address.port}` : `https://${hostname}:${address.port}`,
    close,
    [Symbol.asyncDispose]: close,
  }
}

function createListener(tls: StartOptions['tls']): Server {
  // By default, Node drops the second of two headers with the same name, so `joinDuplicateHeaders` is set.
  const settings = { joinDuplicateHeaders: true }
  // `getBuiltinModule` is used, because an import of node:http would also load fetch, which takes a fifth of the start time.
  if (tls === undefined) return process.getBuiltinModule('node:http').createServer(settings)
  const pem = { cert: toNodePem(tls.cert), key: toNodePem(tls.key) }
  return process.getBuiltinModule('node:https').createServer({ ...settings, ...tls, ...pem })
}

/** Node's own types want a `Buffer` where Node takes any bytes. */
function toNodePem(pem: string | Uint8Array): string | Buffer {
  return pem instanceof Uint8Array ? Buffer.from(pem) : pem
}

function stop(listener: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    listener.close(error => (error ? reject(error) : resolve()))
    listener.closeAllConnections()
  })
}

function readAddress(address: AddressInfo | string | null): { readonly host: string; readonly port: number } {
  if (address === null || typeof address === 'string') throw new TypeError('a TCP server has a port')
  const { family, address: host, port } = address
  return { host: family === 'IPv6' ? `[${host}]` : host, port }
}

/** Formats a host as in the header Host. */
function hostnameOf(host: string): string {
  const url = `http://${isIPv6(host) ? `[${host}]` : host}`
  return URL.canParse(url) ? new URL(url).hostname : host
}

function receive(server: MockServer, request: NodeRequest): void {
  const { message, response } = request
  const { 'content-length': contentLength, 'transfer-encoding': coding } = message.headers
  if (contentLength === undefined && coding === undefined) {
    answer(server, request)
    return
  }
  // A body that is too long is still read to its end. If the server closed the connection earlier, the connection would be
  // reset, and the sender might lose the response.
  let chunks: Buffer[] | null = []
  let length = 0
  const maxLength = isAdminRequest(request) ? bodyLimitOf(server.internal, request) : server.bodyLimit
  message.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > maxLength) chunks = null
    chunks?.push(chunk)
  })
  message.on('end', () =>
    runOrEndResponse(response, () => {
      // A short body is one chunk, which is not copied.
      request.body = chunks && (chunks.length > 1 ? Buffer.concat(chunks) : (chunks[0] ?? noBody))
      answer(server, request)
    }),
  )
  message.on('error', () => response.destroy())
}

function answer(server: MockServer, request: NodeRequest): void {
  const { message, response } = request
  const reply = server.dispatch(request)
  if (reply.onSent === undefined && reply.ready === undefined) send(message, response, reply)
  else
    deliverReply(server, reply, request.disconnectSignal()).then(
      due => runOrEndResponse(response, () => send(message, response, due)),
      () => response.destroy(),
    )
}

/** Runs a function. If it throws, ends only the response, not the process. */
function runOrEndResponse(response: ServerResponse, work: () => void): void {
  try {
    work()
  } catch (error) {
    if (response.headersSent) response.destroy()
    else {
      const { status, headers, body } = failureReply(error)
      response.writeHead(status, headers).end(body)
    }
  }
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body, end, stream, file }: Reply,
): void {
  if (file !== undefined) {
    sendFile(request, response, file, headers).catch(() => response.destroy())
    return
  }
  if (end === 'reset') {
    breakConnection(request.socket)
    return
  }
  const length = typeof body === 'string' ? Buffer.byteLength(body) : countBodyBytes(body)
  const hasLength = mayHaveBody(status) && stream === undefined
  response.writeHead(status, hasLength ? { ...headers, 'content-length': length } : headers)
  if (end === 'halfway') response.write(truncateBody(body), () => response.destroy())
  else if (request.method === 'HEAD') response.end()
  else if (stream !== undefined) sendStream(response, stream).catch(() => response.destroy())
  // Latin-1 has the bytes of UTF-8 for ASCII, and Node writes it faster.
  else if (typeof body === 'string') response.end(body, length === body.length ? 'latin1' : 'utf8')
  else sendParts(response, body)
}

/** Breaks a connection. A TCP connection is reset. A TLS connection cannot be reset, so it is closed. */
function breakConnection(socket: Socket): void {
  if ('encrypted' in socket) socket.destroy()
  else socket.resetAndDestroy()
}

/**
 * Sends a file of the console. The code is loaded when the first file is requested, because most servers never show the console.
 */
async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: string,
  headers: Reply['headers'],
): Promise<void> {
  const { readConsoleFile: consoleFile } = await import('./console-files.ts')
  const reply = await consoleFile(file)
  // Keeps the CORS headers of the reply that this file replaces.
  send(request, response, { ...reply, headers: { ...headers, ...reply.headers } })
}
