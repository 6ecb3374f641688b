import { type Operation, operations } from '../../src/contract/operations.ts'
import { Refusal } from '../../src/contract/refusal.ts'
import type { OperationContext } from '../http/request-context.ts'
import type { Reply } from '../message/reply.ts'
import { pathOf, textOrThrow } from '../message/request.ts'
import { readBodyText } from '../message/response-body.ts'
import { hash } from '../state/identifiers.ts'
import type { Team } from '../state/teams.ts'
import { storeKeyedResponse } from './idempotency-keys.ts'

/** A request with an `Idempotency-Key`, and its reply, which may not be ready yet. */
interface RunningRequest {
  readonly fingerprint: string
  readonly reply: Reply
}

/**
 * The requests in progress of each team, by idempotency key. When the change of a request is made, its key becomes part of the
 * state.
 */
const runningRequests = new WeakMap<Team, Map<string, RunningRequest>>()

/**
 * Returns the reply to an earlier request with the same `Idempotency-Key`, if the operation must not be repeated. The key of a
 * refused request can be used again.
 *
 * @throws Refusal with the status 422 if the key was sent with another request.
 */
export function honourIdempotencyKey(
  context: OperationContext,
  next: (context: OperationContext) => Reply,
): Reply {
  const { team, request, operation, text } = context
  const { repeatable }: Operation = operations[operation]
  const key = request.header('idempotency-key')
  if (key === null || repeatable) return next(context)
  const running = runningRequests.get(team) ?? new Map<string, RunningRequest>()
  runningRequests.set(team, running)
  const fingerprint = hash(request.method, pathOf(request), textOrThrow(text))
  const earlier = running.get(key) ?? findEarlier(team, key)
  if (earlier !== undefined && earlier.fingerprint !== fingerprint)
    throw new Refusal(422, 'This Idempotency-Key was sent with another request.')
  if (earlier !== undefined) return earlier.reply
  context.onWritten = reply => storeKey(team, key, fingerprint, reply)
  const reply = next(context)
  if (reply.ready === undefined) return reply
  const end = () => running.delete(key)
  running.set(key, { fingerprint, reply })
  void reply.ready.then(end, end)
  return reply
}

function findEarlier(team: Team, key: string): RunningRequest | undefined {
  const response = team.idempotencyKeys.get(key)
  return response && { fingerprint: response.fingerprint, reply: response }
}

/** Stores the key together with the change of its request, so that a key is never stored without the change. */
function storeKey(team: Team, key: string, fingerprint: string, reply: Reply): void {
  const { status, headers, body } = reply
  if (status >= 400) return
  storeKeyedResponse(team.idempotencyKeys, key, { fingerprint, status, headers, body: readBodyText(body) })
}
