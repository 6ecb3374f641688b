import type { MockServer } from 'entity-screening-sdk/mock-server'
import { callControlApi } from '../../mock-server/admin/call-control-api.ts'

/** Calls a server in process: the service or, as the console in a page does, the control API. */
export function fetchFrom(server: MockServer, url: string, init?: RequestInit): Promise<Response> {
  return callControlApi(server, new Request(url, init))
}
