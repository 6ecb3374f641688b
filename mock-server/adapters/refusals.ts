import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { IncomingRequest } from '../message/request.ts'
import type { MockServer } from '../mock-server.ts'

/** The status and the error message for each error code of Node's HTTP parser. */
const parserRefusals: Readonly<Record<string, readonly [status: number, sentence: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are too long.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions of the body are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
}

/** Returns the refusal of a request that Node would refuse without a response body; undefined if the request is valid. */
export function refusalOf({ headers, httpVersion }: IncomingMessage): readonly [number, string] | undefined {
  if (headers.host === undefined && httpVersion === '1.1') return [400, 'The header Host is missing.']
  const { expect } = headers
  if (expect !== undefined && !/^100-continue$/i.test(expect))
    return [417, 'The header Expect can only be 100-continue.']
  return undefined
}

/**
 * When Node's HTTP parser refuses a request, responds with the error body that the service would send. Logs the request.
 *
 * @returns a function to call with each response that begins.
 */
export function answerParserErrors(listener: Server, server: MockServer): (response: ServerResponse) => void {
  const responses = new WeakMap<Duplex, ServerResponse>()
  listener.on('clientError', (error: Error & { code?: string; rawPacket?: Buffer }, socket) => {
    const current = responses.get(socket)
    const hasBegun = current?.headersSent && !current.writableFinished
    if (error.code === 'ECONNRESET' || !socket.writable || hasBegun) return void socket.destroy()
    const [status, sentence] = parserRefusals[error.code ?? ''] ?? [400, 'The request is not valid HTTP.']
    const { status: code, headers, body } = server.refuse(requestOf(error, current), status, sentence)
    const text = String(body)
    const { STATUS_CODES } = process.getBuiltinModule('node:http')
    const lines = Object.entries({
      ...headers,
      'content-length': Buffer.byteLength(text),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${code} ${STATUS_CODES[code] ?? ''}\r\n${lines.join('')}\r\n${text}`)
  })
  return response => void responses.set(response.req.socket, response)
}

/** Returns the part of a request that could be parsed, for the request log. */
function requestOf(
  { rawPacket }: { rawPacket?: Buffer },
  current: ServerResponse | undefined,
): IncomingRequest {
  const isInBody = current !== undefined && !current.writableFinished
  const [, method, path] = /^([A-Z]+) (\S+) HTTP\//.exec(rawPacket?.toString('latin1') ?? '') ?? []
  return {
    method: (isInBody ? current.req.method : method) ?? '-',
    path: (isInBody ? current.req.url : path) ?? '-',
    header: () => null,
    body: '',
    local: true,
  }
}
