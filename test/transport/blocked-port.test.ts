import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { describe, expect, it, vi } from 'vitest'
import { apiKey } from '../answering.ts'

const message =
  'EntityScreening: baseUrl must have another port: fetch does not connect to 6000, a port of another protocol'

describe('a base URL on a port that fetch blocks', () => {
  it.each(['http://127.0.0.1:6000', 'https://screening.example:6000/path/'])('is refused: %s', baseUrl => {
    expect(() => new EntityScreening({ apiKey, baseUrl })).toThrow(message)
    const client = new EntityScreening({ apiKey, baseUrl: 'https://screening.example' })
    expect(() => client.withOptions({ baseUrl })).toThrow(message)
  })

  it('is refused if it comes from the environment', () => {
    vi.stubEnv('ENTITY_SCREENING_BASE_URL', 'http://127.0.0.1:6000')
    try {
      expect(() => new EntityScreening({ apiKey })).toThrow(message)
    } finally {
      vi.unstubAllEnvs()
    }
  })

  it('is left to a fetch of the caller', async () => {
    const server = createMockServer({ keys: { [apiKey]: 'team-1' } })
    const client = new EntityScreening({ apiKey, baseUrl: 'http://127.0.0.1:6000', fetch: server.fetch })
    expect(await client.entities.list()).toEqual([])
  })

  it.each(['http://127.0.0.1:6001', 'http://127.0.0.1', 'https://screening.example', '/screening'])(
    'is none of %s',
    baseUrl => {
      expect(new EntityScreening({ apiKey, baseUrl }).baseUrl).toBe(baseUrl)
    },
  )
})
