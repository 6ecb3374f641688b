import { describe, expect, it } from 'vitest'
import { createWire, success } from '../wire.ts'

describe('GET /v1/health', () => {
  it('answers without a key', async () => {
    const answer = await createWire().withKey(null).get('/v1/health')
    success('getHealth', answer)
    expect(answer.body).toEqual({
      success: true,
      status: 'ok',
      version: 'v1',
      timestamp: '2025-01-01T00:00:00.000Z',
    })
  })

  it('answers with a wrong key', async () => {
    success('getHealth', await createWire().withKey('wrong').get('/v1/health'))
  })

  it("tells the time of the server's clock", async () => {
    const wire = createWire()
    wire.server.clock.advance('90m')
    expect(success('getHealth', await wire.get('/v1/health')).timestamp).toBe('2025-01-01T01:30:00.000Z')
  })
})
