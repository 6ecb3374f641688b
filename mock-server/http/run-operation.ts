import { type Operation, operations } from '../../src/contract/operations.ts'
import { jsonReply, laterReply, type Reply, textReply } from '../message/reply.ts'
import { requireText } from '../message/request.ts'
import { atOnce, type Sliced } from '../message/turns.ts'
import type { Call } from '../operations/handler.ts'
import { isWrite, reads, writes } from '../operations/index.ts'
import type { OperationContext } from './pipeline.ts'
import { refuse, respell } from './respell.ts'

/** Runs the operation of a request. */
export function runOperation({ server, operation, team, id, text }: OperationContext): Reply {
  const contract: Operation = operations[operation]
  server.beforeOperation(team, operation)
  // An operation without a request body ignores one.
  const body = contract.request === undefined ? '' : requireText(text)
  const { createdStatus, bulkStatus } = server.behaviour
  const creationStatus = operation === 'createEntitiesBulk' ? bulkStatus : createdStatus
  const status = contract.status === 201 ? creationStatus : contract.status
  const createReply = (result: unknown) =>
    respell(server, operation, typeof result === 'string' ? textReply(result) : jsonReply(status, result))
  const call = { server, team, id, body, now: server.clock.now() }
  const reply = isWrite(operation)
    ? runWrite(writes[operation](call), call, createReply)
    : runRead(reads[operation](call), createReply)
  return reply instanceof Promise ? laterReply(reply, error => refuse(server, operation, error)) : reply
}

function runRead(result: unknown, createReply: (result: unknown) => Reply): Reply | Promise<Reply> {
  return result instanceof Promise ? result.then(createReply) : createReply(result)
}

/** The maximum body of a write that is done at once, in characters. Its length decides, not the clock, so that the order is the same. */
const maxBodyAtOnce = 32_768

/** Creates the response of a write in the step of its change: if that fails, the change is taken back. */
function runWrite(
  write: Sliced<() => unknown>,
  { server, team, body }: Call,
  createReply: (result: unknown) => Reply,
): Reply | Promise<Reply> {
  const work = andThen(write, createReply)
  if (body.length <= maxBodyAtOnce && !server.writeQueue.isBusy(team)) return atOnce(work)()
  return server.writeQueue.add(server, team, work)
}

/** The same work, whose step passes its result on. */
function* andThen<Result>(
  work: Sliced<() => unknown>,
  next: (result: unknown) => Result,
): Sliced<() => Result> {
  const change = yield* work
  return () => next(change())
}
