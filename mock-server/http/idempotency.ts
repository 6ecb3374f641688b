import { type Operation, operations } from '../../src/contract/operations.ts'
import { Refusal } from '../../src/contract/refusal.ts'
import type { Reply } from '../message/reply.ts'
import { pathOf, textOrThrow } from '../message/request.ts'
import { hash } from '../state/identifiers.ts'
import type { Team } from '../state/teams.ts'
import type { OperationContext } from './pipeline.ts'

interface KeyedReply {
  /** A hash of method, path and body. */
  readonly fingerprint: string
  readonly reply: Reply
}

/** The keys of a team. A reset, or a snapshot that is restored, makes other teams, which have none. */
const keysOfTeams = new WeakMap<Team, Map<string, KeyedReply>>()

/** Of each team, the latest ones. */
const maxKeys = 10_000

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
  const keys = keysOfTeams.get(team) ?? new Map<string, KeyedReply>()
  keysOfTeams.set(team, keys)
  const fingerprint = hash(request.method, pathOf(request), textOrThrow(text))
  const keyed = keys.get(key)
  if (keyed !== undefined && keyed.fingerprint !== fingerprint)
    throw new Refusal(422, 'This Idempotency-Key was sent with another request.')
  if (keyed !== undefined) return keyed.reply
  const reply = next(context)
  const free = () => {
    if (keys.get(key)?.reply === reply) keys.delete(key)
  }
  keys.set(key, { fingerprint, reply })
  server.recordUndo(free)
  // A long request may be refused later.
  void reply.ready?.then(({ status }) => {
    if (status >= 400) free()
  })
  const [oldest] = keys.keys()
  if (keys.size > maxKeys && oldest !== undefined) keys.delete(oldest)
  return reply
}
