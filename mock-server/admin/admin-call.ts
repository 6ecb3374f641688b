import type { IncomingRequest } from '../message/request.ts'
import type { Server } from '../server.ts'

/** A call of the control API. */
export interface AdminCall {
  readonly server: Server
  readonly id: string
  readonly query: URLSearchParams
  readonly body: string
  readonly request: IncomingRequest
  /** The number of the server's latest event before the request was received. */
  readonly last: number
}
