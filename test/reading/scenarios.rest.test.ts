import { EntityScreening, type QuirkReport } from 'entity-screening-sdk'
import { type Behaviour, createMockServer, scenarios } from 'entity-screening-sdk/mock-server'
import { describe, expect, it } from 'vitest'
import { dialects } from '../../mock-server/dialects/index.ts'

/** A client of a mock server that behaves like this, with an entity of each scenario, and what reading needed. */
async function screenEveryScenario(behaviour: Behaviour) {
  const server = createMockServer({ behaviour })
  const reports: QuirkReport[] = []
  const client = new EntityScreening({
    apiKey: server.teams.create().apiKey,
    baseUrl: 'http://in-process',
    fetch: server.fetch,
    logLevel: 'off',
    maxRetries: 0,
    onQuirk: report => reports.push(report),
  })
  for (const { example, status } of scenarios)
    for (const type of ['organization', 'person'] as const)
      if (status === undefined) await client.entities.create({ type, name: example, countryCode: 'PA' })
  server.clock.settle()
  return { client, reports, played: scenarios.filter(({ status }) => status === undefined).length }
}

describe('no scenario of the mock server is unclear, and every list is complete', () => {
  const behaviours: Behaviour[] = [
    ...dialects.map(dialect => ({ dialect })),
    { listBody: 'data' },
    { listBody: 'results', entitySearchBody: 'results' },
    { entitySearchBody: 'bare', listOrder: 'newest' },
    { noCountryCode: null, noRiskLevel: 'absent', personRegistration: 'none' },
    { riskAfterRescan: 'cleared', riskScale: 1, shareUnit: 'text' },
    { rootKey: 'platformId', shareUnit: 'percent' },
  ]
  it.each(behaviours)('with %j', async behaviour => {
    const { client, reports, played } = await screenEveryScenario(behaviour)
    const entities = await client.entities.list()
    expect(entities.length).toBeGreaterThanOrEqual(played * 2)
    expect(entities.filter(({ isUnclear }) => isUnclear)).toEqual([])
    await client.entities.search({ name: 'Example' })
    for (const { id, name } of entities) {
      const network = await client.entities.network(id)
      // That scenario has an undocumented text beside its nodes.
      expect(network.isComplete).toBe(!name.includes('[quirky]'))
      expect(network.nodes.filter(({ hitStatus }) => hitStatus === 'unclear')).toEqual([])
      expect(network.relations.filter(({ isUnclear }) => isUnclear)).toEqual([])
    }
    const incomplete = reports.filter(({ code }) => code === 'incomplete')
    expect(incomplete.filter(({ operation }) => operation !== 'getNetwork')).toEqual([])
    expect(reports.filter(({ advice }) => advice?.includes('knownFields'))).toEqual([])
  })
})
