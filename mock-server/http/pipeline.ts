import type { OperationName } from '../../src/contract/operations.ts'
import type { Refusal } from '../../src/contract/refusal.ts'
import type { Reply } from '../message/reply.ts'
import type { IncomingRequest } from '../message/request.ts'
import type { Server } from '../server.ts'
import type { Team } from '../state/teams.ts'

/** A request with the values that the steps of the pipeline add. */
export interface RequestContext {
  readonly server: Server
  readonly request: IncomingRequest
  readonly path: string
  /** The time at which the request arrived, by `performance.now()`. */
  readonly startedAt: number
  /** The text of the body, or the refusal to throw when the operation reads it. */
  readonly text: string | Refusal
  /** The operation that the path belongs to; null before routing, and if there is none. */
  operation: OperationName | null
  /** The `{id}` in the path; empty if the path has none. */
  id: string
  /** The team that the key belongs to; `keylessTeam` if no key is needed. */
  team: Team
  /** The kind of the injected fault; null if there is none. */
  fault: string | null
  /**
   * Called with the reply to a write, as part of the same change of the state: if the change is rolled back, so is the effect
   * of this call.
   */
  onWritten?: ((reply: Reply) => void) | undefined
  /** The warning for the request log; null if there is none. */
  warning: string | null
}

/** A request that has been routed. */
export interface OperationContext extends RequestContext {
  operation: OperationName
}

/** A step of the pipeline. A step either responds itself, or calls the next steps and may change their reply. */
export type Step<Context> = (context: Context, next: (context: Context) => Reply) => Reply

/** Composes steps into one function: each step calls the next step, and the last step calls `last`. */
export function compose<Context>(
  steps: readonly Step<Context>[],
  last: (context: Context) => Reply,
): (context: Context) => Reply {
  return steps.reduceRight<(context: Context) => Reply>((next, step) => context => step(context, next), last)
}
