import { createMockServer, type MockServer } from 'entity-screening-sdk/mock-server'
import { expect, it, vi } from 'vitest'

it('a function warn that throws changes no response, and its error is logged', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const failure = new Error('no output in tests')
  const keys = { 'the-key': 'team-1' }
  const server = createMockServer({
    keys,
    warn() {
      throw failure
    },
  })
  const plain = createMockServer({ keys, warn() {} })
  const create = async ({ fetch }: MockServer) => {
    const response = await fetch('http://in-process/v1/entities', {
      method: 'POST',
      headers: { authorization: 'Bearer the-key' },
      body: JSON.stringify({ type: 'person', name: '[sanction] Bob' }),
    })
    return [response.status, await response.text()]
  }
  expect(await create(server)).toEqual(await create(plain))
  expect(server.faults.add({ team: 'nobody', status: 500 })).toBe(plain.faults.add({ status: 500 }))
  expect(log.mock.calls).toEqual([
    ['entity-screening: warn failed:', failure],
    ['entity-screening: warn failed:', failure],
  ])
  log.mockRestore()
})
