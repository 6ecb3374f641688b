import { Refusal } from '../../src/contract/refusal.ts'
import { decodeUriComponentOrNull } from '../../src/shared/text/decode-uri-component.ts'

/** A request, independent of its transport. */
export interface IncomingRequest {
  /** The HTTP method, in capitals. */
  readonly method: string
  /** Path and query. */
  readonly path: string
  /** Returns the value of a header by its lower-case name; null if there is none. */
  header(name: string): string | null
  /**
   * All headers for the request log, as a list in which names and values alternate. If this field is left out, the log records
   * no headers.
   */
  readonly headers?: readonly string[] | undefined
  /** The body as text or as bytes; null if it is longer than the server accepts. */
  readonly body: string | Uint8Array | null
  /** Whether the request comes from this machine. Without a token, the control API refuses requests from other machines. */
  readonly local: boolean
  /** The host name that the server listens on. The control API responds under this name, and under the names of this machine. */
  readonly host?: string | undefined
  /** For the request log: why a request over this transport may lack a key. */
  readonly keyAdvice?: string | undefined
  /** Returns a signal that is aborted when the caller disconnects. Without this function, callers never disconnect. */
  readonly disconnectSignal?: (() => AbortSignal) | undefined
}

/** Returns the path without its query. Also accepts a complete URL in place of the path, because HTTP allows it. */
export function pathOf({ path }: Pick<IncomingRequest, 'path'>): string {
  const pathAndQuery = path.startsWith('/') || !URL.canParse(path) ? path : new URL(path).pathname
  const end = pathAndQuery.indexOf('?')
  return end === -1 ? pathAndQuery : pathAndQuery.slice(0, end)
}

/** Whether a request is a call of the control API, and not for the service. */
export function isAdminRequest(request: Pick<IncomingRequest, 'path'>): boolean {
  return pathOf(request).startsWith('/__admin')
}

/**
 * Returns the token of the header `Authorization: Bearer`; undefined if there is none. Transports join headers with the same
 * name, so equal tokens in several headers are read as one token.
 */
export function bearerToken(request: Pick<IncomingRequest, 'header'>): string | undefined {
  const joined = request.header('authorization') ?? ''
  const authorization = joined.includes(',') ? joined.replace(/^(.+?)(?:, *\1)+$/, '$1') : joined
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1]
}

export function isJson(request: Pick<IncomingRequest, 'header'>): boolean {
  return /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(request.header('content-type') ?? '')
}

/** Whether there is a body, even if it is too long. */
export function hasBody({ body }: Pick<IncomingRequest, 'body'>): boolean {
  return body === null || body.length > 0
}

/** Returns the body as text, or the Refusal to throw when an operation reads it. */
export function decodeBody(bodyLimit: number, request: IncomingRequest): string | Refusal {
  const { body } = request
  if (body === null || body.length > bodyLimit)
    return new Refusal(413, `The body is longer than ${bodyLimit} bytes.`)
  if (body.length === 0) return ''
  const unsupported = findUnsupportedEncoding(request)
  if (unsupported !== undefined) return unsupported
  if (typeof body === 'string') return body
  try {
    utf8Decoder ??= new TextDecoder('utf-8', { fatal: true })
    return utf8Decoder.decode(body)
  } catch {
    return new Refusal(400, 'The body is not valid UTF-8.')
  }
}

/** Created on demand, because some test environments have no TextDecoder. The decoder removes a byte order mark. */
let utf8Decoder: TextDecoder | undefined

function findUnsupportedEncoding(request: IncomingRequest): Refusal | undefined {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(request.header('content-type') ?? '')?.[1]
  if (charset !== undefined && !/^(utf-?8|(us-)?ascii)$/i.test(charset))
    return new Refusal(415, 'The content type names an unsupported charset: send the body in UTF-8.')
  const encoding = request.header('content-encoding')
  if (encoding !== null && !/^\s*(identity)?\s*$/i.test(encoding))
    return new Refusal(415, 'The body is compressed, which is not supported: send it as it is.')
  return undefined
}

/** Returns the text of a body. @throws Refusal if the body could not be decoded. */
export function textOrThrow(text: string | Refusal): string {
  if (typeof text === 'string') return text
  throw text
}

/** Decodes the id in a path. @throws Refusal with the status 400 if the id is not correctly percent-encoded. */
export function decodePathId(segment: string): string {
  const id = decodeUriComponentOrNull(segment)
  if (id === null) throw new Refusal(400, 'The id in the path is not correctly percent-encoded.')
  return id
}
