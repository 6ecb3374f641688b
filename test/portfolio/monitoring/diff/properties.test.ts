import { type Entity, EntityScreening, type Network } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import {
  diffEntities,
  diffNetworks,
  type EntityChange,
  formatChange,
  type NetworkChange,
} from 'entity-screening-sdk/portfolio'
import { beforeAll, describe, expect, it } from 'vitest'
import { getUniverse } from '../../../../mock-server/screening/universe/index.ts'
import { repetitions } from '../../../repetitions.ts'
import { entry, pepEntry } from '../records.ts'

const { parties } = getUniverse()
const universeParties = parties.slice(0, repetitions(parties.length))

const networks: Network[] = []
let entities: Entity[] = []

beforeAll(async () => {
  const server = createMockServer()
  const { apiKey } = server.teams.create()
  const client = new EntityScreening({ apiKey, baseUrl: 'http://localhost', fetch: server.fetch })
  for (const { type, name, countryCode } of universeParties)
    await client.entities.create({ type, name, countryCode })
  server.clock.settle()
  entities = await client.entities.list()
  for (const { id } of entities) networks.push(await client.entities.network(id))
})

/** Numbers from 0 to 1 that are the same in each run. */
function createDice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

function shuffled<Item>(items: readonly Item[], dice: () => number): Item[] {
  const places = items.map(item => ({ item, place: dice() }))
  return places.sort((one, other) => one.place - other.place).map(({ item }) => item)
}

function shuffledNetwork(network: Network, dice: () => number): Network {
  const nodes = network.nodes.map(node => ({ ...node, sanctions: shuffled(node.sanctions, dice) }))
  return { ...network, nodes: shuffled(nodes, dice), relations: shuffled(network.relations, dice) }
}

/** Another network: something of everything that can change, one of them at a time or several. */
function disturbed(network: Network, dice: () => number): Network {
  const seldom = () => dice() < 0.15
  const nodes = network.nodes.flatMap(node => {
    if (seldom()) return []
    const copy = structuredClone(node)
    if (seldom()) copy.sanctions.push(entry({ program: `P${Math.floor(dice() * 3)}` }))
    if (seldom()) copy.pep = dice() < 0.5 ? [] : [...copy.pep, pepEntry('Minister'), pepEntry('Minister')]
    if (seldom()) copy.adverseMedia = [entry({ headline: 'H' })]
    if (seldom()) copy.calculatedRiskScore = dice() < 0.3 ? null : Math.floor(dice() * 100)
    if (seldom()) copy.name = dice() < 0.5 ? null : 'Another'
    if (seldom()) copy.countryCode = dice() < 0.5 ? null : 'XK'
    return seldom() ? [copy, { ...copy, name: 'Twin' }] : [copy]
  })
  const relations = network.relations.flatMap(relation => {
    if (seldom()) return []
    const copy = structuredClone(relation)
    if (dice() < 0.3) copy.details.uid = dice() < 0.5 ? null : String(Math.floor(dice() * 3))
    if (seldom()) copy.details.exactShare = dice() < 0.3 ? null : Math.floor(dice() * 4) / 4
    if (seldom()) copy.details.keyPosition = 'Chairman'
    if (seldom()) copy.details.description = 'Former'
    if (seldom()) copy.target = network.nodes[0]?.id ?? ''
    return seldom() ? [copy, structuredClone(copy), { ...copy, label: 'Twin' }] : [copy]
  })
  return { ...network, rootId: seldom() ? null : network.rootId, nodes, relations }
}

const mirrored: readonly (readonly [RegExp, string])[] = [
  [/_new$/, '_gone'],
  [/_gone$/, '_new'],
  [/_up$/, '_down'],
  [/_down$/, '_up'],
]

function mirror(kind: string): string {
  const [pattern, other] = mirrored.find(([one]) => one.test(kind)) ?? [/$/, '']
  return kind.replace(pattern, other)
}

function count(kinds: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    [...new Set(kinds)].sort().map(kind => [kind, kinds.filter(one => one === kind).length]),
  )
}

function kindsOf(changes: readonly (EntityChange | NetworkChange)[]): string[] {
  return changes.map(({ kind }) => kind)
}

function expectMirrored(
  forth: (EntityChange | NetworkChange)[],
  back: (EntityChange | NetworkChange)[],
): void {
  expect(count(kindsOf(back))).toEqual(count(kindsOf(forth).map(mirror)))
}

/** Changes hold parts of what was given, with lists in the order that they had. */
const inNoOrder = (_: string, value: unknown) =>
  Array.isArray(value) ? value.map(member => JSON.stringify(member)).sort() : value
const asTexts = (changes: readonly NetworkChange[]) =>
  changes.map(change => JSON.stringify(change, inNoOrder)).sort()

describe('the difference of the networks of the whole universe', () => {
  it('is empty for each and itself, in whatever order it comes', () => {
    const dice = createDice(1)
    expect(networks.length).toBe(universeParties.length)
    for (const network of networks) {
      expect(diffNetworks(network, network)).toEqual([])
      expect(diffNetworks(network, shuffledNetwork(structuredClone(network), dice))).toEqual([])
    }
  })

  it('is the same there and back, but the other way round', () => {
    const dice = createDice(2)
    const met = new Set<string>()
    for (const network of networks) {
      const [one, other] = [disturbed(network, dice), disturbed(network, dice)]
      const changes = diffNetworks(one, other)
      expectMirrored(changes, diffNetworks(other, one))
      for (const { kind } of changes) met.add(kind)
    }
    // All kinds that there are, or it would say nothing of some.
    expect(met.size).toBe(23)
  })

  it('does not depend on the order in which either comes', () => {
    const dice = createDice(3)
    for (const network of networks) {
      const [one, other] = [disturbed(network, dice), disturbed(network, dice)]
      const turned = diffNetworks(shuffledNetwork(one, dice), shuffledNetwork(other, dice))
      expect(asTexts(turned)).toEqual(asTexts(diffNetworks(one, other)))
    }
  })

  it('between two of different roots says all of both', () => {
    networks.forEach((network, at) => {
      const other = networks[(at + 1) % networks.length] ?? network
      const changes = diffNetworks(network, other)
      expectMirrored(changes, diffNetworks(other, network))
      const kinds = count(kindsOf(changes))
      expect((kinds.node_new ?? 0) - (kinds.node_gone ?? 0)).toBe(other.nodes.length - network.nodes.length)
      const news = (kinds.owner_new ?? 0) + (kinds.role_new ?? 0) + (kinds.relation_new ?? 0)
      const goings = (kinds.owner_gone ?? 0) + (kinds.role_gone ?? 0) + (kinds.relation_gone ?? 0)
      expect(news - goings).toBe(other.relations.length - network.relations.length)
    })
  })

  it('is JSON, and each change has a line of its own', () => {
    const dice = createDice(4)
    for (const network of networks) {
      const changes = diffNetworks(disturbed(network, dice), disturbed(network, dice))
      expect(JSON.parse(JSON.stringify(changes))).toEqual(changes)
      for (const change of changes)
        expect(formatChange(change)).toMatch(/^(?!.*(?:undefined|\[object|null|NaN)).+$/)
    }
  })
})

describe('the difference of lists of entities', () => {
  it('is empty for the same list in another order, and the other way round on the way back', () => {
    const dice = createDice(5)
    expect(diffEntities(entities, shuffled(entities, dice))).toEqual([])
    const levels = ['low', 'medium', 'high', 'critical', null]
    const other = entities.flatMap(entity => {
      if (dice() < 0.1) return []
      const changed = { ...entity, riskLevel: levels[Math.floor(dice() * 5)] ?? null }
      return dice() < 0.1 ? [entity, changed] : dice() < 0.5 ? [changed] : [entity]
    })
    const changes = diffEntities(entities, other)
    expectMirrored(changes, diffEntities(other, entities))
    expect(new Set(kindsOf(changes)).size).toBe(5)
  })
})
