import { describe, expect, it } from 'vitest'
import { createWire, success } from '../wire.ts'

describe.each(['/', '/v1'])('the service index at %s', path => {
  it('welcomes a caller without a key', async () => {
    const answer = await createWire().withKey(null).get(path)
    success('getServiceIndex', answer)
    expect(answer.body).toEqual({
      success: true,
      message: expect.stringMatching(/\S/),
      version: 'v1',
      documentation: expect.stringMatching(/^https:\/\//),
      endpoints: {
        health: '/v1/health',
        entities: {
          list: '/v1/entities',
          create: '/v1/entities',
          search: '/v1/entities/search',
          bulk: '/v1/entities/bulk',
        },
      },
      authentication: {
        type: expect.stringMatching(/bearer/i),
        header: expect.stringContaining('Authorization'),
        documentation: expect.stringMatching(/^https:\/\//),
      },
      timestamp: '2025-01-01T00:00:00.000Z',
    })
  })
})

it('lists paths that lead somewhere', async () => {
  const wire = createWire()
  const { endpoints } = success('getServiceIndex', await wire.get('/'))
  const paths = JSON.stringify(endpoints).match(/\/v1\/[a-z/]+/g) ?? []
  expect(paths).toHaveLength(5)
  for (const path of paths) expect((await wire.send('OPTIONS', path)).status, path).toBe(204)
})
