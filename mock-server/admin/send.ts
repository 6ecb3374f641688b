import * as z from 'zod/mini'
import { text } from '../../src/contract/text.ts'
import { whenDue } from '../http/when-due.ts'
import { readBody } from '../message/body.ts'
import { beginningOf, JsonPieces } from '../message/pieces.ts'
import { changedReply, Refusal, type Reply } from '../message/reply.ts'
import type { IncomingRequest } from '../message/request.ts'
import type { Server } from '../server.ts'
import type { Call } from './commands.ts'

const sendRequest = z.strictObject({
  team: z.nullable(text),
  method: z.string().check(z.regex(/^[A-Z]+$/, { error: 'must be a method in capitals' })),
  path: z
    .string()
    .check(z.regex(/^\/(?!__admin)\S*$/, { error: 'must be a path of the service, such as /v1/entities' })),
  /** A text is sent as it is, everything else as JSON. */
  body: z.optional(z.unknown()),
})

/** Sends a request with a key of a team, as if it came in, so that the caller needs no key. */
export async function send({ server, body: given, request: asking }: Call): Promise<JsonPieces> {
  const { team, method, path, body } = readBody(sendRequest, given)
  const secret = team === null ? null : `Bearer ${keyOf(server, team)}`
  const values = new Map([
    ['content-type', 'application/json'],
    ...(secret === null ? [] : [['authorization', secret] as const]),
  ])
  const request: IncomingRequest = {
    method,
    path,
    header: name => values.get(name) ?? null,
    headers: [...values].flat(),
    body: body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body),
    local: true,
  }
  // A response that never comes is reported at once.
  const dispatched = changedReply(server.dispatch(request), reply =>
    reply.end === 'never' ? { ...reply, end: 'reset' } : reply,
  )
  const reply = await whenDue(server, dispatched, asking.whenLeft?.())
  return new JsonPieces(describe(method === 'HEAD' ? { ...reply, body: '' } : reply))
}

function keyOf(server: Server, id: string): string {
  for (const [apiKey, team] of server.state.teams.keys()) if (team.id === id) return apiKey
  throw new Refusal(404, 'There is no team with this id.')
}

/** What a client would get; the status 0 where the connection breaks, or no response comes. */
function* describe({ status, headers, body, end }: Reply): Generator<string> {
  const isLost = end === 'reset'
  const head = isLost ? { status: 0, headers: {} } : { status, headers }
  yield `${JSON.stringify({ success: true, data: head }).slice(0, -2)},"body":"`
  const sent = isLost ? '' : end === 'halfway' ? beginningOf(body) : body
  for (const part of typeof sent === 'string' ? [sent] : sent) yield JSON.stringify(part).slice(1, -1)
  yield '"}}'
}
