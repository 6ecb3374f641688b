import { type Operation, type OperationName, operations } from '../../src/contract/operations.ts'
import { beforeOperation } from '../clock/before-operation.ts'
import { jsonReply, pendingReply, type Reply, textReply } from '../message/reply.ts'
import { textOrThrow } from '../message/request.ts'
import { handlers } from '../operations/index.ts'
import type { Server } from '../server.ts'
import { createRefusalReply, finalizeReply } from './finalize-reply.ts'
import type { OperationContext } from './request-context.ts'

/** Runs the operation of a request. */
export function runOperation(context: OperationContext): Reply {
  const { server, operation, team, id, text } = context
  const contract: Operation = operations[operation]
  if (server.storageRefusal !== null && contract.isWrite) throw server.storageRefusal
  beforeOperation(server, team, operation)
  // An operation that has no request body ignores the body.
  const body = contract.request === undefined ? '' : textOrThrow(text)
  const result = handlers[operation]({ server, team, id, body, now: server.clock.now() })
  return result instanceof Promise
    ? pendingReply(
        result.then(loaded => createReply(context, loaded)),
        error => createRefusalReply(server, operation, error),
      )
    : createReply(context, result)
}

function createReply({ server, operation, onWritten }: OperationContext, result: unknown): Reply {
  const written =
    typeof result === 'string' ? textReply(result) : jsonReply(successStatus(server, operation), result)
  const reply = finalizeReply(server, operation, written)
  onWritten?.(reply)
  return reply
}

function successStatus({ behaviour }: Server, operation: OperationName): number {
  const { status } = operations[operation]
  if (status !== 201) return status
  return operation === 'createEntitiesBulk' ? behaviour.bulkStatus : behaviour.createdStatus
}
