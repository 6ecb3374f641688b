import { answerRequest } from '../http/fetch.ts'
import type { MockServer } from '../mock-server.ts'
import { withControlApi } from './with-control-api.ts'

/** Calls the control API of a server in the same process. */
export function callControlApi(server: MockServer, request: Request): Promise<Response> {
  return answerRequest(withControlApi(server), request)
}
