import { createMockServer, type MockServer } from 'entity-screening-sdk/mock-server'
import { describe, expect, it } from 'vitest'

/** Reads the list of a team. Returns the request id of the response. */
async function listAs(server: MockServer, apiKey: string, path = '/v1/entities'): Promise<string | null> {
  const headers = { authorization: `Bearer ${apiKey}` }
  const response = await server.fetch(`http://in-process${path}`, { headers })
  return response.headers.get('x-request-id')
}

function serverOf(seed: number) {
  return createMockServer({ seed, keys: { 'key-of-one': 'team-1', 'key-of-two': 'team-2' } })
}

async function readThrice(server: MockServer) {
  return [
    await listAs(server, 'key-of-one'),
    await listAs(server, 'key-of-one'),
    await listAs(server, 'key-of-two'),
  ]
}

describe('the header x-request-id', () => {
  it('differs for each request and each team', async () => {
    const ids = await readThrice(serverOf(1))
    expect(new Set(ids).size).toBe(3)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{24}$/)
  })

  it('is the same with the same seed and requests, and another with another seed', async () => {
    const ids = await readThrice(serverOf(1))
    expect(await readThrice(serverOf(1))).toEqual(ids)
    expect(await readThrice(serverOf(2))).not.toEqual(ids)
  })

  it('does not depend on the requests of other teams', async () => {
    const server = serverOf(1)
    await listAs(server, 'key-of-two')
    await listAs(server, 'a-key-of-nobody')
    expect(await listAs(server, 'key-of-one')).toBe(await listAs(serverOf(1), 'key-of-one'))
  })

  it('is that of the first request again after a reset', async () => {
    const server = serverOf(1)
    const first = await listAs(server, 'key-of-one')
    server.reset()
    expect(await listAs(server, 'key-of-one')).toBe(first)
  })

  it('is in refusals, injected errors and repeated responses too', async () => {
    const server = serverOf(1)
    server.faults.add({ operation: 'listEntities', status: 500, times: 1 })
    const ids = [
      await listAs(server, 'key-of-one'),
      await listAs(server, 'a-key-of-nobody'),
      await listAs(server, 'key-of-one', '/v1/absent'),
    ]
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{24}$/)
  })

  it('is that of a transform, if it sets one', async () => {
    const server = createMockServer({
      transform: response => ({ ...response, headers: { ...response.headers, 'x-request-id': 'own' } }),
    })
    const { apiKey } = server.connect()
    expect(await listAs(server, apiKey)).toBe('own')
  })
})
