import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { EntityScreening } from 'entity-screening-sdk'
import { afterAll, describe, expect, it } from 'vitest'
import { failureOf } from '../failure-of.ts'

const servers: Server[] = []
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

/** Node's own agent, with limits that a test can wait for: the first use of fetch makes it. */
async function createImpatientAgent(): Promise<object> {
  await fetch('data:,')
  const { constructor: Agent } = Reflect.get(globalThis, Symbol.for('undici.globalDispatcher.1'))
  return new Agent({ headersTimeout: 50, bodyTimeout: 50 })
}

const dispatcher = await createImpatientAgent()

function clientOf(baseUrl: string, maxRetries = 0) {
  return new EntityScreening({
    apiKey: 'key-of-the-team',
    baseUrl,
    maxRetries,
    timeout: false,
    logLevel: 'off',
    fetch: (input: Request | URL | string, init?: RequestInit) =>
      fetch(input, { ...init, ...{ dispatcher } }),
  })
}

describe('a time limit of Node is a TimeoutError', () => {
  it('for the head of a response', { tags: 'long' }, async () => {
    let requests = 0
    const baseUrl = await serving(() => {
      requests += 1
    })
    const client = clientOf(baseUrl, 1)
    expect(await failureOf(client.entities.list())).toMatchObject({
      name: 'TimeoutError',
      message: 'entities.list: no response in time (UND_ERR_HEADERS_TIMEOUT)',
      status: null,
      cause: { message: 'fetch failed', cause: { code: 'UND_ERR_HEADERS_TIMEOUT' } },
    })
    expect(requests).toBe(2)
  })

  it('between two pieces of a body', { tags: 'long' }, async () => {
    const client = clientOf(await serving((_, response) => void response.writeHead(201).write('{')))
    expect(await failureOf(client.entities.create({ type: 'person', name: 'A' }))).toMatchObject({
      name: 'TimeoutError',
      message:
        'entities.create: the response (201) did not end in time (UND_ERR_BODY_TIMEOUT); the request was processed',
      status: 201,
      outcome: 'done',
    })
  })
})
