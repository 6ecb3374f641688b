import { describe, expect, it } from 'vitest'
import { create, createWire, list, only, success } from '../wire.ts'

/** The network of an entity that the universe does not know. */
async function household(fields: Record<string, unknown>, seed = 1) {
  const wire = createWire({ seed }, { id: 'team' })
  const { id } = await create(wire, fields)
  wire.server.clock.settle()
  const answer = await wire.get(`/v1/entities/${id}/network`)
  const { nodes, relations } = success('getNetwork', answer).data
  return { id, text: answer.text, nodes: Object.values(nodes), relations, entity: only(await list(wire)) }
}

const names = Array.from({ length: 40 }, (_, at) => `Unknown Company ${at} Ltd`)

describe('the network of an organization that nobody knows', () => {
  it('is the same each time, and another for another organization', async () => {
    const acme = { name: 'Acme Castings Ltd', countryCode: 'GB' }
    const first = await household(acme)
    expect((await household(acme)).text).toBe(first.text)
    expect((await household({ ...acme, countryCode: 'IE' })).text).not.toBe(first.text)
    expect((await household({ ...acme, name: 'Acme Foundry Ltd' })).text).not.toBe(first.text)
    expect((await household(acme, 2)).text).not.toBe(first.text)
  })

  it('is small and clean', async () => {
    for (const name of names) {
      const { nodes, entity } = await household({ name, countryCode: 'GB' })
      expect(nodes.length).toBeGreaterThanOrEqual(3)
      expect(nodes.length).toBeLessThanOrEqual(5)
      for (const node of nodes) {
        expect(node).toMatchObject({
          pep: [],
          sanctions: [],
          adverse_media: [],
          risks: [],
          country_code: 'GB',
        })
        expect(node.calculatedRiskScore).toBeLessThan(35)
      }
      expect(entity.riskLevel).toBe('Low Risk')
    }
  })

  it('has officers and owners, whose shares sum to 1', async () => {
    for (const name of names) {
      const { id, relations } = await household({ name })
      const towards = relations.filter(({ target }) => target === id)
      const shares = towards
        .filter(({ type }) => type === 'ShareholdingRelationship')
        .map(({ details }) => details?.exact_share ?? 0)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 10)
      for (const share of shares) expect(share).toBeGreaterThan(0)
      const roles = towards.filter(({ type }) => type === 'RoleRelationship')
      expect(roles.length).toBeGreaterThanOrEqual(2)
      expect(roles.filter(({ details }) => details?.is_executive)).toHaveLength(1)
    }
  })

  it('writes shares as somebody would, without the noise of binary fractions', async () => {
    for (const name of names) {
      for (const { details } of (await household({ name })).relations) {
        expect(String(details?.exact_share ?? 1).length).toBeLessThanOrEqual(4)
      }
    }
  })

  it('sometimes has a subsidiary', { tags: 'long' }, async () => {
    const counts = { with: 0, without: 0 }
    for (const name of names) {
      const { relations } = await household({ name })
      counts[relations.some(({ type }) => type === 'SubsidiaryRelationship') ? 'with' : 'without'] += 1
    }
    expect(counts.with).toBeGreaterThan(5)
    expect(counts.without).toBeGreaterThan(5)
  })

  it('gives its persons birth dates that exist, and names of their own', { tags: 'long' }, async () => {
    for (const name of names) {
      const { nodes } = await household({ name })
      const persons = nodes.filter(({ type }) => type === 'person')
      expect(new Set(persons.map(person => person.name)).size).toBe(persons.length)
      for (const { birth_date = '' } of persons) {
        expect(new Date(birth_date).toISOString().slice(0, 10)).toBe(birth_date)
      }
    }
  })
})

describe('the network of a person whom nobody knows', () => {
  it('is the person and a company', async () => {
    const person = {
      type: 'person',
      name: 'Somebody Unremarkable',
      countryCode: 'AT',
      birthDate: '1980-02-29',
    }
    const { id, nodes, relations, text } = await household(person)
    expect(nodes.map(({ type }) => type).toSorted()).toEqual(['organization', 'person'])
    expect(nodes.find(node => node.id === id)).toMatchObject({
      name: 'Somebody Unremarkable',
      birth_date: '1980-02-29',
      country_code: 'AT',
      node_type: 'Person',
    })
    expect(only(relations)).toMatchObject({ source: id, type: 'RoleRelationship' })
    expect((await household(person)).text).toBe(text)
  })

  it('shows no country and no birth date where none was given', async () => {
    const { id, nodes } = await household({ type: 'person', name: 'Somebody Unremarkable' })
    const root = nodes.find(node => node.id === id)
    expect(root).not.toHaveProperty('country_code')
    expect(root).not.toHaveProperty('birth_date')
  })
})
