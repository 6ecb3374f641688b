import { RateLimitError } from 'entity-screening-sdk'
import { diffEntities, diffNetworks, formatChange, rescanAll } from 'entity-screening-sdk/portfolio'
import { describe, expect, it } from 'vitest'
import { createTeam } from './rescanning.ts'

describe('entities that change at each rescan', () => {
  const names = ['[changing] Nordwind GmbH', '[clean] Delta Holding AG']

  it('are found by comparing lists and networks', async () => {
    const { server, client } = await createTeam(names)
    const [changing] = await client.entities.list()
    if (!changing) throw new Error('there is nothing to rescan')
    const seen: string[][] = []
    for (let round = 0; round < 4; round += 1) {
      const before = [await client.entities.list(), await client.entities.network(changing)] as const
      await rescanAll(client, 'all')
      server.clock.settle()
      const after = [await client.entities.list(), await client.entities.network(changing)] as const
      const changes = [...diffEntities(before[0], after[0]), ...diffNetworks(before[1], after[1])]
      const notable = changes.filter(({ kind }) => /^risk_level|^hit|^owner_new/.test(kind))
      seen.push(notable.map(change => formatChange(change).replaceAll('[changing] ', '')))
    }
    expect(seen).toEqual([
      [
        'Nordwind GmbH: risk level up from low to medium',
        expect.stringMatching(
          /^new adverse media entry about Nordwind GmbH \(headline: Reported in a fictional/,
        ),
      ],
      [
        'new PEP entry about Philomena Testament (position: Minister of Testing (fictional))',
        expect.stringMatching(/^adverse media entry about Nordwind GmbH is not shown any more/),
        'new share of Philomena Testament in Nordwind GmbH (100 %)',
      ],
      [
        'Nordwind GmbH: risk level up from medium to high',
        expect.stringMatching(
          /^new sanctions entry against Nordwind GmbH \(.*program: Fictional Test Programme/,
        ),
        expect.stringMatching(/^PEP entry about Philomena Testament is not shown any more/),
        expect.stringMatching(/^new share of .+ in Nordwind GmbH /),
        expect.stringMatching(/^new share of .+ in Nordwind GmbH /),
      ],
      [
        'Nordwind GmbH: risk level down from high to low',
        expect.stringMatching(/^sanctions entry against Nordwind GmbH is not shown any more/),
      ],
    ])
  })

  it('survive the faults of a bad day: each is rescanned, or is named', { tags: 'long' }, async () => {
    const { server, client } = await createTeam(Array.from({ length: 200 }, (_, at) => `Company ${at} Ltd`))
    for (const kind of ['status', 'reset', 'html', 'truncated', 'malformed_json', 'lost_response'] as const) {
      server.faults.add({ operation: 'rescanEntity', kind, probability: 0.08 })
    }
    server.faults.add({ operation: 'rescanEntity', kind: 'rate_limit', retryAfter: 0, probability: 0.05 })
    const all = (await client.entities.list()).map(({ id }) => id)
    const report = await rescanAll(client, 'all', { concurrency: 16 })
    expect(report).toMatchObject({ remaining: [], stopped: null })
    expect(report.failed.length).toBeGreaterThan(20)
    const named = [...report.rescanned.map(({ id }) => id), ...report.failed.map(({ id }) => id)]
    expect(named.toSorted()).toEqual(all.toSorted())
    expect(report.failed.some(({ error }) => RateLimitError.is(error))).toBe(false)
  })
})
