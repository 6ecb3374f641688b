import { createMockServer } from 'entity-screening-sdk/mock-server'
import { describe, expect, it } from 'vitest'
import { create, createWire, list, only } from '../wire.ts'

const subjects = [
  { name: 'Acme Castings Ltd', countryCode: 'GB' },
  { name: 'Thaddeus Okonjo-Vane', type: 'person', countryCode: 'NG' },
  { name: 'Halfmoon Minerals Oy', countryCode: 'FI' },
]

async function statuses(caseStatuses: Record<string, string>) {
  const wire = createWire({ behaviour: { caseStatuses } })
  for (const subject of subjects) await create(wire, subject)
  wire.server.clock.settle()
  return (await list(wire)).map(({ riskLevel, caseStatus }) => [riskLevel, caseStatus])
}

describe('the case status after the results', () => {
  it('stays IN_PROGRESS where the server was told nothing', async () => {
    expect(await statuses({})).toEqual([
      ['Low Risk', 'IN_PROGRESS'],
      ['Medium Risk', 'IN_PROGRESS'],
      ['High Risk', 'IN_PROGRESS'],
    ])
  })

  it('is the one for the risk level where the server was told', async () => {
    expect(await statuses({ low: 'CLEARED', medium: 'REVIEW', high: 'ESCALATED' })).toEqual([
      ['Low Risk', 'CLEARED'],
      ['Medium Risk', 'REVIEW'],
      ['High Risk', 'ESCALATED'],
    ])
  })

  it('stays IN_PROGRESS for a level that was left out', async () => {
    expect(await statuses({ high: 'ESCALATED' })).toEqual([
      ['Low Risk', 'IN_PROGRESS'],
      ['Medium Risk', 'IN_PROGRESS'],
      ['High Risk', 'ESCALATED'],
    ])
  })

  it('follows only when the results are in', async () => {
    const wire = createWire({ behaviour: { caseStatuses: { low: 'CLEARED' } } })
    await create(wire, { name: 'Acme Castings Ltd' })
    wire.server.clock.advance(4999)
    expect(only(await list(wire)).caseStatus).toBe('IN_PROGRESS')
    wire.server.clock.advance(1)
    expect(only(await list(wire)).caseStatus).toBe('CLEARED')
  })
})

describe('setting the case status by hand', () => {
  it('holds, whatever the screening does', async () => {
    const wire = createWire({ behaviour: { caseStatuses: { low: 'CLEARED' } } })
    const { id } = await create(wire, { name: 'Acme Castings Ltd' })
    wire.server.setCaseStatus(id, 'ON_HOLD')
    expect(only(await list(wire)).caseStatus).toBe('ON_HOLD')
    wire.server.clock.settle()
    expect(only(await list(wire)).caseStatus).toBe('ON_HOLD')
    wire.server.setCaseStatus(id, 'CLOSED')
    expect(only(await list(wire)).caseStatus).toBe('CLOSED')
  })

  it('touches that entity alone', async () => {
    const wire = createWire()
    const other = wire.withNewTeam()
    const { id } = await create(other, { name: 'Acme Castings Ltd' })
    await create(wire, { name: 'Acme Castings Ltd' })
    wire.server.setCaseStatus(id, 'ON_HOLD')
    expect(only(await list(wire)).caseStatus).toBe('NOT_STARTED')
    expect(only(await list(other)).caseStatus).toBe('ON_HOLD')
  })

  it.each(['unknown', '', '__proto__', 'constructor'])('fails for the entity %j, which no team has', id => {
    const { server } = createWire()
    expect(() => server.setCaseStatus(id, 'ON_HOLD')).toThrow(RangeError)
    expect(() => server.setCaseStatus(id, 'ON_HOLD')).toThrow(/no team has an entity/)
  })

  it.each([
    ['', 'must not be blank'],
    [' ', 'must not be blank'],
    ['\ud800', 'must be well-formed Unicode'],
    [5, 'must be a string'],
    [null, 'must be a string'],
  ])('refuses the status %j, which no snapshot or response could have', async (status, rule) => {
    const wire = createWire()
    const { id } = await create(wire, { name: 'Acme Castings Ltd' })
    const given = JSON.parse(JSON.stringify(status))
    expect(() => wire.server.setCaseStatus(id, given)).toThrow(`setCaseStatus: caseStatus ${rule}`)
    expect(() => createWire({ behaviour: { caseStatuses: { low: given } } })).toThrow(
      `createMockServer: behaviour.caseStatuses.low ${rule}`,
    )
    expect(only(await list(wire)).caseStatus).toBe('NOT_STARTED')
    createMockServer().restore(wire.server.snapshot())
  })
})

it('a status that is set by hand shows for the scenario [quirky] too, until its rescan', async () => {
  const wire = createWire({ behaviour: {} })
  const { id } = await create(wire, { name: '[quirky] Acme' })
  wire.server.setCaseStatus(String(id), 'ESCALATED')
  expect(await list(wire)).toMatchObject([{ caseStatus: 'ESCALATED' }])
})
