import { describe, expect, it } from 'vitest'
import { itNeedsAKey, itNeedsAnEntity } from '../access.ts'
import { create, createWire, list, only, refusal, success, type Wire } from '../wire.ts'

const action = { action: 'rescan' }

async function rescan(wire: Wire, id: string) {
  return success('rescanEntity', await wire.put(`/v1/entities/${id}`, action)).data
}

describe('PUT /v1/entities/{id}', () => {
  itNeedsAKey('PUT', '/v1/entities/x', action)
  itNeedsAnEntity('PUT', '/v1/entities/{id}', action)

  it('answers 404 for an unknown entity whatever the body is', async () => {
    refusal(404, await createWire().put('/v1/entities/unknown', '{broken'))
  })

  it('answers 200 with the entity as the list shows it', async () => {
    const wire = createWire()
    const { id } = await create(wire, { name: 'Acme Castings Ltd', countryCode: 'GB' })
    const answer = await wire.put(`/v1/entities/${id}`, action)
    success('rescanEntity', answer)
    expect(answer.body).toEqual({ success: true, data: only(await list(wire)) })
  })

  it('resets the case status', async () => {
    const wire = createWire({ behaviour: { caseStatuses: { low: 'CLEARED' } } })
    const { id } = await create(wire, { name: 'Acme Castings Ltd' })
    wire.server.clock.settle()
    expect(only(await list(wire)).caseStatus).toBe('CLEARED')
    expect((await rescan(wire, id)).caseStatus).toBe('NOT_STARTED')
  })

  it('resets a case status that was set by hand', async () => {
    const wire = createWire()
    const { id } = await create(wire, { name: 'Acme Castings Ltd' })
    wire.server.setCaseStatus(id, 'ESCALATED')
    expect((await rescan(wire, id)).caseStatus).toBe('NOT_STARTED')
    wire.server.clock.settle()
    expect(only(await list(wire)).caseStatus).toBe('IN_PROGRESS')
  })

  it('renews updatedAt and lastUpdate, and leaves createdAt', async () => {
    const wire = createWire()
    const { id } = await create(wire, { name: 'Acme Castings Ltd' })
    wire.server.clock.advance('1d')
    expect(await rescan(wire, id)).toMatchObject({
      createdAt: '2025-01-01T00:00:00.000Z',
      updatedAt: '2025-01-02T00:00:00.000Z',
      lastUpdate: 'Jan 2, 2025',
    })
  })

  it('goes through the states again', async () => {
    const wire = createWire()
    const { id } = await create(wire, { name: 'Acme Castings Ltd' })
    wire.server.clock.settle()
    await rescan(wire, id)
    const statuses = []
    for (const step of [999, 1, 3999, 1]) {
      wire.server.clock.advance(step)
      statuses.push(only(await list(wire)).caseStatus)
    }
    expect(statuses).toEqual(['NOT_STARTED', 'IN_PROGRESS', 'IN_PROGRESS', 'IN_PROGRESS'])
  })

  it('keeps the results of the screening before until the new ones are in', async () => {
    const wire = createWire()
    const { id } = await create(wire, { name: 'Halfmoon Minerals Oy', countryCode: 'FI' })
    wire.server.clock.settle()
    const before = only(await list(wire))
    const network = await wire.get(`/v1/entities/${id}/network`)
    const rescanned = await rescan(wire, id)
    expect(rescanned).toMatchObject({ riskLevel: 'High Risk', riskScore: before.riskScore })
    expect((await wire.get(`/v1/entities/${id}/network`)).text).toBe(network.text)
    await rescan(wire, id)
    expect(only(await list(wire)).riskLevel).toBe('High Risk')
  })

  it('drops the screening that is running', async () => {
    const wire = createWire()
    const { id } = await create(wire, { name: 'Halfmoon Minerals Oy', countryCode: 'FI' })
    wire.server.clock.advance('4s')
    expect((await rescan(wire, id)).riskLevel).toBe('-')
    wire.server.clock.advance('4999ms')
    expect(only(await list(wire))).toMatchObject({ riskLevel: '-', updatedAt: '2025-01-01T00:00:04.000Z' })
    wire.server.clock.advance('1ms')
    expect(only(await list(wire)).riskLevel).toBe('High Risk')
  })

  it('tells those who keep the state', async () => {
    const wire = createWire()
    const { id } = await create(wire, { name: 'Acme Castings Ltd' })
    let told = 0
    wire.server.onChange(() => {
      told += 1
    })
    await rescan(wire, id)
    expect(told).toBe(1)
  })

  it('leaves other entities alone', async () => {
    const wire = createWire()
    const { id } = await create(wire, { name: 'Acme Castings Ltd' })
    await create(wire, { name: 'Acme Foundry Ltd' })
    wire.server.clock.settle()
    const [, before] = await list(wire)
    await rescan(wire, id)
    expect((await list(wire))[1]).toEqual(before)
  })

  it.each([
    [{}, 'action is required and must be "rescan"'],
    [{ action: 'delete' }, 'action must be "rescan"'],
    [{ action: 'RESCAN' }, 'action must be "rescan"'],
    [{ action: null }, 'action must be "rescan"'],
    [{ action: ['rescan'] }, 'action must be "rescan"'],
    ['{ "__proto__": { "action": "rescan" } }', 'action is required and must be "rescan"'],
    ['"rescan"', 'the body must be an object'],
    ['', 'The body is missing'],
  ])('refuses the body %j with 400 and starts nothing', async (body, rule) => {
    const wire = createWire()
    const { id } = await create(wire, { name: 'Acme Castings Ltd' })
    wire.server.clock.advance('1d')
    const before = await list(wire)
    expect(refusal(400, await wire.put(`/v1/entities/${id}`, body))).toContain(rule)
    expect(await list(wire)).toEqual(before)
  })
})
