import type { Entity, Network, NetworkNode, Relation } from 'entity-screening-sdk'
import {
  type AssessOptions,
  assessSanctions,
  computeOwnership,
  indexNetwork,
  type Regime,
  toSentences,
} from 'entity-screening-sdk/network'
import { describe, expect, it } from 'vitest'
import { entity } from '../portfolio/monitoring/records.ts'
import { assessScreened } from './assess-screened.ts'
import {
  holds,
  networkOf,
  nodeNamed,
  organizationNode,
  owned,
  personNode,
  relate,
  sanction,
  votes,
} from './networks.ts'

const regimes: Regime[] = ['ofac', 'eu', 'uk']

function assess(network: Network, options: Partial<AssessOptions> = {}) {
  return assessScreened({ ...network, rootId: 'T' }, { regime: 'ofac', ...options })
}

const verdicts = (network: Network, options: Partial<AssessOptions> = {}) =>
  regimes.map(regime => assess(network, { ...options, regime }).verdict)
const all = (verdict: string) => [verdict, verdict, verdict]
const texts = (network: Network, options: Partial<AssessOptions> = {}) =>
  assess(network, options).missing.map(({ text }) => text)
const kinds = (network: Network) => indexNetwork(network).issues.map(({ kind }) => kind)

describe('nothing found requires known owners of every upstream company', () => {
  const alone = networkOf([], { nodes: [organizationNode('T')], rootId: 'T' })

  it('and is not the verdict before the screening has ended: one node, no relations', () => {
    expect(verdicts(alone)).toEqual(all('incomplete'))
    expect(texts(alone)).toEqual(['who owns T'])
  })

  it('and is not the verdict if a missing part could reach the threshold together with blocked parties', () => {
    expect(verdicts(owned(['P', 'T', 0.4]))).toEqual(all('incomplete'))
    expect(verdicts(owned(['P', 'T', 0.6]))).toEqual(all('nothing_found'))
    expect(verdicts(owned(['P', 'T', 0.5]))).toEqual(['incomplete', 'incomplete', 'nothing_found'])
    // Less than half is missing, but a listed person holds 20 % beside it.
    const beside = owned(['X', 'T', 0.2], ['P', 'T', 0.4])
    expect(verdicts(beside)).toEqual(all('incomplete'))
    expect(texts(beside)).toEqual(['who owns the other 40 % of T'])
    expect(verdicts(owned(['X', 'T', 0.05], ['P', 'T', 0.55]))).toEqual(all('nothing_found'))
  })

  it('and is not the verdict if one party behind several owners could hold enough', () => {
    const network = owned(['A', 'T', 0.3], ['B', 'T', 0.3], ['P', 'T', 0.4])
    expect(verdicts(network)).toEqual(all('incomplete'))
    expect(texts(network)).toHaveLength(1)
    expect(verdicts(owned(['A', 'T', 0.3], ['P', 'T', 0.7]))).toEqual(all('nothing_found'))
  })

  it('and is not the verdict for a closed loop without an outside owner', () => {
    const loop = owned(['A', 'T', 1], ['T', 'A', 1])
    expect(verdicts(loop)).toEqual(all('incomplete'))
    expect(verdicts(owned(['A', 'T', 0.5], ['T', 'A', 1], ['P', 'T', 0.5]))).toEqual(all('nothing_found'))
  })

  it('and is not the verdict for an owner of unknown type, which may be a company', () => {
    const nodes = [organizationNode('T'), organizationNode('N', { type: null })]
    expect(verdicts(networkOf([holds(['N', 'T', 1])], { nodes }))).toEqual(all('incomplete'))
  })

  it('or an account by the caller, whose reason is in the result', () => {
    const network = owned(['A', 'T', 1])
    const exemptCompanies = [{ id: 'A', reason: 'listed in Frankfurt' }]
    expect(verdicts(network)).toEqual(all('incomplete'))
    expect(verdicts(network, { exemptCompanies: exemptCompanies })).toEqual(all('nothing_found'))
    const assessed = assess(network, { exemptCompanies: exemptCompanies })
    expect(assessed.exemptCompanies).toEqual(exemptCompanies)
    expect(toSentences(assessed)).toContain(
      `The owners of "A" need no follow-up, as the caller states: listed in Frankfurt.`,
    )
    // The word is for those who are not named: a listed owner still counts.
    expect(verdicts(owned(['X', 'A', 0.6], ['A', 'T', 1]), { exemptCompanies: exemptCompanies })).toEqual(
      all('blocked'),
    )
    for (const wrong of [[{ id: 'nobody', reason: 'x' }], [{ id: 'A', reason: ' ' }], 'A'])
      expect(() => assess(network, { exemptCompanies: Object(wrong) })).toThrow(
        /^assessSanctions: exemptCompanies (must be a list|has "nobody"|has "A"|is wrong)/,
      )
  })

  it('and an ended screening', () => {
    const network = owned(['P', 'T', 1])
    const of = (more: Partial<Entity>) => ({ entity: entity({ id: 'T', ...more }) })
    expect(verdicts(network, of({}))).toEqual(all('nothing_found'))
    for (const options of [
      of({ riskLevel: null }),
      of({ caseStatus: 'NOT_STARTED' }),
      { screening: 'running' } as const,
      { screening: 'unknown' } as const,
    ]) {
      expect(verdicts(network, options)).toEqual(all('incomplete'))
      expect(texts(network, options)).toEqual(['the result of the screening of T'])
    }
    // A level that two spellings contradict was there.
    const contradiction = { riskLevel: 'Low Risk', risk_level: 'High Risk' }
    expect(verdicts(network, of({ riskLevel: null, unknownFields: contradiction }))).toEqual(
      all('nothing_found'),
    )
    // One that cannot be read may not be a level.
    const unreadable = { riskLevel: ['High Risk'] }
    expect(verdicts(network, of({ riskLevel: null, unknownFields: unreadable }))).toEqual(all('incomplete'))
    expect(verdicts(network, of({ isUnclear: true }))).toEqual(all('possible'))
    expect(() => assess(network, of({ id: 'other' }))).toThrow(
      'entity must be the root entity of the network',
    )
    expect(assess(owned(['X', 'T', 1]), of({ riskLevel: null })).verdict).toBe('blocked')
  })

  it('and a complete network, and the screening of every upstream party', () => {
    expect(verdicts({ ...owned(['P', 'T', 1]), isComplete: false })).toEqual(all('incomplete'))
    const notShown = (ids: readonly string[], more: Partial<NetworkNode> = {}) => {
      const network = owned(['P', 'A', 1], ['A', 'T', 1], ['T', 'B', 1])
      const nodes = network.nodes.map(
        (node): NetworkNode =>
          ids.includes(node.id) ? { ...node, ...more, sanctionsStatus: 'not_shown' } : node,
      )
      return { ...network, nodes }
    }
    for (const id of ['P', 'A', 'T']) {
      expect(verdicts(notShown([id]))).toEqual(all('incomplete'))
      expect(texts(notShown([id]))).toEqual([`whether ${id} is on a sanctions list`])
    }
    expect(verdicts(notShown(['B']))).toEqual(all('nothing_found'))
    expect(kinds(notShown(['A']))).toEqual(['not_shown'])
    // A hit of another kind says nothing of sanctions.
    const hit = { hitStatus: 'hit', pep: [{ ...sanction, position: 'Minister' }] } as const
    expect(verdicts(notShown(['P'], { ...hit, pep: [...hit.pep] }))).toEqual(all('incomplete'))
    // Nor does it explain what else mentions them.
    const network = owned(['P', 'T', 1])
    const nodes = network.nodes.map(node => ({ ...node, ...hit, pep: [...hit.pep] }))
    const unclear = nodes.map(node => ({ ...node, sanctionsStatus: 'unclear' as const }))
    expect(verdicts({ ...network, nodes })).toEqual(all('nothing_found'))
    expect(verdicts({ ...network, nodes: unclear })).toEqual(all('possible'))
  })

  it('and no unclear relation upstream', () => {
    const unclear = { ...holds(['P', 'T', 1]), isUnclear: true }
    expect(verdicts(networkOf([unclear]))).toEqual(all('incomplete'))
    expect(verdicts(networkOf([holds(['P', 'T', 1]), { ...holds(['T', 'B', 1]), isUnclear: true }]))).toEqual(
      all('nothing_found'),
    )
  })
})

it('nothing is found only after a screening that has ended for certain', () => {
  const network = owned(['P', 'T', 1])
  for (const options of [
    {},
    { entity: undefined },
    { screening: 'unknown' },
    { screening: 'running' },
  ] as const)
    for (const regime of ['ofac', 'eu', 'uk'] as const) {
      const { verdict, missing } = assessSanctions(network, { regime, ...options })
      expect([verdict, missing.map(({ text }) => text)]).toEqual([
        'incomplete',
        ['the result of the screening of T'],
      ])
    }
  expect(assessSanctions(network, { regime: 'ofac' }).screening).toBe('unknown')
  expect(verdicts(network, { screening: 'ended' })).toEqual(all('nothing_found'))
})

it('a block is certain whether the screening has ended or not', () => {
  expect(assessSanctions(owned(['X', 'T', 1]), { regime: 'ofac' }).verdict).toBe('blocked')
})

it('a share on a relation that is not a holding certainly blocks no party', () => {
  for (const type of ['FamilyRelationship', 'AcquisitionRelationship', 'SupplierRelationship']) {
    const share = (exactShare: number) =>
      networkOf([relate('X', 'T', type, { exactShare }), holds(['P', 'T', 0.4])])
    const settled = {
      direction: 'source_owns_target',
      exemptCompanies: [{ id: 'T', reason: 'known' }],
    } as const
    expect(verdicts(share(0.6), settled)).toEqual(all('possible'))
    // Whoever supplies a company does not control it for that.
    const control = type === 'SupplierRelationship' ? 'nothing_found' : 'possible'
    expect(verdicts(share(0.1), settled)).toEqual(['nothing_found', control, control])
  }
})

describe('an unclear node', () => {
  const unclear = (more: Partial<NetworkNode> = {}) =>
    networkOf([holds(['O', 'T', 1])], {
      nodes: [organizationNode('T'), personNode('O', { hitStatus: 'unclear', ...more })],
    })

  it('is possibly listed, never blocked, whatever listingOf returns', () => {
    expect(verdicts(unclear())).toEqual(all('possible'))
    expect(verdicts(unclear(), { listingOf: () => false })).toEqual(all('possible'))
    expect(assess(unclear()).possible[0]).toMatchObject({ id: 'O', basis: 'listed', doubt: 'unclear_node' })
    expect(texts(unclear())).toEqual(['whether O is on a sanctions list'])
    const entries = [{ name: null, sources: [], isReadable: false, unknownFields: { value: true } }]
    expect(verdicts(unclear({ sanctions: entries }))).toEqual(all('possible'))
  })
})

describe('the facts that would settle a verdict', () => {
  it('are the fewest, in words', () => {
    const nodes = [
      organizationNode('T', { name: 'Beta Ltd' }),
      personNode('X', { name: 'Kim Doe', sanctions: [sanction] }),
      personNode('P', { name: 'Ann' }),
    ]
    const network = networkOf([holds(['X', 'T', null]), holds(['P', 'T', 0.45])], { nodes })
    expect(texts(network)).toEqual([
      'the share of Kim Doe in Beta Ltd',
      'who owns the other 55 % of Beta Ltd',
    ])
    const settled = networkOf([holds(['X', 'T', null]), holds(['P', 'T', 0.6])], { nodes })
    expect(assess(settled).missing).toEqual([])
    expect(toSentences(assess(network))).toContain(
      'To settle it, find out: the share of Kim Doe in Beta Ltd; who owns the other 55 % of Beta Ltd.',
    )
  })

  it('are one fact if one is enough, even if others are unknown', () => {
    // Three companies behind T leave their owners open: only the one that holds most decides.
    const network = owned(['A', 'T', 0.5], ['B', 'T', 0.2], ['C', 'T', 0.2], ['P', 'T', 0.1])
    expect(texts(network)).toEqual(['who owns A'])
    // Either of two facts on a chain would do.
    expect(texts(owned(['X', 'A', null], ['Q', 'A', 0.4], ['A', 'T', null], ['P', 'T', 0.4]))).toEqual([
      'the share of A in T',
      'who owns the other 60 % of T',
    ])
  })

  it('include control, directions, relations and votes', () => {
    const whole = holds(['P', 'T', 1])
    expect(texts(networkOf([relate('X', 'T', 'ControlsRelationship'), whole]), { regime: 'eu' })).toEqual([
      'who controls T',
    ])
    expect(texts(networkOf([relate('X', 'T', 'HasShares'), whole]))).toEqual(['whether X owns or controls T'])
    expect(texts(networkOf([whole, holds(['T', 'X', 0.6])]))).toEqual([
      'which end of a relation is the owner (option direction)',
    ])
    expect(texts(networkOf([whole, votes(['P', 'T', 0.4])]), { regime: 'uk' })).toEqual([
      'who holds the other 60 % of the votes of T',
    ])
  })

  it('are found in networks of hundreds of open companies', () => {
    const names = Array.from({ length: 30 }, (_, at) => `A${at}`)
    const network = owned(...names.map(name => [name, 'T', 1 / 30] as const))
    // With 16 of 30 known to be clean, the others hold less than half.
    expect(texts(network)).toHaveLength(16)
  })
})

describe('a share that cannot be read', () => {
  const share = (owner: string, raw: unknown) =>
    typeof raw === 'number'
      ? holds([owner, 'T', raw])
      : relate(owner, 'T', 'ShareholdingRelationship', { unknownFields: { exact_share: raw } })
  const read = (...shares: readonly (readonly [string, unknown])[]) =>
    networkOf(shares.map(([owner, raw]) => share(owner, raw)))
  const shareOf = (network: Network, owner: string) =>
    indexNetwork(network).shares.ofOwner.get(owner)?.[0]?.share

  it.each(['most', '25', 25, -1, ['0.3'], { min: 25 }, true, '~50%', '50-25%', '150%', '1,000%', '>25-50%'])(
    'is 0 to 100 %%, whatever the others leave: %j',
    raw => {
      const network = read(['X', raw], ['P', 1])
      expect(shareOf(network, 'X')).toEqual({ min: 0, max: 1 })
      expect(verdicts(network)).toEqual(all('possible'))
      expect(indexNetwork(network).issues).toContainEqual(
        expect.objectContaining({ kind: 'unclear_share', ids: ['X', 'T'], raw, reading: 'unreadable' }),
      )
      expect(toSentences(assess(network)).join(' ')).toContain(JSON.stringify(raw))
      const { owners } = computeOwnership({ ...network, rootId: 'T' })
      expect(owners.map(({ id, effective }) => [id, effective.max])).toEqual([
        ['P', 1],
        ['X', 1],
      ])
    },
  )

  it.each<{ details?: Relation['unknownFields']; relation?: Relation['unknownFields'] }>([
    ...[
      'percentage',
      'share',
      'share_percentage',
      'ownership',
      'shareholding',
      'stake',
      'exact_share_pct',
    ].map(name => ({ details: { [name]: 60 } })),
    { relation: { exact_share: '60%' } },
    { relation: { exactShare: 0.6 } },
  ])('is the same under another name or in another place: %j', ({ details = {}, relation = {} }) => {
    const bob = relate('X', 'T', 'ShareholdingRelationship', { unknownFields: details })
    const network = networkOf([{ ...bob, unknownFields: relation }, holds(['P', 'T', 0.6])])
    expect(verdicts(network)).toEqual(all('possible'))
    const [raw] = Object.values({ ...details, ...relation })
    expect(indexNetwork(network).issues).toContainEqual(
      expect.objectContaining({ kind: 'unclear_share', raw, reading: 'unreadable' }),
    )
  })

  it('is missing if a field that mentions it is empty, or states the share itself', () => {
    const of = (fields: Readonly<Record<string, unknown>>, share: number | null) =>
      networkOf([{ ...holds(['X', 'T', share]), unknownFields: fields }, holds(['P', 'T', 0.7])])
    expect(kinds(of({ share_type: null }, null))).toEqual(['unknown_share'])
    expect(kinds(of({ share_class: 'A' }, 0.3))).toEqual([])
  })

  it.each([null, '', '-', ' ', '–'])('is missing if it is blank: %j', raw => {
    const network = read(['X', raw], ['P', 0.7])
    expect(shareOf(network, 'X')).toEqual({ min: 0, max: 0.3 })
    expect(kinds(network)).toEqual(['unknown_share'])
  })

  it.each([
    ['50%', 0.5, 0.5],
    ['12.5 %', 0.125, 0.125],
    ['12,5%', 0.125, 0.125],
    ['25-50%', 0.25, 0.5],
    ['25% to 50%', 0.25, 0.5],
    ['25 – 50 %', 0.25, 0.5],
    ['>50%', 0.500000001, 1],
    ['more than 75 %', 0.750000001, 1],
    ['at least 25%', 0.25, 1],
    ['<= 25 %', 0, 0.25],
    ['up to 25%', 0, 0.25],
    ['75% or more', 0.75, 1],
    ['75%+', 0.75, 1],
    ['less than 25 per cent', 0, 0.249999999],
    ['more than 25% but not more than 50%', 0.250000001, 0.5],
    ['25-to-50-percent', 0.25, 0.5],
  ])('is a percentage with a percent sign: %s', (raw, min, max) => {
    expect(shareOf(read(['X', raw]), 'X')).toEqual({ min, max })
  })

  it('makes bare numbers beside percentages doubtful: they may be fractions or percentages', () => {
    // Bob's 99 % beside Ann's 1: hers may be 1 %.
    const bob = read(['X', '99%'], ['P', 1])
    expect(shareOf(bob, 'P')).toMatchObject({ min: 0.01 })
    expect(verdicts(bob)).toEqual(all('blocked'))
    const band = read(['X', '>50%'], ['P', 0.9])
    expect(verdicts(band)).toEqual(all('blocked'))
    const number = read(['X', 0.9], ['P', '5%'])
    expect(verdicts(number)).toEqual(all('possible'))
    expect(indexNetwork(number).issues).toContainEqual(
      expect.objectContaining({ kind: 'unclear_share', raw: 0.9, reading: 'mixed_units' }),
    )
    expect(verdicts(read(['X', 0.9], ['P', 25]))).toEqual(all('possible'))
    // In another company they are what they are.
    expect(verdicts(networkOf([holds(['X', 'T', 0.9]), holds(['P', 'A', 25])]))).toEqual(all('blocked'))
  })
})

describe('the claims of other owners', () => {
  const classes = (owner: string, ...shares: readonly number[]) =>
    shares.map((exactShare, at) =>
      relate(owner, 'T', 'ShareholdingRelationship', { exactShare, description: `Class ${at}` }),
    )

  it('reduce no owner below the sum of several stated shares', () => {
    const network = networkOf([...classes('X', 0.3, 0.3), holds(['P', 'T', 0.55])])
    expect(verdicts(network)).toEqual(all('possible'))
    expect(kinds(network)).toContain('shares_above_whole')
    const unscreened = networkOf([...classes('O', 0.3, 0.3), holds(['P', 'T', 0.55])])
    const listed = {
      ...unscreened,
      nodes: [organizationNode('O', { sanctions: [sanction] }), nodeNamed('P'), nodeNamed('T')],
    }
    expect(verdicts(listed)).toEqual(all('possible'))
  })

  it('reduce no owner below shares that may have ended', () => {
    const ended = (owner: string, share: number) => ({
      ...holds([owner, 'T', share]),
      unknownFields: { end_date: '9999-12-31' },
    })
    expect(verdicts(networkOf([ended('X', 0.6), holds(['P', 'T', 0.6])]))).toEqual(all('possible'))
    const two = [ended('X', 0.3), holds(['Y', 'T', 0.3]), holds(['P', 'T', 0.7])]
    expect(verdicts(networkOf(two))).toEqual(['possible', 'possible', 'nothing_found'])
    // Former owners take nothing from those of today.
    const former = [ended('P', 0.5), holds(['X', 'T', 0.5]), holds(['Q', 'T', 0.5])]
    expect(verdicts(networkOf(former))).toEqual(['blocked', 'blocked', 'nothing_found'])
  })

  it('reduce no owner below a number of doubtful unit', () => {
    const network = networkOf([
      holds(['X', 'T', 0.9]),
      relate('P', 'T', 'ShareholdingRelationship', { unknownFields: { exact_share: '>50%' } }),
    ])
    expect(verdicts(network)).toEqual(all('possible'))
  })
})

describe('the direction of ownership', () => {
  const below = networkOf([holds(['P', 'T', 1]), holds(['T', 'X', 0.6])])

  it('makes possible what would be blocked in reverse, with the reason', () => {
    expect(verdicts(below)).toEqual(all('possible'))
    expect(assess(below).possible).toEqual([expect.objectContaining({ id: 'T', doubt: 'direction' })])
    const chain = owned(['P', 'T', 1], ['T', 'A', 0.6], ['A', 'X', 0.5])
    expect(verdicts(chain)).toEqual(['possible', 'possible', 'nothing_found'])
    expect(verdicts(owned(['P', 'T', 1], ['T', 'X', 0.1]))).toEqual(all('nothing_found'))
  })

  it('is not a doubt if the caller decides it, for all relations or by type', () => {
    const direction = 'source_owns_target'
    expect(verdicts(below, { direction })).toEqual(all('nothing_found'))
    expect(verdicts(below, { direction: { ShareholdingRelationship: direction } })).toEqual(
      all('nothing_found'),
    )
    expect(verdicts(below, { direction: { VotingRightsRelationship: direction } })).toEqual(all('possible'))
    expect(verdicts(below, { direction: 'target_owns_source' })).toEqual(all('blocked'))
    const index = indexNetwork({ ...below, rootId: 'T' }, { direction })
    expect(assessScreened(index, { regime: 'ofac' })).toMatchObject({ verdict: 'nothing_found', direction })
    expect(() => assessScreened(index, { regime: 'ofac', direction })).toThrow(
      'direction must be given to indexNetwork',
    )
  })

  const unreadable = [{ ...sanction, isReadable: false }]
  const listed = organizationNode('X', { sanctions: [sanction] })
  it.each<[string, Relation[], NetworkNode[], Regime[]]>([
    [
      'an entry that cannot be read',
      [holds(['T', 'S', 1])],
      [organizationNode('S', { sanctions: unreadable })],
      regimes,
    ],
    ['a missing node', [holds(['T', 'S', 1])], [], regimes],
    ['control', [relate('T', 'X', 'ControlsRelationship')], [listed], ['eu', 'uk']],
    ['an acquisition', [relate('T', 'X', 'AcquisitionRelationship')], [listed], regimes],
    [
      'types that are turned round each for itself',
      [relate('T', 'A', 'SubsidiaryRelationship'), holds(['X', 'A', 1])],
      [listed, organizationNode('A')],
      regimes,
    ],
  ])('makes possible what any reading may block: %s', (_, relations, nodes, of) => {
    const network = networkOf([holds(['P', 'T', 1]), ...relations], {
      nodes: [nodeNamed('P'), nodeNamed('T'), ...nodes],
    })
    for (const regime of of) {
      const assessed = assess(network, { regime })
      expect([assessed.verdict, assessed.possible.at(-1)?.doubt]).toEqual(['possible', 'direction'])
      expect(assess(network, { regime, direction: 'source_owns_target' }).verdict).toBe('nothing_found')
    }
  })

  it('is read by type', () => {
    const mixed = networkOf([holds(['T', 'X', 0.6]), votes(['P', 'T', 1])])
    const direction = {
      ShareholdingRelationship: 'target_owns_source',
      VotingRightsRelationship: 'source_owns_target',
    } as const
    expect(verdicts(mixed, { direction })).toEqual(all('blocked'))
  })
})

describe('equal shares of one owner', () => {
  const twice = (one: Partial<Relation['details']>, other: Partial<Relation['details']>) =>
    networkOf(
      [one, other].map(more => relate('X', 'T', 'ShareholdingRelationship', { exactShare: 0.3, ...more })),
    )
  const shareOf = (network: Network) => computeOwnership(network).owners[0]?.direct

  it('are one holding if they are one relation: of one uid, or of one type, description and dates', () => {
    expect(shareOf(twice({ uid: 'r' }, { uid: 'r' }))).toEqual({ min: 0.3, max: 0.3 })
    expect(shareOf(twice({ description: 'Class A' }, { description: 'Class A' }))).toEqual({
      min: 0.3,
      max: 0.3,
    })
    expect(shareOf(twice({}, {}))).toEqual({ min: 0.3, max: 0.3 })
  })

  it.each<[Partial<Relation['details']>, Partial<Relation['details']>]>([
    [{ description: 'Class A' }, { description: 'Class B' }],
    [{ uid: 'a' }, { uid: 'b' }],
    [
      { uid: 'r', description: 'Class A' },
      { uid: 'r', description: 'Class B' },
    ],
    ...['-', 'N/A', 'unknown', 'none', '0', 'null', 'n.a.', ' '].map(
      (uid): [Partial<Relation['details']>, Partial<Relation['details']>] => [
        { uid, description: 'Class A' },
        { uid, description: 'Class B' },
      ],
    ),
    [{ unknownFields: { start_date: '2020-01-01' } }, { unknownFields: { start_date: '2024-01-01' } }],
  ])('sum to a range from the largest to the sum otherwise, with a data issue: %j %j', (one, other) => {
    const network = twice(one, other)
    expect(shareOf(network)).toEqual({ min: 0.3, max: 0.6 })
    expect(verdicts(network)).toEqual(all('possible'))
    expect(kinds(network)).toContain('conflicting_shares')
  })

  it('of one relation that contradict each other are a range from the smallest to the largest', () => {
    expect(shareOf(twice({ uid: 'r', exactShare: 0.6 }, { uid: 'r', exactShare: 0.4 }))).toEqual({
      min: 0.4,
      max: 0.6,
    })
  })
})

describe('a relation that has ended', () => {
  const ended = (fields: Readonly<Record<string, unknown>>, tie = holds(['X', 'T', 0.6])) => ({
    ...tie,
    unknownFields: fields,
  })
  const others = holds(['P', 'T', 0.4])

  it.each([
    { end_date: '2020-01-31' },
    { endDate: '2020' },
    { 'valid-until': '2020-01' },
    { ceased_on: '2020-01-31T00:00:00Z' },
    { to: '2020-01-31' },
    { isCurrent: false },
    { ended: true },
    { status: 'ended' },
    { state: 'former' },
    { valid_through: '2020' },
    { end_year: 2020 },
    { period: { end: '2020-01-31' } },
    ...[
      'sold_at',
      'divested_on',
      'closed_at',
      'stopDate',
      'ceased_to_hold_on',
      'interest_end_date',
      'control_end_date',
    ].map(name => ({ [name]: '2020-01-31' })),
  ])('counts both as current and as ended: %j', fields => {
    const network = networkOf([others, ended(fields)])
    expect(verdicts(network)).toEqual(all('possible'))
    expect(computeOwnership(network).owners.find(({ id }) => id === 'X')?.direct).toEqual({
      min: 0,
      max: 0.6,
    })
    expect(kinds(network)).toContain('ended_relation')
  })

  it.each([{ end_date: null }, { end_date: '-' }, { ended: false }, { is_current: true }])(
    'is not a relation without an end: %j',
    fields => {
      expect(verdicts(networkOf([others, ended(fields)]))).toEqual(all('blocked'))
    },
  )

  it('is left out, or counts, by the day of the option', () => {
    const network = networkOf([others, ended({ end_date: '2020-06-30' })])
    expect(verdicts(network, { asOf: '2020-06-29' })).toEqual(all('blocked'))
    expect(verdicts(network, { asOf: '2020-06-30' })).toEqual(all('incomplete'))
    expect(verdicts(networkOf([others, ended({ end_date: 'June 2020' })]), { asOf: '2024-01-01' })).toEqual(
      all('possible'),
    )
    const later = networkOf([others, ended({ start_date: '2025-01-01' })])
    expect(verdicts(later, { asOf: '2024-01-01' })).toEqual(all('incomplete'))
    expect(() => assess(network, { asOf: 'today' })).toThrow('asOf must be a day')
  })

  it('of control is possible control', () => {
    const control = ended({ end_date: '2020-01-31' }, relate('X', 'T', 'ControlsRelationship'))
    expect(verdicts(networkOf([holds(['P', 'T', 1]), control]))).toEqual([
      'nothing_found',
      'possible',
      'possible',
    ])
    expect(assess(networkOf([holds(['P', 'T', 1]), control]), { regime: 'eu' }).flags).toContainEqual(
      expect.objectContaining({ kind: 'control', isCertain: false }),
    )
  })
})

describe('parties with the same name', () => {
  it.each<[string, NetworkNode, NetworkNode]>([
    [
      'companies of one registration number',
      organizationNode('c1', { name: 'Acme', registrationNumber: '7', sanctions: [sanction] }),
      organizationNode('c2', { name: 'ACME', registrationNumber: '7' }),
    ],
    [
      'an alternative name and one birth date',
      personNode('c1', {
        name: 'I. P.',
        alternativeNames: ['Ivan Petrov'],
        birthDate: '1961',
        sanctions: [sanction],
      }),
      personNode('c2', { name: 'Ivan Petrov', birthDate: '1961' }),
    ],
    [
      'a missing birth date',
      personNode('c1', { name: 'Ivan Petrov', birthDate: '1961', sanctions: [sanction] }),
      personNode('c2', { name: 'Ivan Petrov' }),
    ],
  ])('may be the same party: %s', (_, listed, owner) => {
    const nodes = [listed, owner, organizationNode('T')]
    const network = networkOf([holds(['c2', 'T', 1])], { nodes })
    expect(verdicts(network)).toEqual(all('possible'))
    expect(kinds(network)).toContain('possibly_same')
  })
})

describe('one person as two nodes', () => {
  const twins = (more: Partial<NetworkNode> = {}) => [
    organizationNode('T'),
    personNode('p1', { name: 'Ivan Petrov', birthDate: '1961-04-09', sanctions: [sanction] }),
    personNode('p2', { name: 'IVAN  PETROV', birthDate: '1961-04-09', ...more }),
    personNode('P'),
  ]
  const network = (nodes: NetworkNode[]) =>
    networkOf([holds(['p2', 'T', 0.6]), holds(['P', 'T', 0.4])], { nodes })

  it('is one party if the caller merges the nodes', () => {
    const sameParties = [['p1', 'p2']]
    expect(verdicts(network(twins()), { sameParties })).toEqual(all('blocked'))
    expect(assess(network(twins()), { sameParties })).toMatchObject({
      sameParties,
      blocked: [{ id: 'p1', basis: 'listed' }, { id: 'T' }],
    })
    const split = owned(['X', 'T', 0.3], ['Y', 'T', 0.3], ['P', 'T', 0.4])
    expect(verdicts(split)).toEqual(['blocked', 'blocked', 'nothing_found'])
    // Merged, two shares of 30 % may be one holding that is listed twice, or two.
    expect(verdicts(split, { sameParties: [['X', 'Y']] })).toEqual(all('possible'))
    expect(() => assess(split, { sameParties: [['X', 'nobody']] })).toThrow(
      'sameParties must be lists of ids of nodes',
    )
  })

  it('is possibly one party if name and birth date are equal, and that would change the verdict', () => {
    expect(verdicts(network(twins()))).toEqual(all('possible'))
    const assessed = assess(network(twins()))
    expect(assessed.possible[0]).toMatchObject({ id: 'p2', doubt: 'possibly_same' })
    expect(assessed.missing.map(({ text }) => text)).toEqual([
      'whether IVAN PETROV (born 1961-04-09, "p2") is the same as Ivan Petrov (born 1961-04-09, "p1"), or another of that name (option sameParties)',
    ])
    expect(assessed.flags).toContainEqual(
      expect.objectContaining({ kind: 'possibly_same', ids: ['p2', 'p1'] }),
    )
    expect(verdicts(network(twins({ birthDate: '1962-04-09' })))).toEqual(all('nothing_found'))
    expect(verdicts(network(twins({ birthDate: null })))).toEqual(all('possible'))
  })

  it('is possibly one listed person with enough shares for the United Kingdom', () => {
    const nodes = twins({ sanctions: [sanction] })
    const both = networkOf([holds(['p1', 'T', 0.3]), holds(['p2', 'T', 0.3]), holds(['P', 'T', 0.4])], {
      nodes,
    })
    expect(verdicts(both)).toEqual(['blocked', 'blocked', 'possible'])
    expect(texts(both, { regime: 'uk' })[0]).toContain('is the same as')
  })
})

describe('missing companies and own shares', () => {
  it('are a data issue, and may be the node whose id differs only in case', () => {
    const network = networkOf([holds(['P', 'root', 1]), holds(['X', 'ROOT', 0.6])], {
      nodes: ['P', 'X', 'root'].map(nodeNamed),
      rootId: 'root',
    })
    for (const regime of regimes) {
      const { verdict, issues } = assessScreened(network, { regime })
      expect(verdict).toBe('possible')
      expect(issues).toContainEqual(expect.objectContaining({ kind: 'missing_node', ids: ['ROOT'] }))
    }
    const elsewhere = networkOf([holds(['P', 'T', 1]), holds(['X', 'gone', 0.6])], {
      nodes: ['P', 'X', 'T'].map(nodeNamed),
    })
    expect(assess(elsewhere)).toMatchObject({
      verdict: 'nothing_found',
      issues: [{ kind: 'missing_node', ids: ['gone'] }],
    })
  })

  it('include shares through a subsidiary, which make a block possible', () => {
    const network = owned(['T', 'S', 1], ['S', 'T', 0.3], ['X', 'T', 0.35], ['P', 'T', 0.35])
    expect(verdicts(network, { direction: 'source_owns_target' })).toEqual([
      'possible',
      'possible',
      'nothing_found',
    ])
    const deep = owned(['T', 'S', 1], ['S', 'R2', 1], ['R2', 'T', 0.3], ['X', 'T', 0.36], ['P', 'T', 0.34])
    const nodes = deep.nodes.map(node => (node.id === 'R2' ? organizationNode('R2') : node))
    expect(verdicts({ ...deep, nodes }, { direction: 'source_owns_target' })).toEqual(all('possible'))
    const partly = (share: number) =>
      owned(['T', 'S', share], ['P', 'S', 1 - share], ['S', 'T', 0.3], ['X', 'T', 0.36], ['P', 'T', 0.34])
    expect(verdicts(partly(0.9), { direction: 'source_owns_target' })).toEqual(all('possible'))
    expect(verdicts(partly(0.5), { direction: 'source_owns_target' })).toEqual(all('nothing_found'))
    const unknown = owned(['T', 'S', null], ['S', 'T', 0.3], ['X', 'T', 0.35], ['P', 'T', 0.35])
    expect(verdicts(unknown, { direction: 'source_owns_target' })[0]).toBe('possible')
  })

  it('are left out in one of two figures: a certain block rests on the stated share', () => {
    const network = owned(
      ['T', 'S', 0.96],
      ['P', 'S', 0.04],
      ['S', 'T', 0.48],
      ['X', 'T', 0.45],
      ['P', 'T', 0.07],
    )
    for (const regime of regimes) {
      const assessed = assess(network, { regime, direction: 'source_owns_target' })
      expect(assessed.verdict).toBe('possible')
      const [party] = assessed.possible
      expect(party).toMatchObject({ id: 'T', share: { min: 0.45, max: 0.45 }, owners: [{ id: 'X' }] })
      expect(party?.netShare?.max).toBeCloseTo(0.45 / 0.52, 12)
      expect(toSentences(assessed)).toContain(
        'T is possibly blocked: listed or blocked owners may hold enough. They hold 45 % stated, 86.5 % without the shares that the company holds in itself, through X (45 %).',
      )
    }
    const half = owned(['T', 'S', 0.96], ['P', 'S', 0.04], ['S', 'T', 0.2], ['X', 'T', 0.5], ['P', 'T', 0.3])
    const [, blocked] = assess(half, { direction: 'source_owns_target' }).blocked
    expect(blocked).toMatchObject({ id: 'T', share: { min: 0.5, max: 0.5 }, netShare: null })
  })
})

describe('every blocked party in the network has a flag', () => {
  const whole = holds(['P', 'T', 1])
  const flagsOf = (...relations: Relation[]) =>
    assess(networkOf(relations), { direction: 'source_owns_target' }).flags.map(({ kind, ids }) => [
      kind,
      ...ids,
    ])

  it.each<[string, Relation[], string[]]>([
    [
      'an owner of a company that controls it',
      [holds(['X', 'A', 0.3]), relate('A', 'T', 'ControlsRelationship'), whole],
      ['connection', 'X', 'A', 'T'],
    ],
    ['a subsidiary', [whole, holds(['T', 'X', 0.3])], ['connection', 'X', 'T']],
    [
      'a subsidiary of a subsidiary',
      [whole, holds(['T', 'A', 0.3]), holds(['A', 'X', 0.3])],
      ['connection', 'X', 'A', 'T'],
    ],
    [
      'a holder of an unknown share',
      [holds(['P', 'T', 0.6]), holds(['X', 'T', null])],
      ['minority_holding', 'X'],
    ],
    ['a holder of no share', [whole, holds(['X', 'T', 0])], ['connection', 'X', 'T']],
    ['a holder of what nothing is left of', [whole, holds(['X', 'T', null])], ['minority_holding', 'X']],
    ['a director', [whole, relate('X', 'T', 'RoleRelationship')], ['relation', 'X']],
    [
      'a director of an owner',
      [holds(['A', 'T', 0.4]), holds(['P', 'T', 0.6]), relate('X', 'A', 'RoleRelationship')],
      ['connection', 'X', 'A', 'T'],
    ],
    ['somebody without a relation to it', [whole, holds(['X', 'B', 0.3])], ['connection', 'X']],
  ])('%s', (_, relations, flag) => {
    expect(flagsOf(...relations)).toContainEqual(flag)
  })

  it('and so has one with a neighbour of another name', () => {
    const { flags } = assess(
      networkOf([whole, holds(['X', 'A', 0.6]), relate('A', 'P', 'SupplierRelationship')]),
    )
    expect(flags.map(({ kind, ids }) => [kind, ...ids])).toEqual(
      [['connection', 'X', 'A', 'P', 'T']].concat([['connection', 'A', 'P', 'T']]),
    )
  })
})

describe('options and numbers', () => {
  it('refuse an unknown option with a suggestion', () => {
    const network = owned(['P', 'T', 1])
    expect(() => assess(network, Object({ regimes: 'ofac' }))).toThrow(
      'assessSanctions: regimes is no option (did you mean regime?)',
    )
    expect(() => assess(network, Object({ unlistedOwners: 'possible' }))).toThrow(
      'unlistedOwners is no option',
    )
    expect(() => indexNetwork(network, Object({ directions: 'x' }))).toThrow('did you mean direction?')
  })

  it('have no floating-point noise', () => {
    const { owners } = computeOwnership(owned(['P', 'A', 0.4], ['A', 'T', 0.4]))
    expect(owners.find(({ id }) => id === 'P')?.effective).toEqual({ min: 0.16, max: 0.16 })
  })
})
