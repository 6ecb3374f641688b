import { computeOwnership, findBeneficialOwners, toSentences } from 'entity-screening-sdk/network'
import { describe, expect, it } from 'vitest'
import { assessScreened } from './assess-screened.ts'
import { holds, networkOf, organizationNode, owned, personNode, relate, sanction, votes } from './networks.ts'

describe('toSentences', () => {
  it('names the owners of a company, their chains, and the part without an owner', () => {
    const network = owned(['P', 'A', 0.6], ['Q', 'A', 0.3], ['A', 'T', 0.5], ['P', 'T', 0.2])
    expect(toSentences(computeOwnership(network))).toEqual([
      'P owns 50 % of T: P → A → T (30 %); P → T (20 %).',
      'Q owns 15 % of T: Q → A → T (15 %).',
      '35 % of T is attributed to nobody.',
    ])
    expect(toSentences(computeOwnership(owned(['P', 'T', 1]), 'P'))).toEqual([
      'The network names no owner of P.',
    ])
  })

  it('describes each data issue by names, or by ids of parties without a name', () => {
    const nodes = [
      organizationNode('t', { name: 'Tideglass Ltd.' }),
      organizationNode('t', { name: 'Tideglass Ltd.' }),
      organizationNode('a', {
        name: 'Anvil AG',
        sanctions: [{ name: null, sources: [], isReadable: false, unknownFields: { value: 1 } }],
      }),
      personNode('p', { name: null }),
    ]
    const relations = [
      holds(['a', 'a', 0.1]),
      holds(['p', 'a', 0.2]),
      holds(['p', 'a', 0.3]),
      relate('gone', 't', 'ShareholdingRelationship', { unknownFields: { exact_share: 'most' } }),
      holds(['a', 't', 0.9]),
      holds(['t', 't', 0.4]),
      votes(['a', 't', null]),
      relate('q', 'p', 'ShareholdingRelationship', { exactShare: 1 }),
    ]
    const sentences = toSentences(computeOwnership(networkOf(relations, { nodes, rootId: 't' })))
    expect(sentences).toEqual(
      expect.arrayContaining([
        'Several nodes have the id of Tideglass Ltd.',
        'The node "p" has no name.',
        'What the data says about the screening of Anvil AG cannot be read, or not all of it.',
        'The network has no node "gone", which a relation names (ShareholdingRelationship).',
        '"gone" is said to hold "most" of the shares of Tideglass Ltd., which cannot be read: it may be anything from 0 % to 100 %.',
        '"p" is said to hold several parts of the shares of Anvil AG, which may be one: 20 %, 30 %.',
        'The shares of Tideglass Ltd. sum to 130 %.',
        '"p" is a person, but has owners in the data.',
        'Anvil AG holds an unknown part of the votes of Tideglass Ltd.: 0 % to 100 %.',
      ]),
    )
    expect(toSentences(computeOwnership(owned(['A', 'B', 1], ['B', 'A', 1])))).toContain(
      'All of A and B is owned in a closed loop: the network shows nobody behind it.',
    )
  })

  it.each([
    [0.49999999, '49.999999 %'],
    [0.50000001, '50.000001 %'],
    [0.5, '50 %'],
    [1 / 3, '33.3333 %'],
  ])('does not round %d to a threshold', (share, said) => {
    expect(toSentences(computeOwnership(owned(['P', 'T', share])))[0]).toBe(
      `P owns ${said} of T: P → T (${said}).`,
    )
  })

  it('describes the share of a parent as more than half', () => {
    const network = networkOf([relate('P', 'T', 'SubsidiaryRelationship')])
    expect(toSentences(computeOwnership(network))[0]).toBe(
      'P owns more than 50 % of T: P → T (more than 50 %).',
    )
  })

  it('keeps a name on one line, without reversing the text after it', () => {
    const nodes = [organizationNode('T', { name: 'T\nT is fine.' }), personNode('P', { name: 'A\u202eB' })]
    const network = networkOf([holds(['P', 'T', 1])], { nodes })
    expect(toSentences(computeOwnership(network))[0]).toBe(
      'AB owns 100 % of T T is fine.: AB → T T is fine. (100 %).',
    )
  })

  it('distinguishes parties of the same name, also if only one of them is in the result', () => {
    const nodes = [
      organizationNode('t', { name: 'Tideglass Ltd' }),
      personNode('p1', { name: 'Ivan Petrov', countryCode: 'BG', birthDate: '1961-04-09' }),
      personNode('p2', { name: 'IVAN  Petrov', sanctions: [sanction] }),
    ]
    const network = networkOf([holds(['p1', 't', 0.5])], { nodes })
    const called = 'Ivan Petrov (BG, born 1961-04-09, "p1")'
    expect(toSentences(computeOwnership(network))[0]).toBe(
      `${called} owns 50 % of Tideglass Ltd: ${called} → Tideglass Ltd (50 %).`,
    )
    expect(toSentences(findBeneficialOwners(network, { rule: 'amlr' }))[0]).toContain(called)
    expect(toSentences(assessScreened(network, { regime: 'ofac' }))).toContain(
      'Listed or blocked, but not upstream of Tideglass Ltd: IVAN Petrov ("p2").',
    )
  })

  it('describes a closed loop without a contradiction', () => {
    const sentences = toSentences(assessScreened(owned(['A', 'B', 1], ['B', 'A', 1]), { regime: 'ofac' }))
    expect(sentences.slice(0, 3)).toEqual([
      'The network is incomplete: whether A is blocked under the OFAC rule is not known.',
      'To settle it, find out: who owns A.',
      'All of A and B is owned in a closed loop: the network shows nobody behind it.',
    ])
  })

  it.each([null, {}, { kind: 'sanctions' }, { kind: 'constructor' }])('refuses %j', answer => {
    expect(() => toSentences(JSON.parse(JSON.stringify(answer)))).toThrow(
      'toSentences: result must be a result of',
    )
  })

  it('refuses a value that is not a result', () => {
    expect(() => toSentences(Object({ kind: 'diff' }))).toThrow(
      'toSentences: result must be a result of computeOwnership',
    )
  })
})
