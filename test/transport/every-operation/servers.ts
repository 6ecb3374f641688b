import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { type ClientOptions, EntityScreening } from 'entity-screening-sdk'
import { createMockServer, type Fault, type MockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { afterAll } from 'vitest'
import type { Way } from './ways.ts'

const apiKey = 'key-of-the-team'

/** Quick retries, of which there are two, and no log. */
const calm: ClientOptions = { maxRetries: 2, retry: { maxDelay: 1 }, logLevel: 'off' }

const closing: (() => unknown)[] = []
afterAll(() => Promise.all(closing.splice(0).map(close => close())))

/** A mock server whose team has one entity, with faults in the operation of one way to call it. */
export async function faultyServer(way: Way, faults: readonly Fault[], options: ClientOptions = {}) {
  const server = createMockServer({ keys: { [apiKey]: 'team-1' } })
  const id = await createEntity(server)
  for (const fault of faults) server.faults.add({ ...fault, operation: way.operation })
  const { url, close } = await startServer(server)
  closing.push(close)
  const client = new EntityScreening({ ...calm, ...options, apiKey, baseUrl: url })
  return {
    client,
    server,
    call: (callOptions?: Parameters<Way['call']>[1]) => way.call(client, callOptions, id),
    requests: () => server.requests.list().length,
  }
}

async function createEntity(server: MockServer): Promise<string> {
  const client = new EntityScreening({ apiKey, baseUrl: 'http://in-process', fetch: server.fetch })
  const { id } = await client.entities.create({ type: 'organization', name: 'Halfmoon Minerals Oy' })
  server.requests.clear()
  return id
}

/** A server that answers as it is told, and a client of it. */
export async function ownServer(listener: RequestListener, options: ClientOptions = {}) {
  const seen = { requests: 0, connections: 0 }
  const listening = createServer((request, response) => {
    seen.requests += 1
    request.resume().on('end', () => listener(request, response))
  })
  listening.on('connection', () => {
    seen.connections += 1
  })
  listening.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  closing.push(() => {
    listening.close()
    listening.closeAllConnections()
  })
  const address = listening.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const url = `http://127.0.0.1:${port}`
  return { client: new EntityScreening({ ...calm, ...options, apiKey, baseUrl: url }), seen, url }
}

/** Answers with JSON, or with text as it is. */
export function answer(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

/** The body of an error (specification: Errors). */
export function errorBody(statusCode: number) {
  return { statusCode, success: false, error: 'a sentence' }
}
