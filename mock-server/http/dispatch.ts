import { type Operation, type OperationName, operations } from '../../src/contract/operations.ts'
import { kindOf } from '../faults/fault.ts'
import { spoil } from '../faults/spoil.ts'
import { isLocalOrigin, isRegisteredHost, preflight, withCors } from '../message/origins.ts'
import {
  changedReply,
  failed,
  jsonReply,
  laterReply,
  Refusal,
  type Reply,
  textReply,
  unkept,
} from '../message/reply.ts'
import type { IncomingRequest } from '../message/request.ts'
import { bearerToken, hasBody, isJson, pathOf, readText, requireText } from '../message/request.ts'
import { atOnce } from '../message/turns.ts'
import type { Call } from '../operations/handler.ts'
import { isWrite, reads, writes } from '../operations/index.ts'
import type { Server } from '../server.ts'
import { type Entry, keepBody, readAlong } from '../state/request-log.ts'
import type { Team } from '../state/teams.ts'
import { runOnce } from './idempotency.ts'
import { explainRefusedKey } from './refused-key.ts'
import { respell } from './respell.ts'
import { serviceRouter } from './router.ts'

const contract: Readonly<Record<OperationName, Operation>> = operations

interface Trace {
  /** When it came, on the clock of `performance`. */
  readonly since: number
  readonly text: string | Refusal
  operation: OperationName | null
  team: string | null
  fault: string | null
  warning: string | null
}

/** Routes, authenticates, injects faults and runs the operation; then stores its changes, and logs it. */
export function dispatch(server: Server, request: IncomingRequest): Reply {
  const path = pathOf(request)
  if (path.startsWith('/__admin')) return dispatchAdmin(server, request, path)
  const since = performance.now()
  const text = readText(server.bodyLimit, request)
  const trace: Trace = { since, text, operation: null, team: null, fault: null, warning: null }
  const answered = withCors(
    request,
    acknowledge(server, () => answer(server, request, path, trace)),
    origin => server.hasOwnKeys || isLocalOrigin(origin),
  )
  const spelled = respell(server, answered, trace)
  return log(server, request, withDelay(server, spelled), trace)
}

/** The response to a request that a transport refuses by itself: as the service words errors, and logged. */
export function refuse(server: Server, request: IncomingRequest, refusal: Refusal): Reply {
  const since = performance.now()
  const trace: Trace = { since, text: '', operation: null, team: null, fault: null, warning: null }
  return log(server, request, respell(server, failed(refusal), trace), trace)
}

/** Adds the latencies of all responses. Most have none: no copy is made of them. */
function withDelay({ latency, realLatency, lateCalls }: Server, reply: Reply): Reply {
  if (reply.delay === undefined && latency === 0 && realLatency === 0) return reply
  const delay = lateCalls.left((reply.delay ?? 0) + latency)
  return { ...reply, delay: delay || undefined, realDelay: realLatency || undefined }
}

/** The control API is loaded with its first call: most servers get none. */
function dispatchAdmin(server: Server, request: IncomingRequest, path: string): Reply {
  // From here on a reader of events misses nothing, however long loading takes.
  const last = server.signals.last()
  const answered = import('../admin/index.ts').then(({ runAdmin }) => runAdmin(server, request, path, last))
  return withCors(
    request,
    laterReply(answered),
    origin => isLocalOrigin(origin) || server.adminOrigins.includes(origin),
  )
}

/** Acknowledges only what is stored. */
function acknowledge(server: Server, run: () => Reply): Reply {
  const reply = guard(server, run)
  try {
    const stored = server.flush()
    if (stored === undefined) return reply
    return {
      ...reply,
      ready: stored.then(
        () => reply.ready ?? reply,
        () => failed(unkept()),
      ),
    }
  } catch {
    return failed(unkept())
  }
}

/** Operations check first and change last: a refused request has changed nothing but the time. */
function guard(server: Server, run: () => Reply): Reply {
  try {
    return server.attempt(run)
  } catch (error) {
    return failed(error)
  }
}

function answer(server: Server, request: IncomingRequest, path: string, trace: Trace): Reply {
  if (request.method === 'OPTIONS') return preflight(request, serviceRouter.methodsAt(path))
  if (!server.hasOwnKeys && isRegisteredHost(request.header('host'))) {
    throw new Refusal(
      403,
      'Under this host name the server responds only if it has keys of your own, and not test-key.',
    )
  }
  const { target: name, id } = serviceRouter.find(request.method, servedPath(server, path))
  trace.operation = name
  trace.warning = warningOf(request, name)
  const team = authenticate(server, request, name, trace)
  trace.team = team === server.nobody ? null : team.id
  const run = () => {
    if (trace.warning !== null && server.behaviour.wrongContentType === 'reject')
      throw new Refusal(415, trace.warning)
    const { text } = trace
    return runOnce({ server, team, request, operation: name, text }, () =>
      perform(name, { server, team, id }, text),
    )
  }
  const fault = server.faults.draw(name, team.id)
  if (fault === undefined) return run()
  trace.fault = kindOf(fault)
  return spoil(fault, () => guard(server, run))
}

/** What is let pass here, and may not be elsewhere: all bodies are JSON (specification: Resources and their fields). */
function warningOf(request: IncomingRequest, name: OperationName): string | null {
  if (contract[name].request === undefined || !hasBody(request) || isJson(request)) return null
  const given = request.header('content-type')
  return `The content type is ${given === null ? 'missing' : `"${given}"`}: send the header Content-Type: application/json.`
}

function perform(name: OperationName, call: Omit<Call, 'body' | 'now'>, text: string | Refusal): Reply {
  const { server, team } = call
  const operation = contract[name]
  server.beforeOperation(team, name)
  // An operation without a request body ignores one.
  const body = operation.request === undefined ? '' : requireText(text)
  const result = runOperation(name, { ...call, body, now: server.clock.now() })
  const { createdStatus, bulkStatus } = server.behaviour
  const created = name === 'createEntitiesBulk' ? bulkStatus : createdStatus
  const status = operation.status === 201 ? created : operation.status
  const replyOf = (body: unknown) => (typeof body === 'string' ? textReply(body) : jsonReply(status, body))
  return result instanceof Promise ? laterReply(result.then(replyOf)) : replyOf(result)
}

/** The longest body of a write that is done at once, in characters: by its length, not by the clock, so that the order is the same. */
const maxBodyAtOnce = 32_768

function runOperation(name: OperationName, call: Call): unknown {
  if (!isWrite(name)) return reads[name](call)
  const { server, team, body } = call
  const work = writes[name](call)
  if (body.length <= maxBodyAtOnce && !server.writeQueue.isBusy(team)) return atOnce(work)()
  return server.writeQueue.add(server, team, work)
}

/** Specification: Authentication. Operations without a key, and keyless searches, run for an empty team. */
function authenticate(server: Server, request: IncomingRequest, name: OperationName, trace: Trace): Team {
  if (!needsKey(server, name)) return server.nobody
  const apiKey = bearerToken(request)
  const team = apiKey === undefined ? undefined : server.state.teams.byKey(apiKey)
  if (team !== undefined) return team
  const { missingKeyStatus, wrongKeyStatus } = server.behaviour
  trace.warning = explainRefusedKey(server, request)
  server.warnOnce(`entity-screening: a request was refused for its key. ${trace.warning}`)
  throw apiKey === undefined
    ? new Refusal(
        missingKeyStatus,
        'The API key is missing: send the header Authorization: Bearer <API_KEY>.',
      )
    : new Refusal(wrongKeyStatus, 'The API key is not valid.')
}

/** Where the behaviour decides, and not the contract. */
function needsKey({ behaviour }: Server, name: OperationName): boolean {
  if (name === 'getHealth') return behaviour.healthRequiresKey
  if (name === 'getServiceIndex') return behaviour.indexRequiresKey
  if (name === 'searchOrganizations' || name === 'searchPersons') return behaviour.searchRequiresKey
  return contract[name].needsKey
}

/** The path as the contract has it. @throws Refusal of 404 where the behaviour does not serve it. */
function servedPath({ behaviour }: Server, path: string): string {
  if (behaviour.apiV1Prefix && /^\/api\/v1(?=\/|$)/.test(path)) return path.slice('/api'.length)
  const isIndex = path === '/' || path === '/v1' || path === '/v1/'
  const isServed = behaviour.indexPath === 'both' || behaviour.indexPath === (path === '/' ? '/' : '/v1')
  const { path: search } = contract.searchEntities
  const isMissing = isIndex ? !isServed : path === search && behaviour.entitySearchBody === 'none'
  if (isMissing) throw new Refusal(404, 'There is no operation at this path.')
  return path
}

/** Records a request; one whose response has to wait gets its duration once that is sent. */
function log(server: Server, request: IncomingRequest, reply: Reply, trace: Trace): Reply {
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
  return { ...changedReply(reply, read), sent }
}
