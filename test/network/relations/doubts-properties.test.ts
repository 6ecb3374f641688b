import type { Relation } from 'entity-screening-sdk'
import { indexNetwork, type Regime } from 'entity-screening-sdk/network'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assessScreened } from '../assess-screened.ts'
import { networkOf, nodeNamed, organizationNode, personNode, relate } from '../networks.ts'
import { runs } from '../random-networks.ts'
import { naturesOfControl } from './natures-of-control.ts'

const ids = ['T', 'A', 'B', 'P', 'X'] as const
const certain = { ShareholdingRelationship: 'Ordinary shares', VotingRightsRelationship: 'Voting rights' }
const relation = fc
  .record({
    type: fc.constantFrom(
      ...(['ShareholdingRelationship', 'ShareholdingRelationship', 'ShareholdingRelationship'] as const),
      ...(['SubsidiaryRelationship', 'VotingRightsRelationship', 'ControlsRelationship'] as const),
      ...(['RoleRelationship', 'SupplierRelationship'] as const),
    ),
    source: fc.constantFrom(...ids),
    target: fc.constantFrom(...ids),
    exactShare: fc.constantFrom(null, 0.1, 0.3, 0.5, 0.7, 1),
  })
  .map(({ type, source, target, exactShare }): Relation => {
    const isHolding = type === 'ShareholdingRelationship' || type === 'VotingRightsRelationship'
    if (isHolding) return { ...relate(source, target, type, { exactShare }), label: certain[type] }
    return { ...relate(source, target, type), label: type === 'RoleRelationship' ? 'Director' : null }
  })

const contradictions = ['shares_above_whole', 'conflicting_shares']

/** Words and fields outside the vocabulary. */
const word = fc.oneof(
  fc.constantFrom(
    'nominee',
    'Trust',
    'golden',
    'Gesellschafter',
    'joint',
    'founder',
    'right to appoint',
    'former',
  ),
  fc.constantFrom(...naturesOfControl),
  fc.string({ minLength: 1 }).map(text => `q${text}`),
)
const field = fc.record({
  name: fc.oneof(
    fc.constantFrom('capacity', 'gyldigTil', 'status', 'share', 'votes_per_share', 'Anteil'),
    fc.string(),
  ),
  value: fc.oneof(
    fc.constantFrom(true, 'nominee', '2020-01-31', 60, 0.6, '60 %', '25-50%', { of: 3 }),
    fc.string(),
  ),
})
const addition = fc.oneof(
  fc
    .record({ word, place: fc.constantFrom('label', 'roleType', 'keyPosition', 'description') })
    .map(({ word: added, place }) => (given: Relation): Relation => {
      if (place === 'label') return { ...given, label: [given.label, added].filter(Boolean).join(' ') }
      return { ...given, details: { ...given.details, [place]: added } }
    }),
  field.map(
    ({ name, value }) =>
      (given: Relation): Relation => ({ ...given, unknownFields: { [name]: value } }),
  ),
)

function nodesOf(hasListed: boolean) {
  return ids.map(id => {
    if (id === 'X') return hasListed ? nodeNamed(id) : personNode(id)
    return id === 'P' ? personNode(id) : organizationNode(id)
  })
}

describe.each<Regime>(['ofac', 'eu', 'uk'])('words and fields outside the vocabulary, under %s', regime => {
  it.each([true, false])('neither clear nor block a company; with a listed party: %s', hasListed => {
    let doubts = 0
    const example = fc.record({
      relations: fc.array(relation, { minLength: 1, maxLength: 6 }),
      position: fc.nat(),
      add: addition,
      direction: fc.constantFrom('source_owns_target' as const, undefined),
    })
    fc.assert(
      fc.property(example, ({ relations, position, add, direction }) => {
        const doubtful = relations.with(
          position % relations.length,
          add(relations[position % relations.length] ?? relate('', '', '')),
        )
        const [first, second] = [relations, doubtful].map(all =>
          indexNetwork(networkOf(all, { rootId: 'T', nodes: nodesOf(hasListed) }), { direction }),
        )
        if (first === undefined || second === undefined) throw new Error('two')
        // If two relations contradict each other, a doubt about one of them leaves the other.
        fc.pre(!first.issues.some(({ kind }) => contradictions.includes(kind)))
        if (second.issues.some(({ kind }) => kind === 'doubtful_relation')) doubts += 1
        const [before, after] = [first, second].map(index => assessScreened(index, { regime }).verdict)
        if (before !== 'nothing_found') expect(after).not.toBe('nothing_found')
        if (before !== 'blocked') expect(after).not.toBe('blocked')
        if (!hasListed) expect(['incomplete', 'nothing_found']).toContain(after)
      }),
      { numRuns: runs },
    )
    expect(doubts).toBeGreaterThan(runs / 10)
  })
})
