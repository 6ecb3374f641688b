import type { Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { operations } from '../../src/contract/operations.ts'
import { errorReply, Refusal } from '../message/reply.ts'

/** The methods of all paths: CONNECT names no path. */
const allow = [...new Set(Object.values(operations).map(({ method }) => method)), 'HEAD', 'OPTIONS'].join(
  ', ',
)

/** What Node's parser refuses before there is a request. */
const sentences = {
  400: 'The request is not valid HTTP.',
  405: `CONNECT is not allowed here; allowed: ${allow}.`,
  408: 'The request took too long to come.',
  413: 'The extensions of a chunk are too long.',
  417: 'The expectation in the header Expect cannot be met.',
  431: 'The headers are too long.',
} as const

type RefusedStatus = keyof typeof sentences

const statusByCode: Readonly<Record<string, RefusedStatus>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
}

/** Gives refusals before a request the body of every error (specification: Errors). */
export function refuseAsSpecified(listener: Server): void {
  const latest = new WeakMap<Duplex, ServerResponse>()
  listener.on('request', ({ socket }, response) => latest.set(socket, response))
  listener.on('checkExpectation', (_, response) => refuseRequest(response, 417))
  listener.on('connect', (_, socket) => refuse(socket, 405))
  listener.on('clientError', (error: Error & { code?: string }, socket) => {
    refuse(socket, statusByCode[error.code ?? ''] ?? 400)
  })

  function refuse(socket: Duplex, status: RefusedStatus): void {
    const response = latest.get(socket)
    // In the middle of a response, an error would look like a part of it.
    const isAnswering = response?.headersSent && !response.writableFinished
    if (!socket.writable || isAnswering) return void socket.destroy()
    // A caller who has gone is no error.
    socket.on('error', () => socket.destroy())
    socket.end(written(status), () => socket.destroy())
  }
}

export function refuseRequest(response: ServerResponse, status: RefusedStatus): void {
  const { headers, body } = replyOf(status)
  response.writeHead(status, { ...headers, connection: 'close' }).end(body)
}

function replyOf(status: RefusedStatus) {
  const { headers, body } = errorReply(
    new Refusal(status, sentences[status], status === 405 ? { allow } : {}),
  )
  return { headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) }, body }
}

function written(status: RefusedStatus): string {
  const { headers, body } = replyOf(status)
  const lines = Object.entries({ ...headers, connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  const { STATUS_CODES } = process.getBuiltinModule('node:http')
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`
}
