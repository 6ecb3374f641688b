import { createMockServer } from 'entity-screening-sdk/mock-server'
import { describe, expect, it } from 'vitest'
import { create, createWire, list, refusal, success } from '../wire.ts'

const acme = { type: 'organization', name: 'Acme Castings Ltd', countryCode: 'GB' }

function wireOfStart(options: Parameters<typeof createWire>[0] = {}) {
  return createWire({ keys: { 'start-key': 'team-1', 'other-key': 'team-2' }, ...options }).withKey(
    'start-key',
  )
}

describe('a reset', () => {
  it('empties the teams that were given at the start, and leaves their keys', async () => {
    const wire = wireOfStart()
    await create(wire, acme)
    await create(wire.withKey('other-key'), acme)
    wire.server.reset()
    expect(await list(wire)).toEqual([])
    expect(await list(wire.withKey('other-key'))).toEqual([])
    expect((await create(wire, acme)).teamId).toBe('team-1')
  })

  it('removes what was loaded after the start', async () => {
    const wire = wireOfStart()
    await wire.server.load({ team: 'team-1', entities: [{ type: 'organization', name: 'Acme' }] })
    wire.server.reset()
    expect(await list(wire)).toEqual([])
  })

  it('forgets teams that were made since, and keys', async () => {
    const wire = wireOfStart()
    const { apiKey } = wire.server.teams.create()
    const { apiKey: more } = wire.server.teams.create({ id: 'team-1' })
    wire.server.reset()
    refusal(401, await wire.withKey(apiKey).get('/v1/entities'))
    refusal(401, await wire.withKey(more).get('/v1/entities'))
  })

  it('leaves a key of the start with its team, which no other team can take', async () => {
    const wire = wireOfStart()
    const usurp = () => wire.server.teams.create({ id: 'usurper', apiKey: 'start-key' })
    expect(usurp).toThrow('teams.create: apiKey belongs to another team')
    wire.server.reset()
    expect((await create(wire, acme)).teamId).toBe('team-1')
  })

  it('takes a manual clock back to its start', () => {
    const server = createMockServer()
    server.clock.advance('3d')
    server.reset()
    expect(new Date(server.clock.now()).toISOString()).toBe('2025-01-01T00:00:00.000Z')
  })

  it('takes a real clock back to the present', () => {
    const server = createMockServer({ clock: 'real' })
    server.clock.advance('3d')
    server.reset()
    expect(Math.abs(server.clock.now() - Date.now())).toBeLessThan(1000)
  })

  it('leaves nothing under way', async () => {
    const wire = wireOfStart()
    wire.server.clock.advance('1h')
    await create(wire, acme)
    wire.server.reset()
    wire.server.clock.settle()
    expect(new Date(wire.server.clock.now()).toISOString()).toBe('2025-01-01T00:00:00.000Z')
  })

  it('makes room again', async () => {
    const wire = wireOfStart({ entityLimit: 1 })
    await create(wire, acme)
    refusal(403, await wire.post('/v1/entities', acme))
    wire.server.reset()
    await create(wire, acme)
  })

  it('forgets which organizations there were', async () => {
    const wire = wireOfStart({ behaviour: { duplicateOrganizations: 'reject' } })
    await create(wire, acme)
    wire.server.reset()
    await create(wire, acme)
  })

  it('keeps the options', async () => {
    const wire = wireOfStart({ behaviour: { searchRequiresKey: false }, dialect: 'sample' })
    wire.server.reset()
    const search = await wire.withKey(null).post('/api/search/persons', { full_name: 'Dragomir Vosskov' })
    success('searchPersons', search)
    const { id } = await create(wire, acme)
    wire.server.clock.settle()
    expect((await wire.get(`/v1/entities/${id}/network`)).text).toContain('pep_json')
  })

  it('is followed by the same bytes as the beginning', async () => {
    const wire = wireOfStart()
    const story = async () => {
      const team = wire.withNewTeam()
      const { id } = await create(team, acme)
      wire.server.clock.settle()
      const answers = [
        await team.get('/v1/entities'),
        await team.get(`/v1/entities/${id}/network`),
        await team.post(`/v1/entities/${id}/documents`, { document_url: 'https://example.com/a' }),
        await team.put(`/v1/entities/${id}`, { action: 'rescan' }),
      ]
      return answers.map(({ text }) => text)
    }
    wire.server.reset()
    const first = await story()
    wire.server.reset()
    expect(await story()).toEqual(first)
  })
})
