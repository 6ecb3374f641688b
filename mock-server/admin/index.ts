import * as z from 'zod/mini'
import { Refusal } from '../../src/contract/refusal.ts'
import { createRouter } from '../http/router.ts'
import { parseQueryWith } from '../message/body.ts'
import { JsonFragments } from '../message/body-chunks.ts'
import { preflightReply } from '../message/origins.ts'
import { errorReply, jsonReply, type Reply, streamReply } from '../message/reply.ts'
import { type IncomingRequest, readBodyText, textOrThrow } from '../message/request.ts'
import type { Server } from '../server.ts'
import { authorize, bodyLimitOf, refuseForeignPages, refuseOtherThanJson } from './access.ts'
import { type AdminCall, adminCommands, queried } from './commands.ts'
import { eventsAfter } from './events.ts'
import { keep } from './keep.ts'

type Answer = (call: AdminCall) => Reply | Promise<Reply>

/** The control API (docs/mock-server.md). */
const router = createRouter<Answer>({
  ...Object.fromEntries(
    Object.entries(adminCommands).map(([name, command]) => [
      name,
      async (call: AdminCall) => {
        if (!queried.has(name)) parseQueryWith(z.strictObject({}), call.query)
        return jsonReply(200, wrapData(await keep(call.server, () => command(call))))
      },
    ]),
  ),
  'GET /__admin/events': call => streamReply(openEvents(call)),
  'GET /__admin/openapi.json': () => fileReply('openapi.json', documentNotHere),
})

/** The console's page, with or without a slash, and its files. */
const consolePath = /^\/__admin(?:\/([\w.-]+\.(?:js|css|svg)|))?$/

const notHere = 'The console is a page of the server over HTTP; elsewhere mountConsole shows it.'
const documentNotHere = 'The OpenAPI document is served over HTTP; the package has it as docs/openapi.json.'

/** A file of the server over HTTP: a page that has the server in it does not carry it. */
function fileReply(file: string, sentence: string): Reply {
  return { ...errorReply(new Refusal(404, sentence)), file }
}

/**
 * Runs a command of the control API, outside the specification's paths. `last` is the latest event before it came.
 *
 * @throws Refusal where the caller may not, or the request is wrong.
 */
export async function runAdmin(
  server: Server,
  request: IncomingRequest,
  path: string,
  last: number,
): Promise<Reply> {
  const page = /^(GET|HEAD)$/.test(request.method) && consolePath.exec(path)
  if (page) {
    refuseForeignPages(server, request)
    if (page[1] === undefined) return { status: 308, headers: { location: '__admin/' }, body: '' }
    return fileReply(page[1] || 'index.html', notHere)
  }
  if (request.method === 'OPTIONS') return preflightReply(request, router.methodsAt(path))
  const { target, id } = router.find(request.method, path)
  authorize(server, request)
  const body = textOrThrow(readBodyText(bodyLimitOf(server, request), request))
  refuseOtherThanJson(request)
  const query = new URLSearchParams(request.path.split('?', 2)[1] ?? '')
  return target({ server, id, query, body, request, last })
}

/** Adds the envelope of a response. JSON in fragments already has it. */
function wrapData(data: unknown): unknown {
  return data instanceof JsonFragments ? data : { success: true, data }
}

function openEvents({ server, query, request, last }: AdminCall): NonNullable<Reply['stream']> {
  const after = query.get('after') ?? request.header('last-event-id') ?? ''
  if (!/^\d{0,16}$/.test(after))
    throw new Refusal(400, 'after, or the header Last-Event-ID, must be the id of an event, or 0.')
  return signal => eventsAfter(server, { after: after === '' ? null : Number(after), last }, signal)
}
