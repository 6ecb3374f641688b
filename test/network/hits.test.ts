import type { HitEntry, Network, NetworkNode } from 'entity-screening-sdk'
import { type Hit, listHits, volatileFields } from 'entity-screening-sdk/network'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readNetwork } from '../reading/reading.ts'
import { repetitions } from '../repetitions.ts'

const runs = repetitions(300)

const party = {
  id: 'n1',
  name: 'Braskin, Yevgraf',
  full_name: 'Yevgraf I. Braskin',
  type: 'person',
  birth_date: '1961-04-09',
  country_code: 'RU',
}

async function hitsIn(fields: object, options = {}): Promise<Hit[]> {
  const { network } = await readNetwork({ nodes: { a: { ...party, ...fields } }, relations: [] })
  return listHits(network, { entity: 'e1', ...options })
}

it('hits keep their keys and contents, because they are stored for years', async () => {
  const found = await hitsIn({
    sanctions: [
      {
        name: 'Yevgraf BRASKIN',
        program: 'Fictional Programme',
        list: 'SDN List',
        listed_on: '2020-01-02',
        score: 0.9,
      },
    ],
    pep: [{ name: 'Y. Braskin', position: 'Mayor', sources: ['b', 'a'] }],
    adverse_media: [{ headline: 'Fraud alleged', sources: [] }],
    sanctions_note: 'see file',
  })
  expect(found.map(({ key, content }) => [key, content])).toEqual([
    [
      '["e1","sanctions","braskin yevgraf","fictional programme","list sdn"]',
      '[{"fields":{"list":"SDN List","listedon":"2020-01-02","name":"Yevgraf BRASKIN","program":"Fictional Programme","sources":[]},"party":{"birthdate":"1961-04-09","countrycode":"RU","fullname":"Yevgraf I. Braskin","registrationnumber":null,"type":"person"}}]',
    ],
    [
      '["e1","pep","braskin yevgraf","mayor"]',
      '[{"fields":{"name":"Y. Braskin","position":"Mayor","sources":["a","b"]},"party":{"birthdate":"1961-04-09","countrycode":"RU","fullname":"Yevgraf I. Braskin","registrationnumber":null,"type":"person"}}]',
    ],
    [
      '["e1","adverse_media","braskin yevgraf","alleged fraud"]',
      '[{"fields":{"headline":"Fraud alleged","name":null,"sources":[]},"party":{"birthdate":"1961-04-09","countrycode":"RU","fullname":"Yevgraf I. Braskin","registrationnumber":null,"type":"person"}}]',
    ],
    [
      '["e1","unclear","braskin yevgraf","sanctionsnote"]',
      '[{"fields":{"sanctionsnote":"see file"},"party":{"birthdate":"1961-04-09","countrycode":"RU","fullname":"Yevgraf I. Braskin","registrationnumber":null,"type":"person"}}]',
    ],
  ])
})

it('unreadable entries and unclear fields are hits that are not readable', async () => {
  const found = await hitsIn({
    sanctions: '[{"name":',
    watch_list: ['Interpol'],
    risks: ['Sanctioned by OFAC'],
  })
  expect(found.map(({ kind, isReadable, entries }) => [kind, isReadable, entries[0].unclear])).toEqual([
    ['sanctions', false, null],
    ['unclear', false, { risks: ['Sanctioned by OFAC'] }],
    ['unclear', false, { watch_list: ['Interpol'] }],
  ])
})

it('a risk that repeats an entry is not a separate hit, and an overridden field is none', async () => {
  const hit = { name: 'Yevgraf Braskin', program: 'P' }
  expect(await hitsIn({ sanctions: [hit], risks: ['Sanctions'] })).toHaveLength(1)
  expect(await hitsIn({ sanctions: [hit], risks: ['Political corruption, adverse media'] })).toHaveLength(2)
  expect(await hitsIn({ sanctions: [hit], risks: ['Sanctioned, and politically exposed'] })).toHaveLength(2)
  const checked = { sanctions: [hit], sanctions_checked_at: '2025-01-01' }
  expect(await hitsIn(checked)).toHaveLength(2)
  expect(await hitsIn(checked, { knownFields: { sanctions_checked_at: 'ignore' } })).toHaveLength(1)
})

describe('entries about one party', () => {
  const sanction = { name: 'Yevgraf Braskin', program: 'Fictional Programme', sources: ['a'] }
  const article = { headline: 'Fraud alleged', name: 'Braskin' }

  it.each<[string, object, object]>([
    ['lists', { list: 'SDN' }, { list: 'EU Consolidated List' }],
    ['authorities', { authority: 'OFAC' }, { authority: 'OFSI' }],
    [
      'authorities with lists of one name',
      { authority: 'EU', list: 'List' },
      { authority: 'UK', list: 'List' },
    ],
    ['programmes of one list', { list: 'SDN' }, { list: 'SDN', program: 'Another' }],
  ])('of two %s are two hits', async (_, ...parts) => {
    const found = await hitsIn({ sanctions: parts.map(part => ({ ...sanction, ...part })) })
    expect(found.map(({ entries, isReadable }) => [entries.length, isReadable])).toEqual([
      [1, true],
      [1, true],
    ])
    expect(new Set(found.map(({ key }) => key)).size).toBe(2)
  })

  it('in two papers with one headline are one hit with both', async () => {
    const papers = ['The Gazette', 'The Herald'].map(source => ({ ...article, sources: [source] }))
    const [alone] = await hitsIn({ adverse_media: papers.slice(0, 1) })
    const [both, ...others] = await hitsIn({ adverse_media: papers })
    expect(others).toEqual([])
    expect(both?.entries.map(({ entry }) => entry?.sources)).toEqual([['The Gazette'], ['The Herald']])
    expect(both).toMatchObject({ key: alone?.key, isReadable: true })
    expect(both?.content).not.toBe(alone?.content)
    expect(await hitsIn({ adverse_media: papers.toReversed() })).toEqual([both])
  })

  it('that repeat one another have the content of one', async () => {
    const [alone] = await hitsIn({ adverse_media: [article] })
    const [both] = await hitsIn({ adverse_media: [article, { ...article, score: 0.4 }] })
    expect(both?.entries).toHaveLength(2)
    expect(both?.content).toBe(alone?.content)
  })

  it('are readable together only if each of them is', async () => {
    const [hit, ...others] = await hitsIn({ adverse_media: [article, { headline: 'Fraud alleged' }] })
    expect(others).toEqual([])
    expect(hit?.isReadable).toBe(false)
  })
})

it('a second party with the same name, facts and entry changes the content of the hit', async () => {
  const sanctions = [{ name: 'Yevgraf Braskin', program: 'P' }]
  const contentOf = async (nodes: object) => {
    const { network } = await readNetwork({ nodes, relations: [] })
    return listHits(network, { entity: 'e1' }).map(({ content }) => content)
  }
  const alone = await contentOf({ a: { ...party, sanctions } })
  const both = await contentOf({ a: { ...party, sanctions }, b: { ...party, id: 'n2', sanctions } })
  expect([alone.length, both.length]).toEqual([1, 1])
  expect(both).not.toEqual(alone)
})

it('entries about two parties of one name are one hit with both parties', async () => {
  const sanctions = [{ name: 'Yevgraf Braskin', program: 'P' }]
  const nodes = {
    a: { ...party, sanctions },
    b: { ...party, id: 'n2', birth_date: '1980-05-06', sanctions },
    c: { ...party, id: 'n3', name: 'Yevgeny Braskin', sanctions },
  }
  const { network } = await readNetwork({ nodes, relations: [] })
  const found = listHits(network, { entity: 'e1' })
  expect(found.map(({ entries }) => entries.map(entry => entry.party.birthDate))).toEqual([
    ['1961-04-09', '1980-05-06'],
    ['1961-04-09'],
  ])
})

it('volatile fields do not change the content of a hit, and all other fields do', () => {
  const entry = { name: 'Yevgraf Braskin', sources: ['https://a.example'], isReadable: true }
  const networkOf = (unknownFields: object, node: Partial<NetworkNode> = {}): Network => {
    const sanction: HitEntry = {
      ...entry,
      unknownFields: { program: 'P', listed_on: '2020', ...unknownFields },
    }
    const empty = { pep: [], adverseMedia: [], sources: [], industry: [], alternativeNames: [] }
    const lists = { branchOffices: [], risks: [], industryClassificationCodes: [] }
    const nulls = {
      fullName: null,
      calculatedRiskScore: null,
      registrationNumber: null,
      size: null,
      nodeType: null,
    }
    const known = {
      id: 'n',
      name: 'Yevgraf Braskin',
      type: 'person',
      countryCode: 'RU',
      birthDate: '1961-04-09',
    }
    const nodes = [
      {
        ...empty,
        ...lists,
        ...nulls,
        ...known,
        sanctions: [sanction],
        hitStatus: 'hit' as const,
        sanctionsStatus: 'hit' as const,
        unknownFields: {},
        ...node,
      },
    ]
    return { rootId: 'n', nodes, relations: [], isComplete: true, overriddenFields: [], unknownFields: {} }
  }
  const contentOf = (network: Network) => listHits(network, { entity: 'e' })[0]?.content
  const was = contentOf(networkOf({}))
  fc.assert(
    fc.property(fc.constantFrom(...volatileFields), fc.jsonValue(), fc.nat(9), (name, value, id) => {
      const spelled = id % 2 === 0 ? name.toUpperCase() : name.replaceAll('_', '')
      expect(contentOf(networkOf({ [spelled]: value }, { id: `n${id}`, calculatedRiskScore: id }))).toBe(was)
    }),
    { numRuns: runs },
  )
  const names = fc.string({ minLength: 1 }).filter(name => /[a-z]/i.test(name))
  const other = names.filter(
    name =>
      !volatileFields.some(
        one => one.replaceAll('_', '') === name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''),
      ),
  )
  fc.assert(
    fc.property(other, fc.integer({ min: 1 }), (name, value) => {
      expect(contentOf(networkOf({ [name]: value }))).not.toBe(was)
    }),
    { numRuns: runs },
  )
  expect(contentOf(networkOf({}, { birthDate: null }))).not.toBe(was)
  expect(contentOf(networkOf({}, { countryCode: 'BY' }))).not.toBe(was)
  expect(contentOf(networkOf({}, { fullName: 'Yevgraf I. Braskin' }))).not.toBe(was)
  expect(contentOf(networkOf({}, { type: 'organization' }))).not.toBe(was)
  expect(contentOf(networkOf({}, { registrationNumber: 'HRB 1' }))).not.toBe(was)
})

it('a hit may be nested deeper than the stack', async () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  const found = await hitsIn({ sanctions: [{ name: 'A', more: deep }] })
  expect(found).toHaveLength(1)
})
