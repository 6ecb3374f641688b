import * as z from 'zod/mini'
import { readBody, sentence } from '../http/body.ts'
import { jsonReply, Refusal, type Reply } from '../http/reply.ts'
import type { IncomingRequest } from '../http/request.ts'
import type { Server } from '../server.ts'

const advanceRequest = z.object({ ms: z.number().check(z.minimum(0), z.maximum(1e14)) })

type Command = (server: Server, body: string) => unknown

/** The control API: off the specification's paths, and for this machine only. */
const commands: Readonly<Record<string, Command>> = {
  '/__admin/reset': server => {
    server.reset()
    return clockState(server)
  },
  '/__admin/clock/advance': (server, body) => {
    advance(server, readBody(advanceRequest, body).ms)
    return clockState(server)
  },
  '/__admin/clock/settle': server => {
    server.settle()
    return clockState(server)
  },
}

export function runAdmin(server: Server, request: IncomingRequest, path: string): Reply {
  if (!request.local) throw new Refusal(403, 'The control API answers to this machine only.')
  const command = Object.hasOwn(commands, path) ? commands[path] : undefined
  if (command === undefined) throw new Refusal(404, 'There is no control operation at this path.')
  if (request.method !== 'POST') {
    throw new Refusal(405, `${request.method} is not allowed here; allowed: POST.`, { allow: 'POST' })
  }
  if (request.body === null) throw new Refusal(413, `The body is longer than ${server.bodyLimit} bytes.`)
  return jsonReply(200, { success: true, data: command(server, request.body) })
}

function advance({ clock }: Server, ms: number): void {
  try {
    clock.advance(ms)
  } catch (error) {
    throw error instanceof RangeError ? new Refusal(400, sentence(`ms is too much: ${error.message}`)) : error
  }
}

function clockState(server: Server) {
  return { now: new Date(server.clock.now()).toISOString() }
}
