import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { createMockServer, type MockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { afterEach, describe, expect, it } from 'vitest'
import type { Reply } from '../../../mock-server/message/reply.ts'
import { readBodyText } from '../../../mock-server/message/response-body.ts'

const authorization = 'Bearer key'
const count = 3000

/** A server whose list has many parts. */
function crowded(size = count): MockServer {
  const server = createMockServer({ keys: { key: 'team-1' }, warn() {} })
  for (let first = 0; first < size; first += 1000) {
    const entities = Array.from({ length: Math.min(1000, size - first) }, (_, at) => {
      return { type: 'organization', name: `Company ${first + at} Ltd`, countryCode: 'GB' }
    })
    send(server, 'POST', '/v1/entities/bulk', { entities })
  }
  return server
}

function send(server: MockServer, method: string, path: string, body?: unknown): Reply {
  const header = (name: string) => (name === 'authorization' ? authorization : null)
  const text = body === undefined ? '' : JSON.stringify(body)
  return server.dispatch({ method, path, header, body: text, local: true })
}

function parse({ body }: Pick<Reply, 'body'>) {
  return JSON.parse(readBodyText(body))
}

const running: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of running.splice(0)) await close()
})

async function serve(server: MockServer): Promise<string> {
  const { url, close } = await startServer(server)
  running.push(close)
  return url
}

function list(url: string, method = 'GET') {
  return fetch(`${url}/v1/entities`, { method, headers: { authorization } })
}

describe('a list of many entities', () => {
  it('has those that were there when it was asked for, each once, and as they were then', () => {
    const server = crowded()
    const before: { id: string; name: string }[] = parse(send(server, 'GET', '/v1/entities'))
    const long = send(server, 'GET', '/v1/entities')
    send(server, 'POST', '/v1/entities', { type: 'person', name: 'Later Comer' })
    server.clock.settle()
    const after = parse(long)
    expect(after.map(({ id }: { id: string }) => id)).toEqual(before.map(({ id }) => id))
    expect([after[0].riskLevel, after.at(-1).riskLevel]).toEqual(['-', '-'])
  })

  it('shows the moment of its request also if it is delayed', async () => {
    const server = crowded(100)
    const before = readBodyText(send(server, 'GET', '/v1/entities').body)
    server.faults.add({ kind: 'delay', delay: 600_000, times: 1 })
    const delayed = server.fetch('http://in-process/v1/entities', { headers: { authorization } })
    await new Promise(resolve => setTimeout(resolve, 20))
    server.clock.advance(600_000)
    expect(await (await delayed).text()).toBe(before)
  })
})

describe('a search through many entities', () => {
  it('finds what there is, from the offset up to the limit', () => {
    const server = crowded()
    const find = (body: object) =>
      parse(send(server, 'POST', '/v1/entities/search', body)).data.map(({ name }: { name: string }) => name)
    expect(find({ name: 'company 299' })).toHaveLength(11)
    expect(find({ name: 'company 299', offset: 1, limit: 2 })).toEqual([
      'Company 2990 Ltd',
      'Company 2991 Ltd',
    ])
    expect(find({ riskLevel: 'high' })).toEqual([])
    expect(find({ name: 'nobody' })).toEqual([])
  })
})

describe('a long answer over HTTP', () => {
  it('is whole, and tells its length', async () => {
    const answer = await list(await serve(crowded()))
    const text = await answer.text()
    expect(answer.headers.get('content-length')).toBe(String(text.length))
    expect(JSON.parse(text)).toHaveLength(count)
  })

  it('is whole although its letters have several bytes', async () => {
    const server = crowded(100)
    send(server, 'POST', '/v1/entities', { type: 'person', name: 'Жанна' })
    const entities: { name: string }[] = await (await list(await serve(server))).json()
    expect(entities.at(-1)?.name).toBe('Жанна')
  })

  it('has the length of GET and no body for HEAD', async () => {
    const url = await serve(crowded())
    const [answer, body] = [await list(url, 'HEAD'), await (await list(url)).text()]
    expect([answer.status, await answer.text()]).toEqual([200, ''])
    expect(answer.headers.get('content-length')).toBe(String(body.length))
  })

  it('waits for a reader who takes his time, and nobody else waits', async () => {
    const url = await serve(crowded())
    const request = get(`${url}/v1/entities`, { headers: { authorization } })
    const [slow] = (await once(request, 'response')) as [IncomingMessage]
    for (let call = 0; call < 5; call += 1) expect((await fetch(`${url}/v1/health`)).status).toBe(200)
    let length = 0
    slow.on('data', (chunk: Buffer) => (length += chunk.length))
    await once(slow, 'end')
    expect(length).toBe(Number(slow.headers['content-length']))
  })

  it('ends nothing where its reader goes away', async () => {
    const url = await serve(crowded())
    const request = get(`${url}/v1/entities`, { headers: { authorization } })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.destroy()
    expect(await (await list(url)).json()).toHaveLength(count)
  })

  it.each(['truncated', 'malformed_json', 'reset', 'lost_response'] as const)(
    'has its fault: %s',
    async kind => {
      const server = crowded()
      server.faults.add({ kind })
      await expect(list(await serve(server)).then(answer => answer.json())).rejects.toThrow()
      const inProcess = server.fetch(new Request('http://x/v1/entities', { headers: { authorization } }))
      await expect(inProcess.then(answer => answer.json())).rejects.toThrow()
    },
  )
})

it('a long answer in process is whole', { tags: 'long' }, async () => {
  const answer = await crowded().fetch('http://x/v1/entities', { headers: { authorization } })
  expect(await answer.json()).toHaveLength(count)
})
