import { describe, expect, it } from 'vitest'
import { itNeedsAKey } from '../access.ts'
import { create, createWire, list, only, success } from '../wire.ts'

const path = '/v1/entities'

describe('GET /v1/entities', () => {
  itNeedsAKey('GET', path)

  it('answers a bare, empty array for a new team', async () => {
    const answer = await createWire().get(path)
    success('listEntities', answer)
    expect(answer.text).toBe('[]')
  })

  it('shows the thirteen fields of an entity whose screening has just started', async () => {
    const wire = createWire()
    const { id, platformId } = await create(wire, {
      name: 'Acme Castings Ltd',
      countryCode: 'GB',
      registration: 'No. 7',
    })
    expect(only(await list(wire))).toEqual({
      id,
      name: 'Acme Castings Ltd',
      type: 'organization',
      caseStatus: 'NOT_STARTED',
      registration: 'No. 7',
      countryCode: 'GB',
      riskLevel: '-',
      riskScore: 0,
      platformId,
      lastUpdate: 'Jan 1, 2025',
      dueDate: '-',
      createdAt: '2025-01-01T00:00:00.000Z',
      updatedAt: '2025-01-01T00:00:00.000Z',
    })
  })

  it('shows the results of screening once they are in', async () => {
    const wire = createWire()
    await create(wire, { name: 'Halfmoon Minerals Oy', countryCode: 'FI' })
    wire.server.clock.settle()
    expect(only(await list(wire))).toMatchObject({
      caseStatus: 'IN_PROGRESS',
      riskLevel: 'High Risk',
      riskScore: 90,
      lastUpdate: 'Jan 1, 2025',
      dueDate: 'Apr 1, 2025',
      createdAt: '2025-01-01T00:00:00.000Z',
      updatedAt: '2025-01-01T00:00:05.000Z',
    })
  })

  it('shows a single hyphen for the due date of a low risk', async () => {
    const wire = createWire()
    await create(wire, { name: 'Acme Castings Ltd' })
    wire.server.clock.settle()
    const entity = only(await list(wire))
    expect(entity).toMatchObject({ riskLevel: 'Low Risk', dueDate: '-' })
    expect(entity.riskScore).toBeGreaterThanOrEqual(3)
    expect(entity.riskScore).toBeLessThanOrEqual(12)
  })

  it('shows a single hyphen for no registration and no country', async () => {
    const wire = createWire()
    await create(wire, { name: 'Acme Castings Ltd' })
    expect(only(await list(wire))).toMatchObject({ registration: '-', countryCode: '-' })
  })

  it("shows a person's country code as registration", async () => {
    const wire = createWire()
    await create(wire, { type: 'person', name: 'Ilse Brandt', countryCode: 'DE' })
    await create(wire, { type: 'person', name: 'Nobody Knowswhere' })
    expect(await list(wire)).toMatchObject([
      { registration: 'DE', countryCode: 'DE' },
      { registration: '-', countryCode: '-' },
    ])
  })

  it('spells display dates without leading zeros', async () => {
    const wire = createWire()
    wire.server.clock.advance('44d')
    await create(wire, { name: 'Acme Castings Ltd' })
    wire.server.clock.advance('20d')
    await create(wire, { name: 'Acme Foundry Ltd' })
    expect((await list(wire)).map(({ lastUpdate }) => lastUpdate)).toEqual(['Feb 14, 2025', 'Mar 6, 2025'])
  })

  it('keeps the order of creation', async () => {
    const wire = createWire()
    const names = ['Zulu', 'Alpha', 'Mike', '10', '9', 'Alpha']
    for (const name of names) await create(wire, { name })
    expect((await list(wire)).map(({ name }) => name)).toEqual(names)
  })

  it("shows nothing of another team's", async () => {
    const wire = createWire()
    await create(wire, { name: 'Ours Ltd' })
    expect(await list(wire.withNewTeam())).toEqual([])
  })
})
