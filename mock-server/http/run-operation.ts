import { type Operation, type OperationName, operations } from '../../src/contract/operations.ts'
import { jsonReply, pendingReply, type Reply, textReply } from '../message/reply.ts'
import { textOrThrow } from '../message/request.ts'
import { runWithoutPause, type SlicedWork } from '../message/sliced-work.ts'
import type { OperationCall } from '../operations/handler.ts'
import { isWrite, readHandlers, writeHandlers } from '../operations/index.ts'
import type { Server } from '../server.ts'
import { createRefusalReply, finalizeReply } from './finalize-reply.ts'
import type { OperationContext } from './pipeline.ts'

/** Runs the operation of a request. */
export function runOperation({ server, operation, team, id, text, onWritten }: OperationContext): Reply {
  const contract: Operation = operations[operation]
  server.beforeOperation(team, operation)
  // An operation that has no request body ignores the body.
  const body = contract.request === undefined ? '' : textOrThrow(text)
  const status = successStatus(server, operation)
  const createReply = (result: unknown) =>
    finalizeReply(
      server,
      operation,
      typeof result === 'string' ? textReply(result) : jsonReply(status, result),
    )
  const call = { server, team, id, body, now: server.clock.now() }
  const reply = isWrite(operation)
    ? runWrite(writeHandlers[operation](call), call, result => {
        const reply = createReply(result)
        onWritten?.(reply)
        return reply
      })
    : runRead(readHandlers[operation](call), createReply)
  return reply instanceof Promise
    ? pendingReply(reply, error => createRefusalReply(server, operation, error))
    : reply
}

function successStatus({ behaviour }: Server, operation: OperationName): number {
  const { status } = operations[operation]
  if (status !== 201) return status
  return operation === 'createEntitiesBulk' ? behaviour.bulkStatus : behaviour.createdStatus
}

function runRead(result: unknown, createReply: (result: unknown) => Reply): Reply | Promise<Reply> {
  return result instanceof Promise ? result.then(createReply) : createReply(result)
}

/**
 * The maximum length, in characters, of a request body that is processed in one step. The limit is a length and not a duration,
 * so that the same requests always change the state in the same order.
 */
const maxBodyAtOnce = 32_768

/**
 * Runs a write, and creates the reply in the same step as the change. If the reply cannot be created, the change is rolled
 * back.
 */
function runWrite(
  write: SlicedWork<() => unknown>,
  { server, team, body }: OperationCall,
  createReply: (result: unknown) => Reply,
): Reply | Promise<Reply> {
  const work = andThen(write, createReply)
  if (body.length <= maxBodyAtOnce && !server.writeQueue.isBusy(team)) return runWithoutPause(work)()
  return server.writeQueue.add(server, team, work)
}

/** Adds a last step to the work, which makes the change and passes its result to `next`. */
function* andThen<Result>(
  work: SlicedWork<() => unknown>,
  next: (result: unknown) => Result,
): SlicedWork<() => Result> {
  const change = yield* work
  return () => next(change())
}
