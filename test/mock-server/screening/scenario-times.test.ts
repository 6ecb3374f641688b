import { describe, expect, it } from 'vitest'
import type { ScenarioId } from '../../../mock-server/screening/scenarios/scenario-rules.ts'
import { create, createWire, list, only, success } from '../wire.ts'
import { network } from './playing.ts'

const start = Date.UTC(2025, 0, 1)

describe('time in scenarios', () => {
  async function seen(scenario: ScenarioId, steps: readonly number[]) {
    const wire = createWire({ behaviour: { caseStatuses: { low: 'CLEARED' } } })
    await create(wire, { name: `[${scenario}] Example Works Ltd` })
    const found = []
    for (const step of steps) {
      wire.server.clock.advance(step)
      const { caseStatus, riskLevel } = only(await list(wire))
      found.push([caseStatus, riskLevel])
    }
    return { wire, found }
  }

  it('slow: results after ten minutes', async () => {
    const { found } = await seen('slow', [0, 1000, 598_999, 1])
    expect(found).toEqual([
      ['NOT_STARTED', '-'],
      ['IN_PROGRESS', '-'],
      ['IN_PROGRESS', '-'],
      ['CLEARED', 'Low Risk'],
    ])
  })

  it('slow: settling goes to its end', async () => {
    const { wire } = await seen('slow', [0])
    wire.server.clock.settle()
    expect(wire.server.clock.now() - start).toBe(600_000)
    expect(only(await list(wire)).caseStatus).toBe('CLEARED')
  })

  it('stuck: in progress for ever, with no results, after a rescan too', async () => {
    const { wire, found } = await seen('stuck', [0, 1000, 86_400_000 * 365])
    expect(found).toEqual([
      ['NOT_STARTED', '-'],
      ['IN_PROGRESS', '-'],
      ['IN_PROGRESS', '-'],
    ])
    const { id } = only(await list(wire))
    await wire.put(`/v1/entities/${id}`, { action: 'rescan' })
    wire.server.clock.advance('1d')
    expect(only(await list(wire))).toMatchObject({ caseStatus: 'IN_PROGRESS', riskLevel: '-' })
    expect((await network(wire, id)).relations).toEqual([])
  })

  it('stuck: settling waits for its beginning alone', async () => {
    const { wire } = await seen('stuck', [0])
    wire.server.clock.settle()
    expect(wire.server.clock.now() - start).toBe(1000)
    await create(wire, { name: 'Acme Castings Ltd' })
    wire.server.clock.settle()
    expect(wire.server.clock.now() - start).toBe(6000)
  })

  it('changing: another outcome at each screening, which stays until the next one is done', async () => {
    const wire = createWire()
    const { id } = await create(wire, { name: '[changing] Ada Example', type: 'person' })
    const scores = []
    for (let scan = 1; scan <= 6; scan += 1) {
      wire.server.clock.settle()
      const { riskScore } = only(await list(wire))
      const rescanned = success('rescanEntity', await wire.put(`/v1/entities/${id}`, { action: 'rescan' }))
      expect(rescanned.data.riskScore).toBe(riskScore)
      expect((await network(wire, id)).nodes[id]?.calculatedRiskScore).toBe(riskScore)
      scores.push(riskScore)
    }
    const [clean = 0, ...others] = scores
    expect(clean).toBeLessThan(13)
    expect(others).toEqual([60, 50, 95, clean, 60])
  })

  it('the analysis of a document is waited for, and its run has no other trace', async () => {
    const wire = createWire()
    const { id } = await create(wire, { name: 'Acme Castings Ltd' })
    wire.server.clock.settle()
    const before = await list(wire)
    await wire.post(`/v1/entities/${id}/documents`, { document_url: 'https://example.com/a.pdf' })
    wire.server.clock.settle()
    expect(wire.server.clock.now() - start).toBe(8000)
    expect(await list(wire)).toEqual(before)
  })
})
