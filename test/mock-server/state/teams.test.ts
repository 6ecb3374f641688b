import { createMockServer } from 'entity-screening-sdk/mock-server'
import { describe, expect, it } from 'vitest'
import { create, createWire, list, refusal, success } from '../wire.ts'

const acme = { type: 'organization', name: 'Acme Castings Ltd', countryCode: 'GB' }

describe('making a team', () => {
  it('answers an identifier and a key, new ones each time', () => {
    const { teams } = createMockServer()
    const made = [teams.create(), teams.create(), teams.create()]
    expect(new Set(made.map(({ id }) => id)).size).toBe(3)
    expect(new Set(made.map(({ apiKey }) => apiKey)).size).toBe(3)
  })

  it('makes keys that differ from one seed to the next', () => {
    const key = (seed: number) => createMockServer({ seed }).teams.create().apiKey
    expect(key(1)).toBe(key(1))
    expect(key(1)).not.toBe(key(2))
  })

  it('takes an identifier and a key', async () => {
    const wire = createWire({}, { id: 'my-team', apiKey: 'my-key' })
    expect(await create(wire.withKey('my-key'), acme)).toMatchObject({ teamId: 'my-team' })
  })

  it('takes an identifier called __proto__', async () => {
    const wire = createWire({}, { id: '__proto__', apiKey: 'constructor' })
    expect(await create(wire, acme)).toMatchObject({ teamId: '__proto__' })
  })

  it.each(['', 'two words', 'line\nbreak'])('refuses the key %j, which no header can carry', apiKey => {
    expect(() => createMockServer().teams.create({ apiKey })).toThrow(/apiKey must be/)
  })

  it('gives a team that exists one more key', async () => {
    const wire = createWire({}, { id: 'my-team' })
    const { id } = await create(wire, acme)
    const again = wire.withNewTeam({ id: 'my-team' })
    expect(await list(again)).toMatchObject([{ id }])
    expect(await list(wire)).toHaveLength(1)
  })

  it('gives it the entity limit that it is asked for, else that of the server', async () => {
    const wire = createWire({ entityLimit: 1 })
    await create(wire, acme)
    refusal(403, await wire.post('/v1/entities', acme))
    const larger = wire.withNewTeam({ entityLimit: 2 })
    await create(larger, acme)
    await create(larger, acme)
    refusal(403, await larger.post('/v1/entities', acme))
    refusal(403, await wire.withNewTeam({ entityLimit: 0 }).post('/v1/entities', acme))
  })

  it('gives it a limit of 10,000 entities where nothing else is said', async () => {
    const wire = createWire()
    for (let batch = 0; batch < 10; batch += 1) {
      const entities = Array.from({ length: 1000 }, (_, row) => ({
        ...acme,
        name: `Company ${batch} ${row}`,
      }))
      success('createEntitiesBulk', await wire.post('/v1/entities/bulk', { entities }))
    }
    expect(refusal(403, await wire.post('/v1/entities', acme))).toContain('entity limit of 10000')
  })
})

describe('two teams', () => {
  it('see nothing of each other', async () => {
    const ours = createWire()
    const theirs = ours.withNewTeam()
    const { id } = await create(ours, acme)
    ours.server.clock.settle()
    expect(await list(theirs)).toEqual([])
    expect(success('searchEntities', await theirs.post('/v1/entities/search', {})).data).toEqual([])
    for (const answer of [
      await theirs.get(`/v1/entities/${id}/network`),
      await theirs.put(`/v1/entities/${id}`, { action: 'rescan' }),
      await theirs.post(`/v1/entities/${id}/documents`, { document_url: 'https://example.com/a' }),
    ]) {
      expect(refusal(404, answer)).not.toContain('Acme')
    }
  })

  it('may have the same entity, under identifiers of their own', async () => {
    const ours = createWire()
    const first = await create(ours, acme)
    const second = await create(ours.withNewTeam(), acme)
    expect(second.id).not.toBe(first.id)
    expect(second.platformId).not.toBe(first.platformId)
  })
})
