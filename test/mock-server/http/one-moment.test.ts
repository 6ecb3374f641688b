import { createMockServer, type MockServer } from 'entity-screening-sdk/mock-server'
import { describe, expect, it } from 'vitest'

const count = 1500

function filled(): MockServer {
  const server = createMockServer({ keys: { key: 'team' }, warn() {} })
  for (let first = 0; first < count; first += 300) {
    const entities = Array.from({ length: 300 }, (_, index) => ({
      type: 'organization',
      name: `${index % 50 === 0 ? '[sanctioned] ' : ''}Company ${first + index}`,
      countryCode: 'GB',
    }))
    send(server, 'POST', '/v1/entities/bulk', { entities })
  }
  return server
}

function send(server: MockServer, method: string, path: string, body?: unknown) {
  const headers: Record<string, string> = { authorization: 'Bearer key', 'content-type': 'application/json' }
  const text = body === undefined ? '' : JSON.stringify(body)
  return server.dispatch({ method, path, header: name => headers[name] ?? null, body: text, local: true })
}

async function bodyOf(server: MockServer, ...request: readonly [string, string, unknown?]) {
  const reply = send(server, ...request)
  return ((await reply.ready) ?? reply).body
}

const requests: Record<string, readonly [string, string, unknown?]> = {
  'a list': ['GET', '/v1/entities'],
  'a search': ['POST', '/v1/entities/search', { countryCode: 'GB' }],
  'a search by risk': ['POST', '/v1/entities/search', { riskLevel: '-' }],
  'the list of the console': ['GET', '/__admin/entities?team=team'],
  'the request log': ['GET', '/__admin/requests'],
  'a snapshot': ['GET', '/__admin/snapshot'],
}

const changes: Record<string, (server: MockServer) => void> = {
  'the clock is settled': server => server.clock.settle(),
  'the clock is advanced, and others read': server => {
    server.clock.advance('1s')
    for (const piece of send(server, 'GET', '/v1/entities').body) expect(piece).toBeDefined()
  },
  'the server is reset': server => server.reset(),
  'another snapshot is restored': server => {
    const other = filled()
    other.clock.settle()
    server.restore(other.snapshot())
  },
}

describe.each(Object.keys(requests))('%s that is on its way shows one moment', name => {
  it.each(Object.keys(changes))('while %s', async change => {
    const request = requests[name] ?? ['GET', '/']
    const server = filled()
    for (let reads = 0; reads < 600; reads += 1) send(server, 'GET', '/v1/health')
    const whole = [...(await bodyOf(server, ...request))].join('')
    const slices = (await bodyOf(server, ...request))[Symbol.iterator]()
    let text = String(slices.next().value)
    changes[change]?.(server)
    for (let slice = slices.next(); !slice.done; slice = slices.next()) text += slice.value
    expect(text).toBe(whole)
  })
})

it('a delayed list shows the moment of its request', async () => {
  const server = filled()
  const whole = [...(await bodyOf(server, 'GET', '/v1/entities'))].join('')
  server.faults.add({ kind: 'delay', delay: 600_000, times: 1 })
  const headers = { authorization: 'Bearer key' }
  const delayed = server.fetch('http://in-process/v1/entities', { headers })
  await new Promise(resolve => setTimeout(resolve, 20))
  server.clock.advance(600_000)
  expect(await (await delayed).text()).toBe(whole)
})
