import { beforeAll, describe, expect, it } from 'vitest'
import { getUniverse } from '../../../mock-server/screening/universe/index.ts'
import { networkNode, relationDetails } from '../../../src/contract/network.ts'
import { relationTypes } from '../../../src/contract/values.ts'
import { create, createWire, success, type Wire } from '../wire.ts'
import { network } from './playing.ts'

const { parties: universeParties } = getUniverse()

/** Spellings of other dialects (specification: Network, country and rule). */
const otherSpellings = ['country', 'pep_json', 'sanctions_json', 'adverse_media_json']

type Network = Awaited<ReturnType<typeof network>>

describe('the networks of all whom the universe holds', () => {
  const networks = new Map<string, { readonly rootId: string; readonly network: Network }>()
  let wire: Wire

  beforeAll(async () => {
    wire = createWire()
    const ids = new Map<string, string>()
    for (const { key, type, name, countryCode, birthDate, registration } of universeParties) {
      const fullDate = birthDate?.length === 10 ? { birthDate } : {}
      ids.set(key, (await create(wire, { type, name, countryCode, registration, ...fullDate })).id)
    }
    wire.server.clock.settle()
    for (const [key, rootId] of ids) networks.set(key, { rootId, network: await network(wire, rootId) })
  })

  const nodes = () => Array.from(networks.values(), found => Object.values(found.network.nodes)).flat()
  const relations = () => Array.from(networks.values(), found => found.network.relations).flat()

  it('show every field that a node may have', () => {
    const shown = new Set(nodes().flatMap(node => Object.keys(node)))
    const specified = Object.keys(networkNode.shape).filter(field => !otherSpellings.includes(field))
    expect([...shown].toSorted()).toEqual(specified.toSorted())
  })

  it('show every field that the details of a relation may have, and every type', () => {
    const shown = new Set(relations().flatMap(({ details }) => Object.keys(details ?? {})))
    expect([...shown].toSorted()).toEqual(Object.keys(relationDetails.shape).toSorted())
    expect(new Set(relations().map(({ type }) => type))).toEqual(new Set(relationTypes))
  })

  it('show codes of more than one classification, and every size', () => {
    const codes = nodes().flatMap(node => node.industry_classification_codes ?? [])
    expect(new Set(codes.map(code => String(code).split(' ')[0]))).toEqual(new Set(['NAICS', 'SIC']))
    const sizes = new Set(nodes().flatMap(({ size }) => size ?? []))
    expect(sizes).toEqual(new Set(['Small', 'Medium', 'Large']))
  })

  it('join nodes that are there', () => {
    for (const { network } of networks.values())
      for (const { source, target } of network.relations) {
        expect(network.nodes).toHaveProperty(source)
        expect(network.nodes).toHaveProperty(target)
      }
  })

  it('give every relation of a network an identifier of its own', () => {
    for (const { network } of networks.values()) {
      const identifiers = network.relations.map(({ details }) => details?.uid)
      expect(new Set(identifiers).size).toBe(network.relations.length)
    }
  })

  it('score the root as the list does', async () => {
    const listed = success('listEntities', await wire.get('/v1/entities'))
    const scores = new Map(listed.map(({ id, riskScore }) => [id, riskScore]))
    for (const { rootId, network } of networks.values())
      expect(network.nodes[rootId]?.calculatedRiskScore).toBe(scores.get(rootId))
  })

  it('are of every level of risk, most of them low', () => {
    const levels = Array.from(networks.values(), ({ rootId, network }) => {
      const score = network.nodes[rootId]?.calculatedRiskScore ?? 0
      return score >= 70 ? 'high' : score >= 35 ? 'medium' : 'low'
    })
    const countOf = (wanted: string) => levels.filter(level => level === wanted).length
    expect(countOf('high')).toBeGreaterThan(20)
    expect(countOf('medium')).toBeGreaterThan(20)
    expect(countOf('low')).toBeGreaterThan(universeParties.length / 3)
  })
})
