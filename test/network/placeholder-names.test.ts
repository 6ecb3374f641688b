import type { NetworkNode } from 'entity-screening-sdk'
import { findBeneficialOwners, indexNetwork, type Regime, toSentences } from 'entity-screening-sdk/network'
import { describe, expect, it } from 'vitest'
import { isPlaceholderName } from '../../src/shared/names/placeholder-names.ts'
import { assessScreened } from './assess-screened.ts'
import { holds, networkOf, organizationNode, personNode, relate, sanction } from './networks.ts'

const regimes: Regime[] = ['ofac', 'eu', 'uk']

describe('a placeholder in place of a name', () => {
  it.each([
    ...[
      '-',
      '???',
      '***',
      '…',
      'Unknown',
      'UNKNOWN',
      'Undisclosed',
      'Free float',
      'free-float',
      'The Bearer',
      'N/A',
      'n / a',
      'N.N.',
      'n. n.',
    ],
    ...[
      'Other shareholders',
      'Unbekannt',
      'Streubesitz',
      'Übrige Aktionäre',
      'Inconnu',
      'Autres actionnaires',
      'Non communiqué',
    ],
    ...[
      'Desconocido',
      'Otros accionistas',
      'Sconosciuto',
      'Altri azionisti',
      'Desconhecido',
      'Outros acionistas',
      'Onbekend',
    ],
    ...[
      'Overige aandeelhouders',
      'Aan toonder',
      'Nieznany',
      'Pozostali akcjonariusze',
      'Neznámý',
      'Ostatní akcionáři',
    ],
    ...['Okänd', 'Övriga aktieägare', 'Ukendt', 'Øvrige aktionærer', 'Tuntematon', 'Muut osakkeenomistajat'],
  ])('names nobody: %s', name => {
    for (const type of ['person', 'organization', null]) expect(isPlaceholderName(name, type)).toBe(true)
  })

  it.each([
    'Heirs of Jan Vries',
    'Erben nach Karl Muster',
    'Héritiers de Paul Martin',
    'Eredi di Mario Bianchi',
    'Dödsboet efter Nils Berg',
  ])('names nobody if it is about the heirs of a person: %s', name => {
    expect(isPlaceholderName(name, 'person')).toBe(true)
    expect(isPlaceholderName(name, 'organization')).toBe(false)
  })

  it.each([
    ...[
      'Various Eateries PLC',
      'Unknown Pleasures Ltd',
      'Bearer Group Oyj',
      'Free Float Capital LLC',
      'Heirs Holdings Ltd',
      'NA',
      'NN',
      'NN Group N.V.',
    ],
    ...[
      'Na Li',
      'Jan Onbekend',
      'Eva Neznámá',
      'An Other',
      'Karel Erben',
      'Erben',
      'Public Storage',
      'Others Music GmbH',
      '7',
      'Ø',
      '李娜',
    ],
  ])('is none if a name only has such a word: %s', name => {
    for (const type of ['person', 'organization', null]) expect(isPlaceholderName(name, type)).toBe(false)
  })
})

describe('an owner with a placeholder in place of a name', () => {
  const owner = (more: Partial<NetworkNode> = {}) => personNode('U', { name: 'Unknown', ...more })
  const nodes = (...owners: NetworkNode[]) => [organizationNode('T'), personNode('P'), ...owners]
  const held = (share: number, ...owners: NetworkNode[]) =>
    networkOf([...owners.map(({ id }) => holds([id, 'T', share])), holds(['P', 'T', 0.3])], {
      rootId: 'T',
      nodes: nodes(...owners),
    })

  it('holds its share, and is not named', () => {
    const network = held(0.6, owner())
    for (const regime of regimes) {
      const { verdict, missing } = assessScreened(network, { regime })
      expect([verdict, missing.map(({ text }) => text)]).toEqual([
        'incomplete',
        ['who owns the other 60 % of T'],
      ])
      const exemptCompanies = [{ id: 'T', reason: 'listed in Vienna' }]
      expect(assessScreened(network, { regime, exemptCompanies }).verdict).toBe('nothing_found')
      // What nobody else holds is too little.
      expect(assessScreened(held(0.1, owner()), { regime }).verdict).toBe('incomplete')
      const small = networkOf([holds(['U', 'T', 0.2]), holds(['P', 'T', 0.8])], {
        rootId: 'T',
        nodes: nodes(owner()),
      })
      expect(assessScreened(small, { regime }).verdict).toBe('nothing_found')
    }
    expect(indexNetwork(network).shares.ofCompany.get('T')?.[1]?.share).toEqual({ min: 0.6, max: 0.6 })
    expect(toSentences(assessScreened(network, { regime: 'ofac' }))).toContain(
      'Unknown names nobody: the owner of its holdings is not named.',
    )
  })

  it('stays listed if it is listed', () => {
    for (const regime of regimes)
      expect(assessScreened(held(0.6, owner({ sanctions: [sanction] })), { regime }).verdict).toBe('blocked')
  })

  it('may control a company', () => {
    const network = networkOf([relate('U', 'T', 'ControlsRelationship'), holds(['P', 'T', 1])], {
      rootId: 'T',
      nodes: nodes(owner()),
    })
    expect(regimes.map(regime => assessScreened(network, { regime }).verdict)).toEqual([
      'nothing_found',
      'incomplete',
      'incomplete',
    ])
  })

  it('is another party than one with the same placeholder', () => {
    const index = indexNetwork(
      held(
        0.3,
        owner(),
        owner({ name: 'UNKNOWN' }),
        personNode('V', { name: 'unknown', sanctions: [sanction] }),
      ),
    )
    expect(index.issues.map(({ kind }) => kind)).not.toContain('possibly_same')
    expect(index.namesakes).toEqual([])
  })

  it('has the name of its other field, if there is one', () => {
    const network = held(0.6, owner({ fullName: 'Kim Doe' }))
    expect(indexNetwork(network).parties.get('U')?.name).toBe('Kim Doe')
  })

  it.each(['Unknown', 'Heirs of Jan Vries', null])('is no certain beneficial owner: %s', name => {
    const { owners, withUnnamedOwners } = findBeneficialOwners(held(0.6, owner({ name })), { rule: 'amlr' })
    expect(owners.find(({ id }) => id === 'U')?.isCertain).toBe(false)
    expect(owners.find(({ id }) => id === 'P')?.isCertain).toBe(true)
    expect(withUnnamedOwners.map(({ id }) => id)).toEqual(['T'])
  })
})
