import { type Endpoint, endpoints } from '../contract/endpoints.ts'
import { Refusal } from '../contract/refusal.ts'
import { sha256 } from '../shared/content.ts'
import { isInstanceOf } from '../shared/errors.ts'
import { isString } from '../shared/json.ts'
import { decodeUriComponentOrNull } from '../shared/text/decode-uri-component.ts'
import { type Bytes, joinBytes } from './bytes.ts'
import { callWithLimit } from './call-with-limit.ts'
import type { ProxySettings } from './options.ts'
import { createNotSentRefusal } from './response.ts'

/** The operation that a request calls, and the path of that operation at the service. */
export interface Route {
  readonly operation: Endpoint
  readonly path: string
}

/** @throws TypeError if the handler of a framework passes its own kind of request. */
export function assertRequest(request: unknown): asserts request is Request {
  const { headers, url, raw } = Object(request)
  if (typeof headers?.get === 'function' && isString(url)) return
  throw new TypeError(
    raw === undefined
      ? "createProxy: the handler takes a Request, not the req of Express or node:http: pass it to getRequestListener of '@hono/node-server'"
      : 'createProxy: the handler takes a Request: pass context.req.raw of Hono',
  )
}

const patterns = Object.values<Endpoint>(endpoints).map(operation => ({
  operation,
  path: new RegExp(`^((?:/[^/]+)*)${operation.path.replace('{id}', '([^/]+)')}$`),
}))

/** Finds the operation that a request calls. @throws Refusal (404) if its path is not `basePath` and the path of an operation. */
export function findRoute({ method, url }: Request, basePath: string): Route {
  const { pathname } = new URL(url)
  const pattern = patterns.find(({ operation, path }) => operation.method === method && path.test(pathname))
  if (pattern === undefined)
    throw new Refusal(
      404,
      `There is no operation ${method} ${pathname} below ${basePath || '/'}, the basePath of the proxy.`,
    )
  const { operation, path } = pattern
  const [, pathOfRoute = '', segment = ''] = path.exec(pathname) ?? []
  if (pathOfRoute !== basePath)
    throw new Refusal(
      404,
      `The basePath of the proxy is ${basePath || '/'}, but ${pathname} needs basePath: '${pathOfRoute || '/'}'.`,
    )
  return { operation, path: operation.path.replace('{id}', () => encodeId(segment)) }
}

/** Decodes an identifier and encodes it again. Refuses identifiers that could lead to another operation. */
function encodeId(segment: string): string {
  const id = decodeUriComponentOrNull(segment)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches identifiers to refuse.
  if (id === null || /^\.{1,2}$|[/\\\u0000-\u001f\u007f]/.test(id))
    throw new Refusal(400, 'The identifier in the path is none.')
  return encodeURIComponent(id)
}

const maxKeyLength = 255

/**
 * Returns the `Idempotency-Key` of a write; null if there is none. Other operations may be repeated, so their key does not matter.
 *
 * @throws Refusal (400) if the key is empty or too long.
 */
export function readIdempotencyKey({ headers }: Request, { operation }: Route): string | null {
  const key = operation.repeatable ? null : headers.get('idempotency-key')
  if (key !== null && (key === '' || key.length > maxKeyLength))
    throw new Refusal(400, `Idempotency-Key must have 1 to ${maxKeyLength} characters.`)
  return key
}

/** Hashes a key together with its caller, so that two callers never have the same key. */
export function hashKey(caller: string, key: string): Promise<string> {
  return sha256(JSON.stringify([caller, key]))
}

/** Returns the result of the option `callerOf` for a request. */
export type IdentifyCaller = () => string | null | Promise<string | null>

/** Returns the caller of a request. @throws Refusal (401) without a session, or if `callerOf` fails. */
export async function readCaller(
  { timeout, onError }: ProxySettings,
  { signal }: Request,
  identifyCaller: IdentifyCaller,
): Promise<string> {
  try {
    const caller: unknown = await callWithLimit('callerOf', identifyCaller, { timeout, signal })
    if (isString(caller) && caller !== '') return caller
    if (caller !== null) throw new TypeError(`callerOf must return a string or null, not ${describe(caller)}`)
  } catch (error) {
    if (!signal.aborted) onError(error)
  }
  throw new Refusal(401, 'Please sign in.')
}

function describe(caller: unknown): string {
  return caller === '' ? 'an empty string' : `a value of type ${typeof caller}`
}

/** The body of a request as bytes, and as text. */
export interface RequestBody {
  readonly bytes: Bytes
  readonly text: string
}

/**
 * Reads the body of a request. It is empty for an operation without a body.
 *
 * @throws Refusal (400) if the body is missing or not UTF-8; (413) if it is too long; (415) if it is compressed, or its
 * content type is not JSON; (503) if it did not arrive. Forms on other sites cannot send this content type.
 */
export async function readRequestBody(
  { maxBodyBytes, timeout, onError }: ProxySettings,
  request: Request,
  { operation }: Route,
): Promise<RequestBody> {
  if (!takesBody(operation)) return { bytes: new Uint8Array(), text: '' }
  const { headers, signal } = request
  if (!/^application\/json\s*(?:;|$)/i.test(headers.get('content-type') ?? ''))
    throw new Refusal(415, 'Send the body as application/json.')
  if (headers.has('content-encoding')) throw new Refusal(415, 'Send the body without Content-Encoding.')
  if (Number(headers.get('content-length')) > maxBodyBytes) throw tooLong(maxBodyBytes)
  const bytes = await callWithLimit('the body', () => readBytes(request, maxBodyBytes), {
    timeout,
    signal,
  }).catch(error => {
    if (isInstanceOf(error, Refusal)) throw error
    if (!signal.aborted) onError(error)
    throw createNotSentRefusal()
  })
  if (bytes.length === 0)
    throw new Refusal(
      400,
      'The body is missing. A body parser, such as express.json(), may have read it: it must come after the proxy.',
    )
  return { bytes, text: decodeUtf8(bytes) }
}

/** Whether requests for an operation have a body. */
export function takesBody({ method }: Endpoint): boolean {
  return method !== 'GET'
}

async function readBytes(request: Request, limit: number): Promise<Bytes> {
  const chunks: Bytes[] = []
  let length = 0
  const reader = request.bodyUsed ? undefined : request.body?.getReader()
  for (let chunk = await reader?.read(); chunk?.value !== undefined; chunk = await reader?.read()) {
    length += chunk.value.length
    if (length > limit) {
      reader?.cancel().catch(() => {})
      throw tooLong(limit)
    }
    chunks.push(chunk.value)
  }
  return joinBytes(chunks)
}

function tooLong(limit: number): Refusal {
  return new Refusal(413, `The body is longer than ${limit} bytes.`)
}

function decodeUtf8(bytes: Bytes): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new Refusal(400, 'The body is not UTF-8.')
  }
}
