import { Refusal } from '../../src/contract/refusal.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Reply } from '../message/reply.ts'
import { type Body, countBodyBytes, readBodyText } from '../message/response-body.ts'
import type { RequestRecorder } from './request-log.ts'
import type { LogEntry } from './request-record.ts'
import type { BodyName } from './stored-entries.ts'

/** The maximum number of characters of a body in its record. */
const maxBodyLength = 10_000
/** The maximum number of characters of a body that is stored beside its record. */
const maxLongBodyLength = 1_000_000

/** Records a request. The duration of a delayed response is added when the response is sent. */
export function logRequest(context: RequestContext, reply: Reply): Reply {
  const { server, text } = context
  const { requests } = server
  const entry = createEntry(context, reply)
  requests.add(entry)
  if (entry.requestBody === null && typeof text === 'string')
    storeBodyIfLong(requests, entry, 'requestBody', text)
  // Most responses are ready and short, so that the record is complete.
  if (entry.duration !== null && entry.responseBody !== null) return reply
  if (!isDelayed(reply)) {
    storeBodyIfLong(requests, entry, 'responseBody', reply.body)
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
    storeBodyIfLong(requests, entry, 'responseBody', body)
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

/** Returns a short body; null for a long body, because even a part of the body would keep the complete string in memory. */
function selectShortBody(body: Body): string | null {
  return typeof body === 'string' && body.length <= maxBodyLength ? body : null
}

/** Stores a body beside its record if it is too long for the record. A body that is longer still is not stored. */
function storeBodyIfLong(requests: RequestRecorder, entry: LogEntry, name: BodyName, body: Body): void {
  if (typeof body !== 'string' && countBodyBytes(body) > maxLongBodyLength) return
  const text = readBodyText(body)
  if (text.length > maxBodyLength && text.length <= maxLongBodyLength)
    requests.storeLongBody(entry, name, text)
}
