import type { Relation } from 'entity-screening-sdk'
import { diffNetworks, type NetworkChange } from 'entity-screening-sdk/portfolio'
import { describe, expect, it } from 'vitest'
import { leads, network, node, owns, relation } from '../records.ts'

/** The changes of the relations between three nodes. */
const relationChanges = (before: Relation[], after: Relation[]) => {
  const nodes = [node('root'), node('a'), node('b')]
  return diffNetworks(network(nodes, before), network(nodes, after))
}
const kindsOf = (changes: NetworkChange[]) => changes.map(({ kind }) => kind)

describe('the relations of a network', () => {
  const ends = {
    source: { id: 'a', name: 'Name of a' },
    target: { id: 'root', name: 'Name of root' },
  }

  it.each([
    ['ShareholdingRelationship', 'owner'],
    ['VotingRightsRelationship', 'owner'],
    ['ControlsRelationship', 'owner'],
    ['RoleRelationship', 'role'],
    ['SubsidiaryRelationship', 'relation'],
    ['FriendshipRelationship', 'relation'],
    ['', 'relation'],
  ])('of the type "%s" make a new, or a former, %s', (type, sort) => {
    const one = relation('a', 'root', type)
    expect(relationChanges([], [one])).toEqual([{ kind: `${sort}_new`, ...ends, relation: one }])
    expect(relationChanges([one], [])).toEqual([{ kind: `${sort}_gone`, ...ends, relation: one }])
  })

  it.each([
    [0.4, 0.6, 'share_up'],
    [0.6, 0.4, 'share_down'],
    [null, 0.4, 'share_changed'],
    [0.4, null, 'share_changed'],
    [0, 1, 'share_up'],
  ])('with the share %s, then %s, have %s', (before, after, kind) => {
    const now = owns('a', 'root', after)
    expect(relationChanges([owns('a', 'root', before)], [now])).toEqual([
      { kind, ...ends, before, after, relation: now },
    ])
  })

  it('are several between the same two nodes, none of which is lost', () => {
    const before = [owns('a', 'root', 0.2), owns('a', 'root', 0.3)]
    expect(relationChanges(before, [owns('a', 'root', 0.4), owns('a', 'root', 0.2)])).toMatchObject([
      { kind: 'share_up', before: 0.3, after: 0.4 },
    ])
    expect(relationChanges(before, [owns('a', 'root', 0.3)])).toMatchObject([
      { kind: 'owner_gone', relation: { details: { exactShare: 0.2 } } },
    ])
    expect(relationChanges(before, [...before, ...before])).toHaveLength(2)
  })

  it('are the same by their identifier', () => {
    const before = [owns('a', 'root', 0.2, 'x'), owns('a', 'root', 0.3, 'y')]
    const after = [owns('a', 'root', 0.3, 'x'), owns('a', 'root', 0.2, 'y')]
    expect(relationChanges(before, after)).toMatchObject([
      { kind: 'share_down', before: 0.3, after: 0.2, relation: { details: { uid: 'y' } } },
      { kind: 'share_up', before: 0.2, after: 0.3, relation: { details: { uid: 'x' } } },
    ])
  })

  it('are the same by identifier and share, where an identifier comes twice', () => {
    const before = [owns('a', 'root', 0.2, 'x'), owns('a', 'root', 0.3, 'x')]
    expect(relationChanges(before, [owns('a', 'root', 0.3, 'x')])).toMatchObject([
      { kind: 'owner_gone', relation: { details: { exactShare: 0.2 } } },
    ])
  })

  it('are paired by their identifier, then by what they say, then as they are left', () => {
    const before = [owns('a', 'root', 0.1), owns('a', 'root', 0.2, 'x'), owns('a', 'root', 0.5, 'z')]
    const after = [owns('a', 'root', 0.05, 'y'), owns('a', 'root', 0.5, 'v'), owns('a', 'root', 0.3)]
    expect(relationChanges(before, after)).toMatchObject([
      { kind: 'share_up', before: 0.1, after: 0.3 },
      { kind: 'share_down', before: 0.2, after: 0.05, relation: { details: { uid: 'y' } } },
    ])
  })

  it.each(['y', '', null])('of one type between two nodes are the same, with the identifier %s too', uid => {
    const before = [owns('a', 'root', 0.2, 'x')]
    expect(relationChanges(before, [owns('a', 'root', 0.2, uid)])).toEqual([])
    expect(kindsOf(relationChanges(before, [owns('a', 'root', 0.3, uid)]))).toEqual(['share_up'])
  })

  it('are others between other nodes, in the other direction and of another type', () => {
    for (const other of [
      owns('b', 'root', 0.2, 'x'),
      owns('root', 'a', 0.2, 'x'),
      relation('a', 'root', 'VotingRightsRelationship', { exactShare: 0.2, uid: 'x' }),
    ]) {
      const changes = relationChanges([owns('a', 'root', 0.2, 'x')], [other])
      expect(kindsOf(changes)).toEqual(['owner_new', 'owner_gone'])
    }
  })

  it('are the same in either spelling of their type', () => {
    const before = relation('a', 'root', 'RoleRelationship', { keyPosition: 'Director' })
    expect(relationChanges([before], [{ ...before, rawType: 'HasRole' }])).toEqual([])
  })

  it('without an identifier are the same role under another title', () => {
    const before = [leads('a', 'root', 'Director'), leads('a', 'root', 'Secretary')]
    const after = [leads('a', 'root', 'Secretary'), leads('a', 'root', 'Chairman')]
    expect(relationChanges(before, after)).toMatchObject([
      {
        kind: 'role_changed',
        before: { details: { keyPosition: 'Director' } },
        relation: { details: { keyPosition: 'Chairman' } },
      },
    ])
  })

  it('change in what they say: another title, and a role that is over', () => {
    const before = leads('a', 'root', 'Director', 'x')
    const promoted = leads('a', 'root', 'Chairman', 'x')
    expect(relationChanges([before], [promoted])).toEqual([
      { kind: 'role_changed', ...ends, before, relation: promoted },
    ])
    const former = { ...before, details: { ...before.details, description: 'Former' } }
    expect(kindsOf(relationChanges([before], [former]))).toEqual(['role_changed'])
    const supplies = relation('a', 'root', 'SupplierRelationship', { label: 'Steel' })
    expect(kindsOf(relationChanges([supplies], [{ ...supplies, label: 'Wood' }]))).toEqual([
      'relation_changed',
    ])
  })

  it('do not count sources, risk and what the vocabulary has no name for', () => {
    const one = owns('a', 'root', 0.5)
    const other = {
      ...one,
      risk: 7,
      unknownFields: { x: 1 },
      details: { ...one.details, sources: ['https://x.example'], unknownFields: { y: 1 } },
    }
    expect(relationChanges([one], [other])).toEqual([])
  })

  it('may lead to nodes that are not there', () => {
    const nowhere = owns('ghost', 'a', 0.5)
    expect(diffNetworks(network([node('a')]), network([node('a')], [nowhere]))).toMatchObject([
      { kind: 'owner_new', source: { id: 'ghost', name: null }, target: { id: 'a', name: 'Name of a' } },
    ])
  })

  it('name an owner who is gone as it was called', () => {
    const before = network([node('a'), node('b')], [owns('b', 'a', 0.5)])
    expect(diffNetworks(before, network([node('a')]))).toMatchObject([
      { kind: 'node_gone', id: 'b' },
      { kind: 'owner_gone', source: { id: 'b', name: 'Name of b' } },
    ])
  })
})
