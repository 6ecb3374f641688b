import type { IncomingRequest } from '../message/request.ts'
import type { Server } from '../server.ts'

/** A call of the control API. */
export interface AdminCall {
  readonly server: Server
  /** The id in the path; empty if there is none. */
  readonly id: string
  readonly query: URLSearchParams
  readonly body: string
  readonly request: IncomingRequest
}
