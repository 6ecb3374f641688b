import type { OperationName } from '../../src/contract/operations.ts'
import type { Refusal } from '../../src/contract/refusal.ts'
import type { Reply } from '../message/reply.ts'
import type { IncomingRequest } from '../message/request.ts'
import type { Server } from '../server.ts'
import type { Team } from '../state/teams.ts'

/** A request on its way through the steps. */
export interface RequestContext {
  readonly server: Server
  readonly request: IncomingRequest
  readonly path: string
  /** The time of arrival, by `performance.now()`. */
  readonly startedAt: number
  /** The text of the body, or the refusal to throw when the operation reads it. */
  readonly text: string | Refusal
  /** The operation of the path; null until the request is routed, and for any other path. */
  operation: OperationName | null
  /** The `{id}` of the path. */
  id: string
  /** The team of the key; the empty `keylessTeam` without one. */
  team: Team
  /** The kind of the injected fault. */
  fault: string | null
  /** Called with the response of a write, in the step of its change. */
  onWritten?: ((reply: Reply) => void) | undefined
  /** A warning for the request log. */
  warning: string | null
}

/** A request that has been routed. */
export interface OperationContext extends RequestContext {
  operation: OperationName
}

/** A step responds itself, or changes the response of the steps below it, or does something before them. */
export type Step<Context> = (context: Context, next: (context: Context) => Reply) => Reply

/** Composes steps, each around those after it. */
export function compose<Context>(
  steps: readonly Step<Context>[],
  last: (context: Context) => Reply,
): (context: Context) => Reply {
  return steps.reduceRight<(context: Context) => Reply>((next, step) => context => step(context, next), last)
}
