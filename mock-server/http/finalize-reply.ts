import type { OperationName } from '../../src/contract/operations.ts'
import { decodeJson, isRecord } from '../../src/shared/json.ts'
import { CallbackError } from '../callbacks/callback-error.ts'
import { applyTransform } from '../callbacks/transform.ts'
import { failureReply, type Reply } from '../message/reply.ts'
import type { Server } from '../server.ts'

/**
 * Writes an error body in the form that the option `behaviour` requires, and applies the option `transform`.
 *
 * @throws CallbackError if `transform` fails.
 */
export function finalizeReply(server: Server, operation: OperationName | null, reply: Reply): Reply {
  const spelled = spellError(server, reply)
  return server.transform === undefined ? spelled : applyTransform(server.transform, spelled, operation)
}

/** Creates the reply to a request that failed. The error of a caller's function is not passed to `transform`. */
export function createRefusalReply(server: Server, operation: OperationName | null, error: unknown): Reply {
  if (error instanceof CallbackError) return spellError(server, failureReply(error))
  try {
    return finalizeReply(server, operation, failureReply(error))
  } catch (failure) {
    return spellError(server, failureReply(failure))
  }
}

function spellError({ behaviour }: Server, reply: Reply): Reply {
  if (behaviour.errorMember === 'error' && behaviour.invalidInputStatus === 400) return reply
  const body = reply.status >= 400 && typeof reply.body === 'string' ? decodeJson(reply.body) : undefined
  if (!isRecord(body)) return reply
  const { statusCode: _, success, error } = body
  const status = reply.status === 400 ? behaviour.invalidInputStatus : reply.status
  const text = JSON.stringify({ statusCode: status, success, [behaviour.errorMember]: error })
  return { ...reply, status, body: text }
}
