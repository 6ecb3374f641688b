import { isRecord } from '../shared/json.ts'
import type { Redaction } from './redact.ts'

/** Codes, of Node and Bun, of looking a name up, of connecting, and of the handshake: a request follows only after these. */
const beforeSending =
  /^(?:E(?:CONNREFUSED|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH)|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|FailedToOpenSocket|(?:CERT|DEPTH_ZERO|ERR_TLS_CERT|HOSTNAME|SELF_SIGNED|UNABLE_TO)_.*|ERR_SSL_(?:WRONG_VERSION_NUMBER|.*(?:HANDSHAKE_FAILURE|PROTOCOL_VERSION)))$/

/** What runtimes say of such failures without a code, or beside one that says less: fetch itself, Node's TLS, Deno, a proxy that refuses a tunnel. */
const sentences =
  /^bad port$|before secure TLS connection was established|client error \(Connect\)|^Proxy response \(\d+\) !== 200 when HTTP Tunneling/

/** Causes may go round in circles. */
const deepest = 8

/** True for a failure before a request was sent, as all say so who say anything: repeating cannot do anything twice. */
export function wasNeverSent(error: unknown): boolean {
  try {
    const said = saidBy(error)
    return said.length > 0 && said.every(Boolean)
  } catch {
    return false // what was thrown cannot be read
  }
}

/** Whether each of the errors that hang together says that nothing was sent; most say nothing of it. */
function saidBy(error: unknown, depth = 0): boolean[] {
  if (!isRecord(error)) return []
  if (depth > deepest) return [false]
  const { errors = [], code, syscall, message, cause } = error
  const inner = [...(Array.isArray(errors) ? errors : []), cause].flatMap(one => saidBy(one, depth + 1))
  if (typeof message === 'string' && sentences.test(message)) return [true, ...inner]
  if (typeof code !== 'string') return inner
  // A code such as EHOSTUNREACH comes from reading and writing, too.
  const isConnecting = syscall === 'connect' || syscall === 'getaddrinfo'
  return [typeof syscall === 'string' ? isConnecting : beforeSending.test(code), ...inner]
}

/** The system's code for a failed connection, such as ECONNREFUSED, from wherever the runtime put it. */
export function failureCode(error: unknown, depth = 0): string | null {
  if (!isRecord(error) || depth > deepest) return null
  return typeof error.code === 'string' ? error.code : failureCode(error.cause, depth + 1)
}

/**
 * A copy of what a runtime or another library threw: names, codes and messages, without the key. What else hangs on it, such as
 * the request with its headers, stays behind.
 */
export function copyCause(thrown: unknown, redact?: Redaction): Error | undefined {
  try {
    return copyOf(thrown, redact)
  } catch {
    return new Error('what was thrown cannot be read')
  }
}

function copyOf(thrown: unknown, redact: Redaction | undefined, depth = 0): Error | undefined {
  if (thrown === undefined || thrown === null || depth > deepest) return undefined
  const {
    name = 'Error',
    code,
    message = '',
    errors,
    cause,
  } = isRecord(thrown) ? thrown : { message: thrown }
  // Of the addresses of a host, each failed in its own way.
  const each = Array.isArray(errors) ? errors.map(one => Object(one).message) : []
  const inner = copyOf(cause, redact, depth + 1)
  const messages = [message, ...each].map(String).filter(Boolean)
  const copy = new Error(show(messages.join('; ')), inner && { cause: inner })
  copy.name = show(name)
  copy.stack = `${copy.name}: ${copy.message}`
  return code === undefined
    ? copy
    : Object.assign(copy, { code: typeof code === 'number' ? code : show(code) })

  // Cut when the key is gone: what is left of one is not known again.
  function show(value: unknown): string {
    return (redact?.text(String(value)) ?? String(value)).slice(0, 1000)
  }
}
