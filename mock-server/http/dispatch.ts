import { type Operation, type OperationName, operations } from '../../src/contract/operations.ts'
import { kindOf } from '../faults/fault.ts'
import { isProcessed, spoil } from '../faults/spoil.ts'
import { isLocalOrigin, isRegisteredHost, preflightReply, withCors } from '../message/origins.ts'
import {
  jsonReply,
  pendingReply,
  Refusal,
  type Reply,
  textReply,
  toStorageRefusal,
} from '../message/reply.ts'
import type { IncomingRequest } from '../message/request.ts'
import { bearerToken, hasBody, isJson, pathOf, readBodyText, textOrThrow } from '../message/request.ts'
import { runAtOnce, type SlicedWork } from '../message/sliced-work.ts'
import type { Call } from '../operations/handler.ts'
import { isWrite, reads, writes } from '../operations/index.ts'
import type { Server } from '../server.ts'
import type { Team } from '../state/teams.ts'
import { runOnce } from './idempotency.ts'
import { createTrace, logRequest, type Trace } from './log-request.ts'
import { explainRefusedKey } from './refused-key.ts'
import { createRefusalReply, respell } from './respell.ts'
import { serviceRouter } from './router.ts'

const contract: Readonly<Record<OperationName, Operation>> = operations

/** Routes, authenticates, injects faults and runs the operation; then stores its changes, and logs it. */
export function dispatch(server: Server, request: IncomingRequest): Reply {
  const path = pathOf(request)
  if (path.startsWith('/__admin')) return dispatchAdmin(server, request, path)
  const trace = createTrace(() => readBodyText(server.bodyLimit, request))
  const answered = withCors(
    request,
    acknowledge(server, trace, () => answer(server, request, path, trace)),
    origin => server.hasOwnKeys || isLocalOrigin(origin),
  )
  return logRequest(server, request, withDelay(server, answered), trace)
}

/** The response to a request that a transport refuses by itself: as the service words errors, and logged. */
export function refuseRequest(server: Server, request: IncomingRequest, refusal: Refusal): Reply {
  const trace = createTrace(() => '')
  return logRequest(server, request, createRefusalReply(server, null, refusal), trace)
}

/** Adds the latency of all responses. Most have none: no copy is made of them. */
function withDelay({ latency, lateCalls }: Server, reply: Reply): Reply {
  if (reply.delay === undefined && latency === undefined) return reply
  const [virtual, real] = latency?.clock === 'real' ? [0, latency.ms] : [latency?.ms ?? 0, 0]
  const delay = lateCalls.left((reply.delay ?? 0) + virtual)
  return { ...reply, delay: delay || undefined, realDelay: real || undefined }
}

/** The control API is loaded with its first call: most servers get none. */
function dispatchAdmin(server: Server, request: IncomingRequest, path: string): Reply {
  // From here on a reader of events misses nothing, however long loading takes.
  const last = server.signals.last()
  const answered = import('../admin/index.ts').then(({ runAdmin }) => runAdmin(server, request, path, last))
  return withCors(
    request,
    pendingReply(answered),
    origin => isLocalOrigin(origin) || server.adminOrigins.includes(origin),
  )
}

/** Acknowledges only what is stored. */
function acknowledge(server: Server, trace: Trace, run: () => Reply): Reply {
  const reply = attempt(server, trace, run)
  const refuseUnkept = (error: unknown) =>
    createRefusalReply(server, trace.operation, toStorageRefusal(error))
  try {
    const stored = server.flush()
    if (stored === undefined) return reply
    return { ...reply, ready: stored.then(() => reply.ready ?? reply, refuseUnkept) }
  } catch (error) {
    return refuseUnkept(error)
  }
}

/** A refused request has changed nothing but the time: operations check first, and what `transform` fails is taken back. */
function attempt(server: Server, trace: Trace, run: () => Reply): Reply {
  try {
    return server.attempt(run)
  } catch (error) {
    return createRefusalReply(server, trace.operation, error)
  }
}

function answer(server: Server, request: IncomingRequest, path: string, trace: Trace): Reply {
  if (request.method === 'OPTIONS')
    return respell(server, null, preflightReply(request, serviceRouter.methodsAt(path)))
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
  const spoiled = spoil(fault, () => attempt(server, trace, run))
  return isProcessed(fault) ? spoiled : transformFault(server, name, spoiled)
}

/** The injected error has the spelling that the fault gives it. */
function transformFault({ transformReply }: Server, name: OperationName, reply: Reply): Reply {
  return transformReply === undefined ? reply : transformReply(reply, name)
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
  const body = operation.request === undefined ? '' : textOrThrow(text)
  const { createdStatus, bulkStatus } = server.behaviour
  const created = name === 'createEntitiesBulk' ? bulkStatus : createdStatus
  const status = operation.status === 201 ? created : operation.status
  const replyOf = (result: unknown) =>
    respell(server, name, typeof result === 'string' ? textReply(result) : jsonReply(status, result))
  const reply = runOperation(name, { ...call, body, now: server.clock.now() }, replyOf)
  return reply instanceof Promise
    ? pendingReply(reply, error => createRefusalReply(server, name, error))
    : reply
}

/** The longest body of a write that is done at once, in characters: by its length, not by the clock, so that the order is the same. */
const maxBodyAtOnce = 32_768

/** A write makes its response in the step of its change: if that fails, the change is taken back. */
function runOperation(
  name: OperationName,
  call: Call,
  replyOf: (result: unknown) => Reply,
): Reply | Promise<Reply> {
  if (!isWrite(name)) {
    const result = reads[name](call)
    return result instanceof Promise ? result.then(replyOf) : replyOf(result)
  }
  const { server, team, body } = call
  const work = andThen(writes[name](call), replyOf)
  if (body.length <= maxBodyAtOnce && !server.writeQueue.isBusy(team)) return runAtOnce(work)()
  return server.writeQueue.add(server, team, work)
}

/** The same work, whose step passes its result on. */
function* andThen<Result>(
  work: SlicedWork<() => unknown>,
  next: (result: unknown) => Result,
): SlicedWork<() => Result> {
  const change = yield* work
  return () => next(change())
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
