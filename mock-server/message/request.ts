import { Refusal } from './reply.ts'

/** A request, independent of its transport. */
export interface IncomingRequest {
  /** The HTTP method, in capitals. */
  readonly method: string
  /** Path and query. */
  readonly path: string
  /** Returns the value of a header by its lower-case name; null if there is none. */
  header(name: string): string | null
  /** Names and values of all headers in turn, for the request log; left out, it records none. */
  readonly headers?: readonly string[] | undefined
  /** The body as text or as bytes; null if it was longer than the server accepts. */
  readonly body: string | Uint8Array | null
  /** Whether it comes from this machine: the control API refuses other machines, unless it has a token. */
  readonly local: boolean
  /** The host that the server listens on: the control API responds under this name and under those of this machine. */
  readonly host?: string | undefined
  /** Why a request may come without a key over this transport, for the request log. */
  readonly keyAdvice?: string | undefined
  /** Returns a signal that is aborted once the caller has left; left out, callers are taken to stay. */
  readonly whenLeft?: (() => AbortSignal) | undefined
}

/** The path without its query; HTTP allows a whole address in its place. */
export function pathOf({ path }: Pick<IncomingRequest, 'path'>): string {
  const whole = path.startsWith('/') || !URL.canParse(path) ? path : new URL(path).pathname
  return whole.split('?', 1)[0] ?? ''
}

/**
 * The token of the header Authorization: Bearer; undefined without one (specification: Authentication). Transports join headers of
 * one name: equal ones are one.
 */
export function bearerToken(request: Pick<IncomingRequest, 'header'>): string | undefined {
  const authorization = request.header('authorization')?.replace(/^(.+?)(?:, *\1)+$/, '$1') ?? ''
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1]
}

export function isJson(request: Pick<IncomingRequest, 'header'>): boolean {
  return /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(request.header('content-type') ?? '')
}

/** Whether there is a body at all; one that was too long is one. */
export function hasBody({ body }: Pick<IncomingRequest, 'body'>): boolean {
  return body === null || body.length > 0
}

/** The body as text, or the Refusal to throw when the operation reads it. */
export function readText(bodyLimit: number, request: IncomingRequest): string | Refusal {
  const { body } = request
  if (body === null || body.length > bodyLimit)
    return new Refusal(413, `The body is longer than ${bodyLimit} bytes.`)
  if (body.length === 0) return ''
  const refusal = refuseCoding(request)
  if (refusal !== undefined) return refusal
  if (typeof body === 'string') return body
  try {
    utf8 ??= new TextDecoder('utf-8', { fatal: true })
    return utf8.decode(body)
  } catch {
    return new Refusal(400, 'The body is not valid UTF-8.')
  }
}

/** Strips a byte order mark. Created on demand: not every test environment has a TextDecoder. */
let utf8: TextDecoder | undefined

function refuseCoding(request: IncomingRequest): Refusal | undefined {
  const [, charset = 'utf-8'] =
    /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(request.header('content-type') ?? '') ?? []
  if (!/^(utf-?8|(us-)?ascii)$/i.test(charset))
    return new Refusal(415, 'The content type names an unsupported charset: send the body in UTF-8.')
  const encoding = request.header('content-encoding') ?? 'identity'
  if (!/^\s*(identity)?\s*$/i.test(encoding))
    return new Refusal(415, 'The body is compressed, which is not supported: send it as it is.')
  return undefined
}

export function requireText(text: string | Refusal): string {
  if (typeof text === 'string') return text
  throw text
}

/** Decodes an id from a path. @throws Refusal of 400 if it cannot be decoded. */
export function decodeId(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new Refusal(400, 'The id in the path is not correctly percent-encoded.')
  }
}
