import { EntityScreening } from '../../src/index.ts'
import { getNetwork } from '../../src/operations/get-network.ts'
import { listEntities } from '../../src/operations/list-entities.ts'
import type { OperationSpec } from '../../src/operations/operation-spec.ts'
import { QuirkLog } from '../../src/reading/quirk-log.ts'
import type { Context } from '../../src/transport/context.ts'
import { resolveOptions } from '../../src/transport/options/resolve.ts'
import { createRedaction } from '../../src/transport/redact.ts'
import { decodeResponse } from '../../src/transport/response/decode.ts'

export const baseUrl = 'http://in-process'
export const apiKey = 'a-key-of-the-bench'
export const authorization = `Bearer ${apiKey}`
/** The root of the networks that are read. */
export const rootId = 'root'

/** A `fetch` that responds at once. */
export function responding(text: string, status = 200): () => Promise<Response> {
  const bytes = new TextEncoder().encode(text)
  const headers = { 'content-type': 'application/json' }
  return async () => new Response(bytes, { status, headers })
}

export function ownClient(text: string, status?: number): EntityScreening {
  return new EntityScreening({ apiKey, baseUrl, fetch: responding(text, status), logLevel: 'off' })
}

const settings = resolveOptions({ apiKey, baseUrl })
const redact = createRedaction(apiKey)
const progress: Context['progress'] = {
  call: 1,
  attempts: 1,
  outcome: 'done',
  outcomeBefore: 'not_done',
  status: 200,
  headers: null,
  isBodyWanted: true,
}
const deadline = Number.POSITIVE_INFINITY
const context = {
  caller: null,
  options: {},
  settings,
  redact,
  startedAt: 0,
  deadline,
  write: () => {},
  notify: () => {},
  progress,
}
const response = new Response()

/** Reads the text of a list as the client does, without the request. */
export function readList(text: string) {
  return readText(listEntities, text)
}

/** Reads the text of a network as the client does, without the request. */
export function readNetwork(text: string) {
  return readText(getNetwork, text)
}

function readText<Data>(spec: OperationSpec<undefined, Data>, text: string): Data {
  const { operation, methodName, contract } = spec
  const body = { response, text }
  const log = new QuirkLog(operation)
  const { data } = decodeResponse({ ...context, operation, methodName, contract }, body, spec, {
    log,
    id: rootId,
  })
  return data
}
