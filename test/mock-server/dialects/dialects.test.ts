import { describe, expect, it } from 'vitest'
import { type Dialect, dialects } from '../../../mock-server/dialects/index.ts'
import { create, createWire, success } from '../wire.ts'

/** The networks of some entities, as they come and as text. */
async function networks(dialect: Dialect, names: readonly string[]) {
  const wire = createWire({ dialect }, { id: 'team' })
  const ids = []
  for (const name of names) ids.push((await create(wire, { name })).id)
  wire.server.clock.settle()
  const found = []
  for (const id of ids) {
    const answer = await wire.get(`/v1/entities/${id}/network`)
    const { nodes, relations } = success('getNetwork', answer).data
    found.push({ id, nodes, relations, text: answer.text })
  }
  return found
}

async function network(dialect: Dialect, name: string) {
  const [found] = await networks(dialect, [name])
  if (found === undefined) throw new Error('one network was asked for')
  return found
}

const risky = 'Saltmarsh Shipping S.A.'
const led = 'Nordwind Turbinen GmbH'

describe('the documented dialect', () => {
  it('has real arrays, country_code and listed types', async () => {
    const { nodes, relations } = await network('documented', led)
    for (const node of Object.values(nodes)) {
      expect([node.pep, node.sanctions, node.adverse_media].every(Array.isArray)).toBe(true)
      expect(node.country_code).toMatch(/^[A-Z]{2}$/)
      for (const field of ['country', 'pep_json', 'sanctions_json', 'adverse_media_json']) {
        expect(node).not.toHaveProperty(field)
      }
    }
    const types = relations.map(({ type }) => type)
    expect(types).toContain('RoleRelationship')
    expect(types).not.toContain('HasRole')
  })

  it('is the one that is spoken where nothing is said', async () => {
    const wire = createWire({}, { id: 'team' })
    const { id } = await create(wire, { name: led })
    wire.server.clock.settle()
    expect((await wire.get(`/v1/entities/${id}/network`)).text).toBe((await network('documented', led)).text)
  })
})

describe('the sample dialect', () => {
  it('has JSON-encoded strings under names that end in _json, and country', async () => {
    const sample = await network('sample', risky)
    const documented = await network('documented', risky)
    for (const [id, node] of Object.entries(sample.nodes)) {
      const plain = documented.nodes[id]
      for (const field of ['pep', 'sanctions', 'adverse_media'] as const) {
        expect(node).not.toHaveProperty(field)
        const encoded = node[`${field}_json`]
        expect(encoded).toBeTypeOf('string')
        expect(JSON.parse(String(encoded))).toEqual(plain?.[field])
      }
      expect(node).not.toHaveProperty('country_code')
      expect(node.country).toBe(plain?.country_code)
    }
    expect(sample.text).toContain('inquiry into port concessions')
  })

  it('calls roles HasRole, with a title and a risk', async () => {
    const { relations } = await network('sample', led)
    const roles = relations.filter(({ type }) => type === 'HasRole')
    expect(roles.length).toBeGreaterThan(0)
    for (const { label, risk, details } of roles) {
      expect(label).toBe(details?.key_position)
      expect(risk).toBeTypeOf('number')
    }
    expect(relations.map(({ type }) => type)).not.toContain('RoleRelationship')
  })

  it('leaves all other relations as they are', async () => {
    const others = async (dialect: Dialect) =>
      (await network(dialect, led)).relations.filter(({ type }) => !/Role/.test(type))
    expect(await others('sample')).toEqual(await others('documented'))
  })

  it('has no country where there is none', async () => {
    const { id, nodes } = await network('sample', 'Acme Castings Ltd')
    expect(nodes[id]).not.toHaveProperty('country')
  })

  it('has no list of hits before the first results, as text or not', async () => {
    const wire = createWire({ dialect: 'sample' })
    const { id } = await create(wire, { name: risky })
    expect((await wire.get(`/v1/entities/${id}/network`)).text).not.toMatch(/pep|sanctions|adverse/)
  })
})

describe('the mixed dialect', () => {
  const names = Array.from({ length: 40 }, (_, at) => `Company ${at} Ltd`)

  it('is either of the two, by entity', { tags: 'long' }, async () => {
    const [mixed, documented, sample] = [
      await networks('mixed', names),
      await networks('documented', names),
      await networks('sample', names),
    ]
    const spoken = mixed.map(({ text }, at) => {
      if (text === documented[at]?.text) return 'documented'
      return text === sample[at]?.text ? 'sample' : 'neither'
    })
    expect(new Set(spoken)).toEqual(new Set(['documented', 'sample']))
  })

  it('does not change its mind', { tags: 'long' }, async () => {
    expect(await networks('mixed', names)).toEqual(await networks('mixed', names))
  })
})

it('there are three dialects', () => {
  expect(dialects).toEqual(['documented', 'sample', 'mixed'])
})
