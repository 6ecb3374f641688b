import {
  createMockServer,
  type MockServer,
  type MockServerOptions,
  type TeamOptions,
} from 'entity-screening-sdk/mock-server'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { type OperationName, operations } from '../../src/contract/operations.ts'
import { errorBody } from '../../src/contract/service.ts'
import { fetchFrom } from './fetch-from.ts'

/** What came back, read to its end. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The text as JSON; undefined where it is none. */
  readonly body: unknown
}

/** A mock server, seen from one key: nothing between a test and the bytes. */
export interface Wire {
  readonly server: MockServer
  readonly teamId: string
  /** A body that is a string goes out as it is, any other as JSON. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  get(path: string): Promise<Answer>
  post(path: string, body?: unknown): Promise<Answer>
  put(path: string, body?: unknown): Promise<Answer>
  /** The same server with another key; null for none. */
  withKey(apiKey: string | null): Wire
  /** The same server with the key of another team. */
  withNewTeam(options?: TeamOptions): Wire
}

export function createWire(options: MockServerOptions = {}, team: TeamOptions = {}): Wire {
  const server = createMockServer(options)
  const { id, apiKey } = server.teams.create(team)
  return wireTo(server, id, apiKey)
}

function wireTo(server: MockServer, teamId: string, apiKey: string | null): Wire {
  const send: Wire['send'] = async (method, path, body, headers = {}) => {
    const response = await fetchFrom(server, `http://in-process${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return readAnswer(response)
  }
  return {
    server,
    teamId,
    send,
    get: path => send('GET', path),
    post: (path, body) => send('POST', path, body),
    put: (path, body) => send('PUT', path, body),
    withKey: other => wireTo(server, teamId, other),
    withNewTeam(options) {
      const team = server.teams.create(options)
      return wireTo(server, team.id, team.apiKey)
    },
  }
}

export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: readJson(text) }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The body of a success: status and shape are those of the operation's row in the contract. */
export function success<Name extends OperationName>(
  name: Name,
  answer: Answer,
): z.output<(typeof operations)[Name]['response']>
export function success(name: OperationName, answer: Answer): unknown {
  const { status, response } = operations[name]
  expect(answer.status, answer.text).toBe(status)
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  return z.parse(response, answer.body)
}

/** The sentence of an error: its body has the three fields of the specification and no other. */
export function refusal(status: number, answer: Answer): string {
  expect(answer.status, answer.text).toBe(status)
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const { statusCode, success, error, ...others } = z.parse(errorBody, answer.body)
  expect({ statusCode, success, others }).toEqual({ statusCode: status, success: false, others: {} })
  expect(error).toMatch(/^[A-Z].*\.$/s)
  return error
}

/** Every entity of the team, as the list shows it. */
export async function list(wire: Wire) {
  return success('listEntities', await wire.get('/v1/entities'))
}

/** Creates an entity and answers what creation says of it. */
export async function create(wire: Wire, fields: Record<string, unknown>) {
  return success('createEntity', await wire.post('/v1/entities', { type: 'organization', ...fields })).data
}

/** The only one there is. */
export function only<Item>(items: readonly Item[]): Item {
  const [item] = items
  if (item === undefined || items.length !== 1) throw new Error(`one expected, not ${items.length}`)
  return item
}
