import type { OperationName } from '../../src/contract/operations.ts'
import { tryParseJson } from '../../src/shared/json.ts'
import { mayHaveBody, type Reply } from '../message/reply.ts'
import { readBodyText } from '../message/response-body.ts'
import { CallbackError } from './callback-error.ts'
import { logFailure } from './log-failure.ts'
import type { ServiceResponse, Transform } from './service-response.ts'

/**
 * Applies the option `transform` to a reply.
 *
 * @throws CallbackError if `transform` throws, or returns what HTTP cannot carry.
 */
export function applyTransform(transform: Transform, reply: Reply, operation: OperationName | null): Reply {
  if (reply.end !== undefined) return reply
  const { status, headers } = reply
  try {
    const body = parseIfJson(readBodyText(reply.body))
    return { ...reply, ...checkResponse(transform({ operation, status, headers: { ...headers }, body })) }
  } catch (error) {
    logFailure('transform', error)
    throw new CallbackError('transform', error)
  }
}

/** Parses an array or object. Returns any other body unchanged. */
function parseIfJson(text: string): unknown {
  return /^\s*[[{]/.test(text) ? (tryParseJson(text) ?? text) : text
}

/** @throws TypeError if HTTP cannot carry the response. */
function checkResponse(response: ServiceResponse): Pick<Reply, 'status' | 'headers' | 'body'> {
  if (response instanceof Promise) throw new TypeError('must not return a promise')
  const { status, body } = response
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new TypeError(`status must be a whole number from 200 to 599, not ${status}`)
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  if (typeof text !== 'string') throw new TypeError(`body must be JSON or a text, not ${typeof body}`)
  // The class checks the names and values of the headers.
  const headers = Object.fromEntries(new Headers(response.headers))
  return { status, headers, body: mayHaveBody(status) ? text : '' }
}
