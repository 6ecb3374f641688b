import { EntityScreening, type Network } from 'entity-screening-sdk'
import { createMockServer, scenarios } from 'entity-screening-sdk/mock-server'
import {
  computeOwnership,
  findBeneficialOwners,
  indexNetwork,
  type Ownership,
  type Regime,
} from 'entity-screening-sdk/network'
import { describe, expect, it } from 'vitest'
import { dialects } from '../../mock-server/dialects/index.ts'
import { assessScreened } from './assess-screened.ts'
import { controlledBy } from './controlled.ts'

const regimes: Regime[] = ['ofac', 'eu', 'uk']

const stories = [
  'Tideglass Logistics GmbH',
  'Petrelwood Energy plc',
  'Saltmarsh Shipping S.A.',
  'Nordwind GmbH',
]

describe.each(dialects)("the mock server's networks, in the %s dialect", dialect => {
  const server = createMockServer({ dialect })
  const client = new EntityScreening(server.connect())
  const drawn = scenarios.filter(({ prefix }) => !/^.(error|slow|stuck|large|quirky)/.test(prefix))

  it.each([...drawn.map(({ prefix }) => `${prefix} Works Ltd`), ...stories])(
    'have no doubtful relation but those of former roles: %s',
    async name => {
      const { id } = await client.entities.create({ type: 'organization', name })
      server.clock.settle()
      const { issues } = indexNetwork(await client.entities.network(id))
      const doubts = issues.filter(({ kind }) => /^(doubtful|ended)_relation$|^unclear_share$/.test(kind))
      expect(doubts.map(issue => 'relation' in issue && issue.relation.details.description)).toEqual(
        doubts.map(() => 'Former'),
      )
    },
  )
})

describe.each(['documented', 'sample'] as const)("the mock server's universe, in the %s dialect", dialect => {
  const server = createMockServer({ dialect })
  const { apiKey } = server.teams.create()
  const client = new EntityScreening({
    apiKey,
    baseUrl: 'http://localhost',
    fetch: server.fetch,
    logLevel: 'off',
  })

  async function networkOf(name: string): Promise<Network> {
    const { id } = await client.entities.create({ type: 'organization', name })
    server.clock.settle()
    return client.entities.network(id)
  }

  const rootsOf = (network: Network) => regimes.map(regime => assessScreened(network, { regime }).verdict)
  const idOf = (network: Network, name: string) => network.nodes.find(node => node.name === name)?.id ?? ''

  /** Ultimate owners by name, and what they own, in ten thousandths. */
  const ultimateOf = ({ owners }: Ownership) =>
    Object.fromEntries(
      owners
        .filter(({ isUltimate }) => isUltimate)
        .map(({ name, effective }) => [name, Math.round(effective.min * 10_000) / 10_000]),
    )

  it('has a chain: a sanctioned person owns four fifths, three companies away', async () => {
    const network = await networkOf('Tideglass Logistics GmbH')
    const shares = computeOwnership(network)
    expect(ultimateOf(shares)).toEqual({ 'Dragomir Vosskov': 0.8, 'Casimir Hartogsveld': 0.2 })
    expect(shares.unattributed).toEqual({ min: 0, max: 0 })
    expect(rootsOf(network)).toEqual(['blocked', 'blocked', 'blocked'])
    const { blocked } = assessScreened(network, { regime: 'ofac' })
    expect(blocked.map(({ name }) => name)).toEqual([
      'Dragomir Vosskov',
      'Umbra Lake Investments Ltd',
      'Tideglass Holding B.V.',
      'Tideglass Logistics GmbH',
    ])
    const { owners } = findBeneficialOwners(network, { rule: 'amlr' })
    expect(owners.map(({ name, isCertain }) => [name, isCertain])).toEqual([['Dragomir Vosskov', true]])
  })

  it('has a diamond: both chains are added', async () => {
    const network = await networkOf('Petrelwood Energy plc')
    const shares = computeOwnership(network)
    expect(ultimateOf(shares)).toEqual({ 'Lady Perpetua Ashgrove': 1 })
    expect(shares.owners.find(({ isUltimate }) => isUltimate)?.paths).toHaveLength(2)
    expect(rootsOf(network)).toEqual(['nothing_found', 'nothing_found', 'nothing_found'])
    expect(controlledBy(network, idOf(network, 'Lady Perpetua Ashgrove'))).toContain(network.rootId)
  })

  it('has a cross-holding: owners share it net of the loop', async () => {
    const network = await networkOf('Moebius Links AG')
    const shares = computeOwnership(network)
    // Of the 30 % that the other company holds, 40 % come back.
    expect(ultimateOf(shares)).toMatchObject({
      'Ludovica Ferrobianco': 0.7955,
      'Meridian Quay Capital LLP': 0.2045,
    })
    expect(shares.unattributed).toEqual({ min: 0, max: 0 })
  })

  it('has a nominee: another party has the votes and the control', async () => {
    const network = await networkOf('Saltmarsh Shipping S.A.')
    expect(ultimateOf(computeOwnership(network))).toMatchObject({ 'Paper Lantern Nominees Ltd': 1 })
    const { owners } = findBeneficialOwners(network, { rule: 'amlr' })
    expect(owners.map(({ name, by, isCertain }) => [name, by, isCertain])).toEqual([
      ['Thaddeus Okonjo-Vane', ['ownership', 'control'], true],
    ])
    const person = idOf(network, 'Thaddeus Okonjo-Vane')
    expect(controlledBy(network, person).toSorted()).toEqual(
      [network.rootId, idOf(network, 'Paper Lantern Nominees Ltd')].toSorted(),
    )
  })

  it('has exactly half: blocked for OFAC and the EU, not for the UK', async () => {
    const network = await networkOf('Halfmoon Minerals Oy')
    expect(rootsOf(network)).toEqual(['blocked', 'blocked', 'incomplete'])
    const { missing } = assessScreened(network, { regime: 'uk' })
    expect(missing.map(({ text }) => text)).toEqual(['who owns Larkspur Bearings AB'])
    expect(assessScreened(network, { regime: 'uk' }).flags.map(({ kind }) => kind)).toContain(
      'minority_holding',
    )
    expect(rootsOf(await networkOf('[fifty-percent] Works Ltd'))).toEqual([
      'blocked',
      'blocked',
      'nothing_found',
    ])
  })

  it('has two of 26 %: added for OFAC and the EU, not for the UK', async () => {
    for (const name of ['Twinspire Chemicals S.p.A.', '[two-26-percent] Works Ltd']) {
      const network = await networkOf(name)
      expect(rootsOf(network)).toEqual(['blocked', 'blocked', 'nothing_found'])
      const [root] = assessScreened(network, { regime: 'ofac' }).blocked.filter(
        ({ basis }) => basis === 'ownership',
      )
      expect(root?.share?.min).toBeCloseTo(0.52, 12)
      expect(root?.owners).toHaveLength(2)
    }
  })

  it('has loops: an outside owner holds all, and a closed one has no owner', async () => {
    const ring = computeOwnership(await networkOf('[ownership-cycle] Works Ltd'))
    expect(ultimateOf(ring)).toEqual({ 'Clementia Prober': 1 })
    const closed = computeOwnership(await networkOf('[closed-loop] Works Ltd'))
    expect(closed.unattributed).toEqual({ min: 1, max: 1 })
    expect(closed.issues.map(({ kind }) => kind)).toEqual(['closed_loop'])
  })

  it('has a chain of a scenario that is blocked, and a clean company', async () => {
    expect(rootsOf(await networkOf('[ownership-chain] Works Ltd'))).toEqual(['blocked', 'blocked', 'blocked'])
    expect(rootsOf(await networkOf('[clean] Works Ltd'))).toEqual([
      'nothing_found',
      'nothing_found',
      'nothing_found',
    ])
  })

  it('has irregularities of every kind, and none prevents a result', async () => {
    const network = await networkOf('[quirky] Works Ltd')
    // Another share of the company is 25, so that her 1 may be a percentage.
    expect(ultimateOf(computeOwnership(network))).toEqual({ 'Clementia Prober': 0.01 })
    expect(rootsOf(network)).toEqual(['blocked', 'blocked', 'blocked'])
  })

  it('has 5,000 nodes: every part of the company is attributed', { tags: 'long' }, async () => {
    const index = indexNetwork(await networkOf('[large-network] Works Ltd'))
    const { owners, unattributed } = computeOwnership(index)
    expect(index.parties.size).toBe(5000)
    const sum = owners
      .filter(({ isUltimate }) => isUltimate)
      .reduce((total, { effective }) => total + effective.min, 0)
    expect(sum).toBeCloseTo(1, 9)
    expect(unattributed).toEqual({ min: 0, max: 0 })
    expect(assessScreened(index, { regime: 'ofac' }).verdict).toBe('incomplete')
    expect(findBeneficialOwners(index, { rule: 'amlr' }).owners).toEqual([])
  })
})
