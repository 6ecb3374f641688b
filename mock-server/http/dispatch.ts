import { bodyLimitOf, runAdmin } from '../admin/index.ts'
import { kindOf } from '../faults/fault.ts'
import { spoil } from '../faults/spoil.ts'
import { PreparedBody } from '../message/body.ts'
import { isLocalOrigin, isRegisteredHost, preflight, withCors } from '../message/origins.ts'
import { errorReply, jsonReply, notKept, Refusal, type Reply, unforeseen } from '../message/reply.ts'
import type { IncomingRequest } from '../message/request.ts'
import { bearerToken, hasBody, isJson, pathOf, readText, requireText } from '../message/request.ts'
import type { Exchange } from '../operations/behaviour.ts'
import { behaviours } from '../operations/index.ts'
import type { Server } from '../server.ts'
import { type Entry, keepBody, keepHeaders } from '../state/request-log.ts'
import type { Team } from '../state/teams.ts'
import { allowedMethods, findRoute, type Route } from './router.ts'

/** What the log records of a request. */
interface Trace {
  /** When it came, on the clock of `performance`. */
  readonly since: number
  /** The body, or why it cannot be read. */
  readonly text: string | Refusal
  operation: string | null
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
  return log(server, request, withDelay(server, answered), trace)
}

/** Adds the latencies of all responses. Most have none: no copy is made of them. */
function withDelay({ latency, realLatency, lateCalls }: Server, reply: Reply): Reply {
  if (reply.delay === undefined && latency === 0 && realLatency === 0) return reply
  const delay = lateCalls.left((reply.delay ?? 0) + latency)
  return { ...reply, delay: delay || undefined, realDelay: realLatency || undefined }
}

function dispatchAdmin(server: Server, request: IncomingRequest, path: string): Reply {
  const text = readText(bodyLimitOf(server, request), request)
  return withCors(
    request,
    acknowledge(server, () => runAdmin(server, { request, path, text })),
    origin => isLocalOrigin(origin) || server.adminOrigins.includes(origin),
  )
}

/** Acknowledges only what is stored. */
function acknowledge(server: Server, run: () => Reply): Reply {
  const reply = guard(server, run)
  try {
    const ready = server.flush()
    return ready === undefined ? reply : { ...reply, ready }
  } catch {
    return notKept
  }
}

/** Operations check first and change last: a refused request has changed nothing but the time. */
function guard(server: Server, run: () => Reply): Reply {
  try {
    return server.attempt(run)
  } catch (error) {
    // An unexpected error must not stop the server.
    return errorReply(error instanceof Refusal ? error : unforeseen())
  }
}

function answer(server: Server, request: IncomingRequest, path: string, trace: Trace): Reply {
  if (request.method === 'OPTIONS') return preflight(request, allowedMethods(path))
  if (!server.hasOwnKeys && isRegisteredHost(request.header('host'))) {
    throw new Refusal(
      403,
      'Under this host name the server responds only if it has keys of your own, and not test-key.',
    )
  }
  const route = findRoute(request.method, path)
  trace.operation = route.name
  trace.warning = warningOf(request, route)
  const team = authenticate(server, request, route)
  trace.team = team === server.nobody ? null : team.id
  const run = () => {
    if (trace.warning !== null && server.wrongContentType === 'reject') throw new Refusal(415, trace.warning)
    return perform(server, route, team, trace.text, request.body)
  }
  const fault = server.faults.draw(route.name, team.id)
  if (fault === undefined) return run()
  trace.fault = kindOf(fault)
  return spoil(fault, () => guard(server, run))
}

/** What is let pass here, and may not be elsewhere: all bodies are JSON (specification: Resources and their fields). */
function warningOf(request: IncomingRequest, { operation }: Route): string | null {
  if (operation.request === undefined || !hasBody(request) || isJson(request)) return null
  const given = request.header('content-type')
  return `The content type is ${given === null ? 'missing' : `"${given}"`}: send the header Content-Type: application/json.`
}

function perform(
  server: Server,
  { name, operation, id }: Route,
  team: Team,
  text: string | Refusal,
  received: Exchange['received'],
): Reply {
  server.beforeOperation(team, name)
  // An operation without a request body ignores one.
  const body = operation.request === undefined ? '' : requireText(text)
  return jsonReply(operation.status, behaviours[name]({ server, team, id, body, received }))
}

/** Specification: Authentication. Operations without a key, and keyless searches, run for an empty team. */
function authenticate(server: Server, request: IncomingRequest, { name, operation }: Route): Team {
  const keyless = !operation.needsKey || (!server.searchRequiresKey && isWebSearch(name))
  if (keyless) return server.nobody
  const apiKey = bearerToken(request)
  if (apiKey === undefined) {
    throw new Refusal(401, 'The API key is missing: send the header Authorization: Bearer <API_KEY>.')
  }
  const team = server.state.teams.byKey(apiKey)
  if (team === undefined) throw new Refusal(401, 'The API key is not valid.')
  return team
}

function isWebSearch(name: Route['name']): boolean {
  return name === 'searchOrganizations' || name === 'searchPersons'
}

/** Records a request; one whose response has to wait gets its duration once that is sent. */
function log(server: Server, request: IncomingRequest, reply: Reply, trace: Trace): Reply {
  const { method, path, body, headers } = request
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
    headers: headers === undefined ? [] : keepHeaders(headers),
    requestBody: trace.text instanceof Refusal || body instanceof PreparedBody ? null : keepBody(trace.text),
    status: reply.end === 'reset' || reply.end === 'never' ? 0 : reply.status,
    responseHeaders: reply.headers,
    responseBody: keepBody(reply.body),
    fault: trace.fault,
    warning: trace.warning,
  }
  server.requests.add(entry)
  if (!waits) return reply
  if (isDelayed) server.signals.raise('clock')
  const released = isDelayed ? server.lateCalls.waits() : undefined
  const sent = ({ status, headers, body, end }: Reply) => {
    released?.()
    server.requests.answered(entry, {
      duration: performance.now() - trace.since,
      // Another one where the changes could not be stored.
      status: end === 'reset' ? 0 : status,
      responseHeaders: headers,
      responseBody: keepBody(body),
    })
  }
  return { ...reply, sent }
}
