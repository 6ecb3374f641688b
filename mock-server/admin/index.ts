import { isLocalOrigin, preflight } from '../message/origins.ts'
import { JsonPieces } from '../message/pieces.ts'
import { jsonReply, loadedReply, Refusal, type Reply } from '../message/reply.ts'
import type { IncomingRequest } from '../message/request.ts'
import { bearerToken, decodeId, requireText } from '../message/request.ts'
import type { Server } from '../server.ts'
import { type Command, commands } from './commands.ts'
import { snapshotLimit } from './snapshot.ts'

const patterns = Object.entries(commands).map(([name, command]) => {
  const [method = '', path = ''] = name.split(' ')
  return { method, command, expression: new RegExp(`^${path.replace('{id}', '([^/]+)')}$`) }
})

/** A request with its path and text. */
interface AdminRequest {
  readonly request: IncomingRequest
  readonly path: string
  /** The body, or why it cannot be read. */
  readonly text: string | Refusal
}

/** Runs a command of the control API, outside the specification's paths. */
export function runAdmin(server: Server, { request, path, text }: AdminRequest): Reply {
  const { command, id } = findCommand(request.method, path)
  if (command === undefined) return preflight(request, methodsAt(path))
  authorize(server, request)
  const body = requireText(text)
  const query = new URLSearchParams(request.path.split('?', 2)[1] ?? '')
  const data = command({ server, id, query, body, received: request.body })
  // Tools want the document without a wrapper.
  if (data instanceof Promise) return loadedReply(data)
  return jsonReply(200, data instanceof JsonPieces ? data : { success: true, data })
}

/**
 * The longest body that is accepted, in bytes: a snapshot may be as long as the server's own. A caller who may not send one
 * cannot fill the memory either.
 */
export function bodyLimitOf(server: Server, request: Omit<IncomingRequest, 'body'>): number {
  if (request.method !== 'PUT' || request.path.split('?', 1)[0] !== '/__admin/snapshot')
    return server.bodyLimit
  try {
    authorize(server, request)
  } catch {
    return server.bodyLimit
  }
  return Math.max(server.bodyLimit, snapshotLimit)
}

function findCommand(method: string, path: string): { command?: Command; id: string } {
  const methods = methodsAt(path)
  if (methods.length === 0) throw new Refusal(404, 'There is no control operation at this path.')
  if (method === 'OPTIONS') return { id: '' }
  const wanted = method === 'HEAD' ? 'GET' : method
  for (const pattern of patterns) {
    const [matched, id = ''] = (pattern.method === wanted && pattern.expression.exec(path)) || []
    if (matched !== undefined) return { command: pattern.command, id: decodeId(id) }
  }
  const allow = methods.join(', ')
  throw new Refusal(405, `${method} is not allowed here; allowed: ${allow}.`, { allow })
}

function methodsAt(path: string): string[] {
  return patterns.filter(({ expression }) => expression.test(path)).map(({ method }) => method)
}

/** Allows callers with the token; without one, callers on this machine that are no page of another origin. */
export function authorize({ isAdminToken }: Server, request: Omit<IncomingRequest, 'body'>): void {
  if (isAdminToken !== null) {
    if (!isAdminToken(bearerToken(request) ?? ''))
      throw new Refusal(401, 'The token of the control API is missing or wrong.')
    return
  }
  if (!request.local) throw new Refusal(403, 'Without a token, the control API serves this machine only.')
  // A page of another site may have a name that resolves to this machine.
  const host = request.header('host')
  if (host !== null && !isLocalOrigin(`http://${host}`)) {
    throw new Refusal(403, 'Without a token, the control API responds only under names of this machine.')
  }
  if (!isLocalOrigin(request.header('origin'))) {
    throw new Refusal(403, 'Without a token, the control API serves pages of this machine only.')
  }
}
