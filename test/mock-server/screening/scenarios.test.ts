import { scenarios } from 'entity-screening-sdk/mock-server'
import { describe, expect, it } from 'vitest'
import { create, createWire, list, only, refusal } from '../wire.ts'
import { play } from './playing.ts'

const failures = scenarios.filter(({ status }) => status !== undefined)

describe('the list of scenarios', () => {
  it('has ids, prefixes and examples of their own', () => {
    expect(new Set(scenarios.map(({ id }) => id)).size).toBe(scenarios.length)
    expect(new Set(scenarios.map(({ prefix }) => prefix)).size).toBe(scenarios.length)
    for (const { prefix, example, summary } of scenarios) {
      expect(prefix).toMatch(/^\[[a-z0-9-]+\]$/)
      expect(example.startsWith(`${prefix} `)).toBe(true)
      expect(summary).toMatch(/\.$|\)\.$/)
    }
  })

  it('has one for each error status', () => {
    expect(failures.map(({ status }) => status)).toEqual([400, 401, 403, 404, 429, 500, 503])
  })

  it.each(scenarios)('tells the risk of $id as it is', async ({ id, type, status, summary }) => {
    const [, level, score] = /(Low|Medium|High) Risk(?:, score (\d+))?/.exec(summary) ?? []
    if (level === undefined || status !== undefined) return
    const told = await play(id, { type: type ?? 'person' })
    expect(told.riskLevel).toBe(`${level} Risk`)
    if (score !== undefined) expect(told.riskScore).toBe(Number(score))
  })
})

describe('a reserved name', () => {
  it.each(['[sanctioned] Anything', '[SANCTIONED] Anything', '[sanctioned]', '[sanctioned]Anything'])(
    'is told by its prefix alone: %j',
    async name => expect((await play('sanctioned', { name })).riskLevel).toBe('High Risk'),
  )

  it.each(['[sanctioned Acme', 'Acme [sanctioned]', ' [sanctioned] Acme', '[unknown] Acme', '[] Acme', '['])(
    'is none as %j',
    async name => expect((await play('sanctioned', { name })).riskLevel).toBe('Low Risk'),
  )

  it('comes before the universe, and before identifiers', async () => {
    const sanctioned = {
      name: '[clean] Crimson Anvil Armaments JSC',
      countryCode: 'BY',
      registration: '690011700',
    }
    const { root, riskLevel } = await play('clean', sanctioned)
    expect(root?.sanctions).toEqual([])
    expect(riskLevel).toBe('Low Risk')
  })

  it('is clean where its scenario is for the other type', async () => {
    const { riskLevel, nodes } = await play('fifty-percent', { type: 'person', nationalId: 'ZX-900117' })
    expect(riskLevel).toBe('Low Risk')
    expect(nodes.filter(({ sanctions }) => sanctions?.length)).toEqual([])
  })

  it('is a name like all others where the server plays no scenarios', async () => {
    const { riskLevel, root } = await play('sanctioned', {}, { scenarios: false })
    expect(riskLevel).toBe('Low Risk')
    expect(root?.sanctions).toEqual([])
    const wire = createWire({ scenarios: false })
    await create(wire, { name: '[error-500] Acme' })
    expect(await list(wire)).toHaveLength(1)
  })

  it('is screened in bulk, too', async () => {
    const wire = createWire()
    const row = { type: 'person', first_name: '[pep] Ada', last_name: 'Example', name: '[pep] Ada Example' }
    await wire.post('/v1/entities/bulk', { entities: [{ ...row, countryCode: 'DE' }] })
    wire.server.clock.settle()
    expect(only(await list(wire))).toMatchObject({ riskLevel: 'Medium Risk', riskScore: 50 })
  })

  it('says that it is the reason of a hit', async () => {
    const { root } = await play('sanctioned')
    expect(root?.sanctions).toEqual([
      expect.objectContaining({ match: { score: 1, reasons: ['reserved_name'] } }),
    ])
  })

  it.each(scenarios.filter(({ id, status }) => status === undefined && id !== 'quirky'))(
    'gives the same bytes every time: $id',
    async ({ id }) => {
      const bytes = async () => {
        const { wire, id: entity } = await play(id)
        return (await wire.get(`/v1/entities/${entity}/network`)).text
      }
      expect(await bytes()).toBe(await bytes())
    },
  )
})

describe('an entity that asks for an error', () => {
  it.each(failures)('is not created, but answered with $status', async ({ prefix, status = 0 }) => {
    const wire = createWire()
    const answer = await wire.post('/v1/entities', { type: 'organization', name: `${prefix} Acme Ltd` })
    expect(refusal(status, answer)).toContain(`the reserved test name ${prefix} produces this error.`)
    expect(answer.headers.get('retry-after')).toBe(status === 429 ? '1' : null)
    expect(await list(wire)).toEqual([])
  })

  it.each(failures)('keeps all rows of a bulk creation from being created: $status', async failure => {
    const wire = createWire()
    const rows = ['Acme Ltd', `${failure.prefix} Acme Ltd`].map(name => ({
      type: 'organization',
      name,
      countryCode: 'GB',
    }))
    refusal(failure.status ?? 0, await wire.post('/v1/entities/bulk', { entities: rows }))
    expect(await list(wire)).toEqual([])
  })

  it('needs a key and a valid body all the same', async () => {
    const wire = createWire()
    const name = '[error-503] Acme Ltd'
    refusal(401, await wire.withKey(null).post('/v1/entities', { type: 'organization', name }))
    refusal(400, await wire.post('/v1/entities', { name }))
  })
})
