import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { createInput } from '../bodies.ts'
import {
  type Bodies,
  bare,
  type Contender,
  createEntities,
  describeFailure,
  others,
  ours,
} from './contenders.ts'
import { type Load, requestId } from './send-load.ts'
import { type RunningServer, singleRequestHeaders } from './start-server.ts'

/** A running server whose response to a load was compared with ours. */
export interface Entrant extends Contender {
  readonly running: RunningServer
  /** How its response compares with ours. */
  readonly response: string
}

type Request = Pick<Load, 'method' | 'path' | 'body'>

const list: Request = { method: 'GET', path: '/v1/entities' }
export const create: Request = {
  ...list,
  method: 'POST',
  body: JSON.stringify({ ...createInput, name: `Nordlicht ${requestId} GmbH` }),
}

/** Starts all servers with the bytes that ours sends, and compares one response of each; failures are added to `failures`. */
export async function startEntrants(
  load: Load,
  entities: number,
  folder: string,
  failures: string[],
): Promise<Entrant[]> {
  const running = await ours.start({ list: '', created: '' }, folder)
  await fillList(running, entities)
  const bodies = { list: await sendRequest(running, list), created: await createSample(folder) }
  const entrants: Entrant[] = [{ ...ours, running, response: 'itself' }]
  for (const contender of [bare, ...others]) {
    try {
      const running = await contender.start(bodies, mkdtempSync(join(folder, 'server-')))
      const response = compareResponses(await sendRequest(running, load), load, bodies)
      entrants.push({ ...contender, running, response })
    } catch (error) {
      failures.push(describeFailure(contender, error))
    }
  }
  return entrants
}

/** Fills a list: a list of one by a create, as a test does. */
async function fillList(running: RunningServer, entities: number): Promise<void> {
  if (entities === 1) await sendRequest(running, create)
  else await createEntities(running.url, entities, index => `Company ${index} GmbH`)
  await sendCommand(running, '/__admin/clock/settle')
}

/**
 * Sends a POST without a body to a server, beside its load.
 *
 * @throws Error if it fails.
 */
export async function sendCommand({ url }: RunningServer, path: string): Promise<void> {
  const response = await fetch(url + path, { method: 'POST', headers: { connection: 'close' } })
  if (!response.ok) throw new Error(`${path} responds with ${response.status}`)
}

/** Creates an entity in a server that is stopped: the number of entities in the other stays the same. */
async function createSample(folder: string): Promise<string> {
  const server = await ours.start({ list: '', created: '' }, folder)
  const text = await sendRequest(server, create)
  await server.stop()
  return text
}

/**
 * Sends a request, and returns the text of the response.
 *
 * @throws Error if the request fails.
 */
export async function sendRequest({ url }: RunningServer, { method, path, body }: Request): Promise<string> {
  const response = await fetch(url + path, {
    method,
    headers: singleRequestHeaders,
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  if (response.status !== (method === 'POST' ? 201 : 200))
    throw new Error(`it responds with ${response.status}: ${text.slice(0, 200)}`)
  return text
}

/** @throws Error if a list has other values. */
function compareResponses(text: string, { method }: Request, { list, created }: Bodies): string {
  const expected = method === 'POST' ? created : list
  if (text === expected) return 'same bytes'
  if (isDeepStrictEqual(JSON.parse(text), JSON.parse(expected))) return 'same values'
  if (method === 'GET') throw new Error('it sends other values')
  const fieldsOf = ({ data }: { data?: object }) => Object.keys(data ?? {}).toSorted()
  return isDeepStrictEqual(fieldsOf(JSON.parse(text)), fieldsOf(JSON.parse(created)))
    ? 'same fields, a new id'
    : 'other fields'
}
