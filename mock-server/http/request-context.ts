import type { OperationName } from '../../src/contract/operations.ts'
import type { Refusal } from '../../src/contract/refusal.ts'
import type { Reply } from '../message/reply.ts'
import { decodeBody, type IncomingRequest, pathOf } from '../message/request.ts'
import type { Server } from '../server.ts'
import type { Team } from '../state/teams.ts'

/** A request, with what the server finds out about it. */
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
  /** Called with the reply of the operation. */
  onWritten?: ((reply: Reply) => void) | undefined
  /** The warning for the request log; null if there is none. */
  warning: string | null
}

/** A request that has been routed. */
export interface OperationContext extends RequestContext {
  operation: OperationName
}

/** Creates the context of a request, with all fields: a field that is added later would slow down every access. */
export function createContext(server: Server, request: IncomingRequest): RequestContext {
  return {
    server,
    request,
    path: pathOf(request),
    startedAt: performance.now(),
    text: decodeBody(server.bodyLimit, request),
    operation: null,
    id: '',
    team: server.keylessTeam,
    fault: null,
    onWritten: undefined,
    warning: null,
  }
}
