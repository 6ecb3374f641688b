import type { OperationName } from '../../src/contract/operations.ts'
import { mapReply, Refusal, type Reply } from '../message/reply.ts'
import type { IncomingRequest } from '../message/request.ts'
import type { Server } from '../server.ts'
import { type Entry, keepBody, readAlong } from '../state/request-log.ts'

/** The record of a request beside its response. */
export interface Trace {
  /** When it came, on the clock of `performance`. */
  readonly since: number
  readonly text: string | Refusal
  operation: OperationName | null
  team: string | null
  fault: string | null
  warning: string | null
}

/** Begins the record of a request with its body. */
export function createTrace(readBody: () => string | Refusal): Trace {
  const since = performance.now()
  return { since, text: readBody(), operation: null, team: null, fault: null, warning: null }
}

/** Records a request; one whose response has to wait gets its duration once that is sent. */
export function logRequest(server: Server, request: IncomingRequest, reply: Reply, trace: Trace): Reply {
  const { method, path, headers } = request
  const isDelayed = reply.delay !== undefined
  const waits =
    isDelayed || reply.realDelay !== undefined || reply.ready !== undefined || reply.end === 'never'
  const entry: Entry = {
    id: 0,
    event: 0,
    length: 0,
    time: server.clock.now(),
    begun: Date.now(),
    duration: waits ? null : performance.now() - trace.since,
    method,
    path,
    operation: trace.operation,
    team: trace.team,
    headers: headers ?? [],
    requestBody: trace.text instanceof Refusal ? null : keepBody(trace.text),
    status: reply.end === 'reset' || reply.end === 'never' ? 0 : reply.status,
    responseHeaders: reply.headers,
    responseBody: keepBody(reply.body),
    fault: trace.fault,
    warning: trace.warning,
  }
  const { requests } = server
  requests.add(entry)
  if (typeof trace.text === 'string') requests.keepWhole(entry, 'requestBody', trace.text)
  const keep = (body: string) => requests.keepWhole(entry, 'responseBody', body)
  const read = (reply: Reply): Reply => {
    if (typeof reply.body !== 'string') return { ...reply, body: readAlong(reply.body, keep) }
    keep(reply.body)
    return reply
  }
  if (!waits) return read(reply)
  if (isDelayed) server.signals.raise('clock')
  const released = isDelayed ? server.lateCalls.waits() : undefined
  const sent = ({ status, headers, body, end }: Reply) => {
    released?.()
    requests.answered(entry, {
      duration: performance.now() - trace.since,
      // Another one where the changes could not be stored.
      status: end === 'reset' ? 0 : status,
      responseHeaders: headers,
      responseBody: keepBody(body),
    })
  }
  return { ...mapReply(reply, read), onSent: sent }
}
