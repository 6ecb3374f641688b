import * as z from 'zod/mini'
import { Refusal } from '../../src/contract/refusal.ts'
import { text } from '../../src/contract/text.ts'
import { createServerClock } from '../clock/move-clock.ts'
import { deliverReply } from '../http/deliver-reply.ts'
import { handleRequest } from '../http/handle-request.ts'
import { parseBodyWith } from '../message/body.ts'
import { mapReply, type Reply } from '../message/reply.ts'
import type { IncomingRequest } from '../message/request.ts'
import { readBodyText, truncateBody } from '../message/response-body.ts'
import type { Server } from '../server.ts'
import type { AdminCall } from './admin-call.ts'

/** A string that matches a pattern. z.regex would add half a kilobyte. */
function textLike(pattern: RegExp, error: string) {
  return z.string().check(z.refine(value => pattern.test(value), { error }))
}

const headerName = /^[\w!#$%&'*+.^`|~-]+$/
const headerValue = textLike(/^[\t\x20-\x7e\x80-\xff]*$/, 'must be one line of Latin letters')

const sendRequest = z.strictObject({
  team: z.nullable(text),
  method: textLike(/^[A-Z]+$/, 'must be a method in capitals'),
  path: textLike(/^\/(?!__admin)\S*$/, 'must be a path of the service, such as /v1/entities'),
  /** The headers, without the key. The default of `content-type` is JSON. */
  headers: z.optional(
    // z.record would add three kilobytes.
    z.catchall(z.object({}), headerValue).check(
      z.refine(headers => Object.keys(headers).every(name => headerName.test(name)), {
        error: 'must have names of headers',
      }),
      z.refine(headers => Object.keys(headers).every(name => name.toLowerCase() !== 'authorization'), {
        error: 'must leave out authorization: the server adds the key of the team',
      }),
    ),
  ),
  /** The body. A string is sent unchanged, any other value as JSON. */
  body: z.optional(z.unknown()),
})

/** Sends a request to the service with a key of a team, so that the caller needs no key. */
export async function sendToService({ server, body: text, request: adminRequest }: AdminCall) {
  const { team, method, path, headers = {}, body } = parseBodyWith(sendRequest, text)
  const values = new Map([['content-type', 'application/json']])
  for (const [name, value] of Object.entries(headers)) values.set(name.toLowerCase(), value)
  if (team !== null) values.set('authorization', `Bearer ${keyOf(server, team)}`)
  const request: IncomingRequest = {
    method,
    path,
    header: name => values.get(name) ?? null,
    headers: [...values].flat(),
    body: body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body),
    local: true,
  }
  // If a fault withholds the response forever, the call does not wait, but reports the fault at once.
  const dispatched = mapReply(handleRequest(server, request), reply =>
    reply.end === 'never' ? { ...reply, end: 'reset' } : reply,
  )
  const signal = adminRequest.disconnectSignal?.()
  const reply = await deliverReply({ clock: createServerClock(server) }, dispatched, signal)
  return describeResponse(method === 'HEAD' ? { ...reply, body: '' } : reply)
}

function keyOf(server: Server, id: string): string {
  for (const [apiKey, team] of server.state.teamByKey) if (team.id === id) return apiKey
  throw new Refusal(404, 'There is no team with this id.')
}

/** Describes a response. The status is 0 if the connection breaks or no response comes. */
function describeResponse({ status, headers, body, end }: Reply) {
  if (end === 'reset') return { status: 0, headers: {}, body: '' }
  return { status, headers, body: end === 'halfway' ? truncateBody(body) : readBodyText(body) }
}
