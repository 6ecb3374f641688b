import { isRecord } from '../shared/json.ts'
import type { Redaction } from './secrecy/redact.ts'

/** Codes, of Node and Bun, of looking a name up, of connecting, and of the handshake: a request follows only after these. */
const beforeSending =
  /^(?:E(?:CONNREFUSED|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH)|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|FailedToOpenSocket|(?:CERT|DEPTH_ZERO|ERR_TLS_CERT|HOSTNAME|SELF_SIGNED|UNABLE_TO)_.*|ERR_SSL_(?:WRONG_VERSION_NUMBER|.*(?:HANDSHAKE_FAILURE|PROTOCOL_VERSION)))$/

/** What runtimes say of such failures without a code, or beside one that says less: fetch itself, Node's TLS, Deno. */
const sentences = /^bad port$|before secure TLS connection was established|client error \(Connect\)/

/** Causes may go round in circles. */
const deepest = 8

/** True for a failure before a request was sent: repeating cannot do anything twice. */
export function wasNeverSent(error: unknown, depth = 0): boolean {
  if (!isRecord(error) || depth > deepest) return false
  const { errors, code, syscall, message, cause } = error
  // Of the addresses of a host, each must have failed so.
  if (Array.isArray(errors)) return errors.length > 0 && errors.every(one => wasNeverSent(one, depth + 1))
  if (typeof message === 'string' && sentences.test(message)) return true
  if (typeof code !== 'string') return wasNeverSent(cause, depth + 1)
  // A code such as EHOSTUNREACH comes from reading and writing, too.
  if (typeof syscall === 'string') return syscall === 'connect' || syscall === 'getaddrinfo'
  return beforeSending.test(code)
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
export function copyCause(thrown: unknown, redact?: Redaction, depth = 0): Error | undefined {
  if (thrown === undefined || thrown === null || depth > deepest) return undefined
  const { name = 'Error', code, message, errors, cause } = isRecord(thrown) ? thrown : { message: thrown }
  // Of the addresses of a host, each failed in its own way.
  const messages = Array.isArray(errors) && !message ? errors.map(one => Object(one).message) : [message]
  const inner = copyCause(cause, redact, depth + 1)
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
