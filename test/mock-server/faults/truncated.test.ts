import { createMockServer, type MockServer } from 'entity-screening-sdk/mock-server'
import { createHandlers } from 'entity-screening-sdk/mock-server/msw'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { setupServer } from 'msw/node'
import { afterEach, expect, it } from 'vitest'

// Runs on msw 3 and on msw 2: see vitest.config.ts.

const stops: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const transports: [string, (server: MockServer) => Promise<(path: string) => Promise<Response>>][] = [
  ['in process', async server => path => server.fetch(request('http://x', path))],
  [
    'over HTTP',
    async server => {
      const { url, close } = await startServer(server)
      stops.push(close)
      return path => fetch(request(url, path))
    },
  ],
  [
    'through msw',
    async server => {
      const baseUrl = 'https://screening.example'
      const interceptor = setupServer(...createHandlers(server, { baseUrl }))
      interceptor.listen()
      stops.push(() => interceptor.close())
      return path => fetch(request(baseUrl, path))
    },
  ],
]

function request(origin: string, path: string): Request {
  return new Request(origin + path, { headers: { authorization: 'Bearer key' } })
}

it.each(transports)('an answer that is cut off has its status, and then breaks, %s', async (_, start) => {
  const server = createMockServer({ keys: { key: 'team-1' } })
  server.faults.add({ kind: 'truncated' })
  const ask = await start(server)
  const answer = await ask('/v1/health')
  expect(answer.status).toBe(200)
  await expect(answer.text()).rejects.toThrow()
})

it.each(transports)('so has a list that is made while it is sent, %s', async (_, start) => {
  const server = createMockServer({ keys: { key: 'team-1' } })
  const entities = Array.from({ length: 1000 }, (_, at) => {
    return { type: 'organization', name: `Company ${at} Ltd`, countryCode: 'GB' }
  })
  const { url } = request('http://x', '/v1/entities/bulk')
  const headers = { authorization: 'Bearer key' }
  await server.fetch(new Request(url, { method: 'POST', headers, body: JSON.stringify({ entities }) }))
  server.faults.add({ kind: 'truncated' })
  const ask = await start(server)
  const answer = await ask('/v1/entities')
  expect(answer.status).toBe(200)
  await expect(answer.text()).rejects.toThrow()
})
