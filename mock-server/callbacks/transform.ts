import type { OperationName } from '../../src/contract/operations.ts'
import { isRecord, tryParseJson } from '../../src/shared/json.ts'
import { mayHaveBody, type Reply } from '../message/reply.ts'
import type { CallbackGuard } from './guard.ts'
import { readJsonValue } from './read-json-value.ts'

/**
 * A response before it is sent: the parameter and the result of `transform`.
 *
 * @example
 * const addTrace = (response: ServiceResponse): ServiceResponse => ({
 *   ...response,
 *   headers: { ...response.headers, 'x-trace': 'none' },
 * })
 */
export interface ServiceResponse {
  /** The name of the operation in the specification; null if the path has no operation. */
  readonly operation: OperationName | null
  /** The HTTP status. */
  readonly status: number
  /** The headers, with lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /**
   * The body: the parsed value if it is JSON, otherwise a string. A parsed value consists of plain objects, arrays, strings,
   * finite numbers, booleans and null. In a returned body, undefined members are left out.
   */
  readonly body: unknown
}

/** Applies the option `transform` to a reply. @throws CallbackError if `transform` fails. */
export type TransformReply = (reply: Reply, operation: OperationName | null) => Reply

/** Creates a function that calls `transform` with a copy of a response, and checks that HTTP can carry the result. */
export function createTransform(
  guard: CallbackGuard,
  transform: (response: ServiceResponse) => ServiceResponse,
): TransformReply {
  return (reply, operation) => {
    if (reply.end !== undefined) return reply
    const text = typeof reply.body === 'string' ? reply.body : [...reply.body].join('')
    const { status, headers } = reply
    const response = { operation, status, headers: { ...headers }, body: readJson(text) }
    return { ...reply, ...guard.read('transform', () => transform(response), readResponse) }
  }
}

/** Parses an array or object. Returns any other body unchanged. */
function readJson(text: string): unknown {
  return /^\s*[[{]/.test(text) ? (tryParseJson(text) ?? text) : text
}

/**
 * Reads each member of a result only once, because a member may be a getter. @throws TypeError naming the part that HTTP cannot
 * carry.
 */
function readResponse(result: unknown): Pick<Reply, 'status' | 'headers' | 'body'> {
  if (!isRecord(result))
    throw new TypeError(
      `must return a response with status, headers and body, not ${result === null ? 'null' : typeof result}`,
    )
  const { status, headers, body, ...others } = result
  const issues: string[] = []
  const bodyCopy = readJsonValue(body, 'body', issue => issues.push(issue))
  // Also reads all other members of the result, because a rejected promise among them would be unhandled, and end the process.
  readJsonValue([status, headers, others], '', () => {})
  const read = { status: readStatus(status), headers: readHeaders(headers) }
  if (!mayHaveBody(read.status)) return { ...read, body: '' }
  if (issues.length > 0) throw new TypeError(`body must be JSON or a text, but ${issues[0]}`)
  return { ...read, body: typeof bodyCopy === 'string' ? bodyCopy : JSON.stringify(bodyCopy) }
}

function readStatus(status: unknown): number {
  if (typeof status === 'number' && Number.isInteger(status) && status >= 200 && status <= 599) {
    if (status !== 407) return status
    throw new TypeError('status must not be 407, which fetch takes for a broken connection')
  }
  throw new TypeError(`status must be a whole number from 200 to 599, not ${quoteValue(status)}`)
}

const headerName = /^[!#$%&'*+.^_`|~\w-]+$/
const headerValue = /^[\t\x20-\x7e]*$/

/** The headers that describe the connection, or the encoding and length of the body. Each transport writes these headers itself. */
const transportHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

function readHeaders(headers: unknown): Record<string, string> {
  if (!isRecord(headers) || Symbol.iterator in headers)
    throw new TypeError('headers must be an object with a text for each name')
  const read = new Map<string, string>()
  for (const [name, value] of Object.entries(headers)) {
    if (!headerName.test(name)) throw new TypeError(`headers must not have the name ${JSON.stringify(name)}`)
    if (typeof value !== 'string' || !headerValue.test(value))
      throw new TypeError(
        `headers["${name}"] must be a text of visible ASCII characters and spaces, not ${quoteValue(value)}`,
      )
    if (transportHeaders.has(name.toLowerCase()))
      throw new TypeError(`headers must not have ${name}, which the transport writes`)
    read.set(name.toLowerCase(), value)
  }
  return Object.fromEntries(read)
}

function quoteValue(value: unknown): string {
  return typeof value === 'string'
    ? JSON.stringify(value)
    : typeof value === 'number'
      ? `${value}`
      : typeof value
}
