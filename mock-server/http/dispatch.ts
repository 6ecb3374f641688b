import { runAdmin } from '../admin/index.ts'
import { behaviours } from '../operations/index.ts'
import type { Server } from '../server.ts'
import type { Team } from '../state/teams.ts'
import { errorReply, jsonReply, Refusal, type Reply } from './reply.ts'
import type { IncomingRequest } from './request.ts'
import { findRoute, type Route } from './router.ts'

/** Route, authenticate, limit, run, answer. */
export function dispatch(server: Server, request: IncomingRequest): Reply {
  try {
    // The adapters leave the body out.
    return answer(server, request.method === 'HEAD' ? { ...request, method: 'GET' } : request)
  } catch (error) {
    if (error instanceof Refusal) return errorReply(error)
    throw error
  }
}

function answer(server: Server, request: IncomingRequest): Reply {
  const path = request.path.split('?', 1)[0] ?? ''
  if (path.startsWith('/__admin')) return runAdmin(server, request, path)
  const route = findRoute(request.method, path)
  const team = authenticate(server, request, route)
  const body = limit(server, request)
  return jsonReply(route.operation.status, behaviours[route.name]({ server, team, id: route.id, body }))
}

/** Specification: Authentication. The two that answer without a key, and keyless searches, run for nobody's team. */
function authenticate(server: Server, request: IncomingRequest, { name, operation }: Route): Team {
  const keyless = !operation.needsKey || (!server.searchRequiresKey && isWebSearch(name))
  if (keyless) return server.nobody
  const [, apiKey] = /^Bearer +(\S+)$/i.exec(request.header('authorization') ?? '') ?? []
  if (apiKey === undefined) {
    throw new Refusal(401, 'The API key is missing: send the header Authorization: Bearer <API_KEY>.')
  }
  const team = server.teams.byKey(apiKey)
  if (team === undefined) throw new Refusal(401, 'The API key is not valid.')
  return team
}

function isWebSearch(name: Route['name']): boolean {
  return name === 'searchOrganizations' || name === 'searchPersons'
}

function limit(server: Server, { body }: IncomingRequest): string {
  if (body === null) throw new Refusal(413, `The body is longer than ${server.bodyLimit} bytes.`)
  return body
}
