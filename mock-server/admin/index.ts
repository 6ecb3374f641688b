import * as z from 'zod/mini'
import { Refusal } from '../../src/contract/refusal.ts'
import { createRouter } from '../http/router.ts'
import { parseQueryWith } from '../message/body.ts'
import { preflightReply } from '../message/origins.ts'
import { errorReply, jsonReply, type Reply, streamReply } from '../message/reply.ts'
import { decodeBody, type IncomingRequest, textOrThrow } from '../message/request.ts'
import type { Server } from '../server.ts'
import { assertJson, authorize, bodyLimitOf, refuseForeignPages } from './access.ts'
import type { AdminCall } from './admin-call.ts'
import { adminCommands, callsWithQuery, unchangingCalls } from './commands.ts'
import { streamChanges } from './events.ts'

type AdminHandler = (call: AdminCall) => Reply | Promise<Reply>

/** The router of the control API (docs/mock-server.md). */
const router = createRouter<AdminHandler>({
  ...Object.fromEntries(
    Object.entries(adminCommands).map(([name, command]) => [
      name,
      async (call: AdminCall) => {
        if (!callsWithQuery.has(name)) parseQueryWith(z.strictObject({}), call.query)
        const { storageRefusal } = call.server
        if (storageRefusal !== null && !unchangingCalls.test(name)) throw storageRefusal
        return jsonReply(200, { success: true, data: await command(call) })
      },
    ]),
  ),
  'GET /__admin/events': ({ server, query }) => {
    parseQueryWith(z.strictObject({}), query)
    return streamReply(signal => streamChanges(server, signal))
  },
  'GET /__admin/openapi.json': () => fileReply('openapi.json'),
})

/** Matches the paths of the console's page, with or without a slash at the end, and of its files. */
const consolePath = /^\/__admin(?:\/([\w.-]+\.(?:js|css|svg)|))?$/

/** Creates the reply with a file. Only a server over HTTP has files; in process, the reply is a 404. */
function fileReply(file: string): Reply {
  const sentence =
    'Files are served over HTTP only; the package has the OpenAPI document as docs/openapi.json.'
  return { ...errorReply(new Refusal(404, sentence)), file }
}

/** Runs a call of the control API. @throws Refusal if the caller is not authorized, or the request is wrong. */
export async function runAdmin(server: Server, request: IncomingRequest, path: string): Promise<Reply> {
  const page = /^(GET|HEAD)$/.test(request.method) && consolePath.exec(path)
  if (page) {
    refuseForeignPages(server, request)
    if (page[1] === undefined) return { status: 308, headers: { location: '__admin/' }, body: '' }
    return fileReply(page[1] || 'index.html')
  }
  if (request.method === 'OPTIONS') return preflightReply(request, router.methodsAt(path))
  const { target, id } = router.find(request.method, path)
  authorize(server, request)
  const body = textOrThrow(decodeBody(bodyLimitOf(server, request), request))
  assertJson(request)
  const query = new URLSearchParams(request.path.split('?', 2)[1] ?? '')
  return target({ server, id, query, body, request })
}
