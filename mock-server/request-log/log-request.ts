import { Refusal } from '../../src/contract/refusal.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Reply } from '../message/reply.ts'
import type { Body } from '../message/response-body.ts'
import type { LogEntry } from './request-record.ts'
import { readLongBody, selectShortBody } from './stored-bodies.ts'

/** Records a request. The duration of a delayed response is added when the response is sent. */
export function logRequest(context: RequestContext, reply: Reply): Reply {
  const { server, text } = context
  const { requests } = server
  const entry = createEntry(context, reply)
  requests.add(entry)
  if (typeof text === 'string') requests.storeLongBody(entry, 'requestBody', text)
  // Most responses are ready and short, so that the record is complete.
  if (entry.duration !== null && entry.responseBody !== null) return reply
  const storeLongBody = (body: Body) => {
    const text = readLongBody(body)
    if (text !== null) requests.storeLongBody(entry, 'responseBody', text)
  }
  if (!isDelayed(reply)) {
    storeLongBody(reply.body)
    return reply
  }
  if (reply.delay !== undefined) server.signals.raise('clock')
  const endWait = reply.delay === undefined ? undefined : server.watchDelay()
  const onSent = ({ status, headers, body, end }: Reply) => {
    endWait?.()
    requests.completeEntry(entry, {
      duration: performance.now() - context.startedAt,
      status: end === 'reset' ? 0 : status,
      responseHeaders: headers,
      responseBody: selectShortBody(body),
    })
    storeLongBody(body)
  }
  return { ...reply, onSent }
}

function createEntry(context: RequestContext, reply: Reply): LogEntry {
  const { server, request, startedAt, text, operation, id, team, fault, warning } = context
  const { method, path, headers } = request
  return {
    id: 0,
    length: 0,
    time: server.clock.now(),
    arrivedAt: Date.now(),
    duration: isDelayed(reply) ? null : performance.now() - startedAt,
    method,
    path,
    operation,
    entityId: id,
    team: team === server.keylessTeam ? null : team.id,
    headers: headers ?? [],
    requestBody: text instanceof Refusal ? null : selectShortBody(text),
    status: reply.end === 'reset' || reply.end === 'never' ? 0 : reply.status,
    responseHeaders: reply.headers,
    responseBody: selectShortBody(reply.body),
    fault,
    warning,
  }
}

function isDelayed({ delay, realDelay, ready, end }: Reply): boolean {
  return delay !== undefined || realDelay !== undefined || ready !== undefined || end === 'never'
}
