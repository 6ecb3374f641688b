import { type Operation, operations } from '../../src/contract/operations.ts'
import { Refusal } from '../../src/contract/refusal.ts'
import { idempotencyKeyChange } from '../changes/changes.ts'
import type { OperationContext } from '../http/pipeline.ts'
import type { Reply } from '../message/reply.ts'
import { pathOf, textOrThrow } from '../message/request.ts'
import type { Server } from '../server.ts'
import { hash } from '../state/identifiers.ts'
import type { Team } from '../state/teams.ts'
import { putIdempotencyKey } from './idempotency-keys.ts'

/** A request that is under way, or was answered just now. */
interface RunningRequest {
  readonly fingerprint: string
  readonly reply: Reply
}

/** The requests that are under way, by their keys. Once its change is made, the state has the key. */
const runningRequests = new WeakMap<Team, Map<string, RunningRequest>>()

/**
 * If the behaviour honours keys, runs an operation that must not be repeated once for each `Idempotency-Key`: a repetition gets the
 * same reply. A request that is refused frees its key.
 *
 * @throws Refusal of 422 if the key was sent with another request.
 */
export function honourIdempotencyKey(
  context: OperationContext,
  next: (context: OperationContext) => Reply,
): Reply {
  const { server, team, request, operation, text } = context
  const { repeatable }: Operation = operations[operation]
  const key = request.header('idempotency-key')
  if (server.behaviour.idempotencyKeys === 'ignored' || key === null || repeatable) return next(context)
  const running = runningRequests.get(team) ?? new Map<string, RunningRequest>()
  runningRequests.set(team, running)
  const fingerprint = hash(request.method, pathOf(request), textOrThrow(text))
  const earlier = running.get(key) ?? findEarlier(team, key)
  if (earlier !== undefined && earlier.fingerprint !== fingerprint)
    throw new Refusal(422, 'This Idempotency-Key was sent with another request.')
  if (earlier !== undefined) return earlier.reply
  context.onWritten = reply => storeKey(server, team, key, fingerprint, reply)
  const reply = next(context)
  if (reply.ready === undefined) return reply
  const end = () => running.delete(key)
  running.set(key, { fingerprint, reply })
  // The state may be taken back, or replaced, before the request is done.
  server.recordUndo(end)
  void reply.ready.then(end, end)
  return reply
}

function findEarlier(team: Team, key: string): RunningRequest | undefined {
  const response = team.idempotencyKeys.responses.get(key)
  return response && { fingerprint: response.fingerprint, reply: response }
}

/** Keeps a key with the change of its request, so that one is never stored without the other. */
function storeKey(server: Server, team: Team, key: string, fingerprint: string, reply: Reply): void {
  const { status, headers, body } = reply
  if (status >= 400) return
  const response = {
    fingerprint,
    status,
    headers,
    body: typeof body === 'string' ? body : [...body].join(''),
  }
  const number = team.idempotencyKeys.count
  const undo = putIdempotencyKey(team.idempotencyKeys, number, key, response)
  server.recordChange(idempotencyKeyChange(team, number, key, response), undo)
}
