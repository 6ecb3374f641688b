import { computeOwnership, findBeneficialOwners, indexNetwork } from 'entity-screening-sdk/network'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { assessScreened } from './assess-screened.ts'
import { networkOf, organizationNode, owned, personNode } from './networks.ts'
import { randomTies, runs, sizeOf, tiesOf } from './random-networks.ts'

it('the order of nodes and relations does not change any result', { tags: 'long' }, () => {
  const ties = randomTies({ whole: false, unknown: true }).filter(some => sizeOf(some) > 0)
  fc.assert(
    fc.property(ties, some => {
      const one = { ...owned(...tiesOf(some)), rootId: `N${some[0]?.company}` }
      const other = { ...one, nodes: one.nodes.toReversed(), relations: one.relations.toReversed() }
      const [ofOne, ofOther] = [one, other].map(network => [
        indexNetwork(network).issues,
        computeOwnership(network),
        findBeneficialOwners(network, { rule: 'amlr' }),
        assessScreened(network, { regime: 'uk' }),
      ])
      expect(ofOther).toEqual(ofOne)
    }),
    { numRuns: runs },
  )
})

it('a node that is a person and an organization may be either, whichever comes first', () => {
  const both = [personNode('P'), organizationNode('P', { name: 'P' })]
  for (const nodes of [both, both.toReversed()]) {
    const network = networkOf(owned(['P', 'T', 0.6]).relations, { nodes: [...nodes, organizationNode('T')] })
    const { owners } = findBeneficialOwners(network, { rule: 'amlr' })
    expect(owners.map(({ id, isCertain }) => [id, isCertain])).toEqual([['P', false]])
  }
})
