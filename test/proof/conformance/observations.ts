import { judgeRequest, judgeResponse, type Observed, type ObservedResponse } from './judge.ts'

/** Why a response is not held to the document, which knows nothing of faults, reserved names and guards of the mock server. */
export type Exception =
  | 'fault'
  | 'quirky'
  | 'behaviour'
  | 'reserved name'
  | 'long'
  | 'host name'
  | 'control API'

/** What has been seen since the last test. The document judges it between two tests, where it delays nobody. */
const responses: ObservedResponse[] = []
const requests: Observed[] = []
const excepted = new Map<Exception, number>()
let judged = { responses: 0, requests: 0 }

export function seeResponse(response: ObservedResponse): void {
  responses.push(response)
}

export function seeRequest(request: Observed): void {
  requests.push(request)
}

export function except(reason: Exception): void {
  excepted.set(reason, (excepted.get(reason) ?? 0) + 1)
}

/** What is wrong with what has been seen, each with its request; afterwards nothing has been seen. */
export function complaints(): string[] {
  judged = { responses: judged.responses + responses.length, requests: judged.requests + requests.length }
  const wrong = [
    ...responses.splice(0).flatMap(seen => describe(`${seen.status} to`, seen, judgeResponse(seen))),
    ...requests.splice(0).flatMap(seen => describe("the client's", seen, judgeRequest(seen))),
  ]
  return wrong.slice(0, 10)
}

function describe(what: string, { method, path, body }: Observed, wrong: readonly string[]): string[] {
  return wrong.slice(0, 3).map(issue => `${what} ${method} ${path}: ${issue}; body: ${body.slice(0, 300)}`)
}

/** How much has been judged since the last time. */
export function takeFigures() {
  const figures = { ...judged, excepted: Object.fromEntries(excepted) }
  judged = { responses: 0, requests: 0 }
  excepted.clear()
  return figures
}
