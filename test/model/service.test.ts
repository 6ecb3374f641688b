import { ResponseValidationError } from 'entity-screening-sdk'
import { describe, expect, it } from 'vitest'
import { answering } from '../answering.ts'

describe('health', () => {
  it('keeps what it says, and the rest in unknownFields', async () => {
    const { client } = answering({ success: false, status: 'ok', version: '2', timestamp: 'now', more: 1 })
    expect(await client.service.health()).toEqual({
      success: false,
      status: 'ok',
      version: '2',
      timestamp: 'now',
      unknownFields: { more: 1 },
    })
  })

  it.each([
    ['OK', 'OK'],
    [' OK\n', 'OK'],
    ['', null],
  ])('may be the text %j', async (text, status) => {
    expect(await answering(text).client.service.health()).toMatchObject({ success: true, status })
  })

  it.each(['<html>', 'a'.repeat(81), '[1]', '7'])('is not %j', async text => {
    await expect(answering(text).client.service.health()).rejects.toBeInstanceOf(ResponseValidationError)
  })
})

describe('the service index', () => {
  it('keeps what it says, and the rest in unknownFields', async () => {
    const said = {
      success: true,
      message: 'Welcome',
      version: '1',
      documentation: '/docs',
      endpoints: { health: '/v1/health' },
      authentication: { type: 'bearer' },
      timestamp: 'now',
    }
    const { client } = answering({ ...said, more: 1 })
    expect(await client.service.index()).toEqual({ ...said, unknownFields: { more: 1 } })
  })

  it('is no list', async () => {
    await expect(answering([]).client.service.index()).rejects.toThrow(/must be the service index/)
  })
})
