import { EntityScreening } from '../../src/index.ts'
import { decodeEntities } from '../../src/model/entity.ts'
import { decodeNetwork } from '../../src/model/network.ts'
import { createQuirkLog } from '../../src/reading/log.ts'
import { decodeResponse } from '../../src/transport/decode-response.ts'
import { resolveOptions } from '../../src/transport/options/resolve.ts'
import { createRedaction } from '../../src/transport/redact.ts'

export const baseUrl = 'http://in-process'
export const apiKey = 'a-key-of-the-bench'
export const authorization = `Bearer ${apiKey}`
/** The root of the networks that are read. */
export const rootId = 'root'

/** A `fetch` that responds at once. */
export function responding(text: string): () => Promise<Response> {
  const bytes = new TextEncoder().encode(text)
  const headers = { 'content-type': 'application/json' }
  return async () => new Response(bytes, { headers })
}

export function ownClient(text: string): EntityScreening {
  return new EntityScreening({ apiKey, baseUrl, fetch: responding(text), logLevel: 'off' })
}

const settings = resolveOptions({ apiKey, baseUrl })
const redact = createRedaction(settings.apiKey)
const progress = { call: 1, attempts: 1, outcome: 'done', status: 200, failure: undefined } as const
const deadline = Number.POSITIVE_INFINITY
const context = { options: {}, settings, redact, deadline, write: () => {}, progress }
const response = new Response()

/** What the client does with the text of a list, without the request. */
export async function readList(text: string) {
  const operation = 'listEntities'
  const log = createQuirkLog(operation)
  const body = { response, text, drift: null }
  const { data } = await decodeResponse({ ...context, operation }, body, { decode: decodeEntities }, log)
  return data
}

/** What the client does with the text of a network, without the request. */
export async function readNetwork(text: string) {
  const operation = 'getNetwork'
  const log = createQuirkLog(operation)
  const decode = (body: unknown) => decodeNetwork(body, rootId, log)
  const body = { response, text, drift: null }
  const { data } = await decodeResponse({ ...context, operation }, body, { decode }, log)
  return data
}
