import { preflight } from '../message/origins.ts'
import { JsonPieces } from '../message/pieces.ts'
import { errorReply, liveReply, loadedReply, Refusal, type Reply } from '../message/reply.ts'
import { decodeId, type IncomingRequest, requireText } from '../message/request.ts'
import type { Server } from '../server.ts'
import { authorize, refuseForeignPages, requireJson } from './access.ts'
import type { Call } from './commands.ts'
import { keep } from './keep.ts'
import { type AdminRoute, adminRoutes, eventsRoute, openApiRoute } from './routes.ts'
import { snapshotLimit } from './snapshot.ts'

const patterns = adminRoutes.map(name => {
  const [method = '', path = ''] = name.split(' ')
  return { name, method, expression: new RegExp(`^${path.replace('{id}', '([^/]+)')}$`) }
})

/** The console's page, with or without a slash, and its files. */
const consolePath = /^\/__admin(?:\/([\w.-]+\.(?:js|css|svg)|))?$/

const notHere = new Refusal(
  404,
  'The console is a page of the server over HTTP; elsewhere mountConsole shows it.',
)

const documentNotHere = new Refusal(
  404,
  'The OpenAPI document is served over HTTP; the package has it as docs/openapi.json.',
)

/** A request with its path and text. */
interface AdminRequest {
  readonly request: IncomingRequest
  readonly path: string
  /** The body, or why it cannot be read. */
  readonly text: string | Refusal
}

/** Runs a command of the control API, outside the specification's paths. */
export function runAdmin(server: Server, { request, path, text }: AdminRequest): Reply {
  const page = /^(GET|HEAD)$/.test(request.method) && consolePath.exec(path)
  if (page) {
    refuseForeignPages(server, request)
    if (page[1] === undefined) return { status: 308, headers: { location: '__admin/' }, body: '' }
    return { ...errorReply(notHere), file: page[1] || 'index.html' }
  }
  const { name, id } = findRoute(request.method, path)
  if (name === undefined) return preflight(request, methodsAt(path))
  authorize(server, request)
  if (name === openApiRoute) return { ...errorReply(documentNotHere), file: 'openapi.json' }
  const body = requireText(text)
  requireJson(request)
  const query = new URLSearchParams(request.path.split('?', 2)[1] ?? '')
  const call = { server, id, query, body, request }
  return name === eventsRoute ? liveReply(openEvents(call)) : loadedReply(run(name, call))
}

async function run(
  name: Exclude<AdminRoute, typeof eventsRoute | typeof openApiRoute>,
  call: Call,
): Promise<unknown> {
  const { commands } = await import('./commands.ts')
  return wrap(await keep(call.server, () => commands[name](call)))
}

/** From here on a reader misses nothing, however long loading takes. */
function openEvents({ server, query, request }: Call): NonNullable<Reply['live']> {
  const after = query.get('after') ?? request.header('last-event-id') ?? ''
  if (!/^\d{0,16}$/.test(after))
    throw new Refusal(400, 'after, or the header Last-Event-ID, must be the id of an event, or 0.')
  const from = { after: after === '' ? null : Number(after), last: server.signals.last() }
  return async function* (signal) {
    yield* (await import('./events.ts')).eventsAfter(server, from, signal)
  }
}

function wrap(data: unknown): unknown {
  return data instanceof JsonPieces ? data : { success: true, data }
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

function findRoute(method: string, path: string): { name?: AdminRoute; id: string } {
  const methods = methodsAt(path)
  if (methods.length === 0) throw new Refusal(404, 'There is no control operation at this path.')
  if (method === 'OPTIONS') return { id: '' }
  const wanted = method === 'HEAD' ? 'GET' : method
  for (const pattern of patterns) {
    const [matched, id = ''] = (pattern.method === wanted && pattern.expression.exec(path)) || []
    if (matched !== undefined) return { name: pattern.name, id: decodeId(id) }
  }
  const allow = methods.join(', ')
  throw new Refusal(405, `${method} is not allowed here; allowed: ${allow}.`, { allow })
}

function methodsAt(path: string): string[] {
  return patterns.filter(({ expression }) => expression.test(path)).map(({ method }) => method)
}
