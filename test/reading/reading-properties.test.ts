import { EntityScreening, type NetworkNode, type QuirkReport } from 'entity-screening-sdk'
import { createMockServer, scenarios } from 'entity-screening-sdk/mock-server'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dialects } from '../../mock-server/dialects/index.ts'
import { networkNode, relation, relationDetails } from '../../src/contract/network.ts'
import { hitListNames, lettersOf, splitName } from '../../src/reading/letters.ts'
import { mentionsScreening, screeningWords } from '../../src/reading/screening/mentions-screening.ts'
import { answering } from '../answering.ts'
import { assessScreened } from '../network/assess-screened.ts'
import { repetitions } from '../repetitions.ts'
import { clean, hit, readNetwork, readNode } from './reading.ts'

const runs = { numRuns: repetitions(300), seed: 20_251_005 }

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Spellings of a name that have its letters, or those of a synonym. */
const spelling = (name: string, nouns: readonly string[] = ['']) =>
  fc
    .record({
      spell: fc.constantFrom<(word: string, at: number) => string>(
        word => word,
        word => word.toUpperCase(),
        (word, at) => (at === 0 ? word : capital(word)),
        capital,
      ),
      divider: fc.constantFrom('_', '-', ' ', '', '.', '__'),
      noun: fc.constantFrom(...nouns),
      ending: fc.constantFrom('', '', '_json', 'JSON', '_data', '-json', '_data_json'),
    })
    .map(
      ({ spell, divider, noun, ending }) =>
        [...name.split('_'), ...noun.split('_')].filter(Boolean).map(spell).join(divider) + ending,
    )

/** A list of hits as a service may hand it out: in another type, or one level deeper. */
const form = fc.constantFrom<(list: unknown[]) => unknown>(
  list => list,
  list => JSON.stringify(list),
  list => JSON.stringify(JSON.stringify(list)),
  list => list.map(entry => JSON.stringify(entry)),
  list => (list.length === 1 ? list[0] : list),
  list => [list],
  list => ({ data: list }),
  list => ({ total: 0, items: list }),
  list => ({ ...list }),
  list => `${JSON.stringify(list)},`,
  list => list.map(() => 'Evil'),
  () => true,
  list => list.length,
)

const nouns = ['', '', '', 'entries', 'hits', 'list', 'matches', 'records', 'results']
const lists = fc.constantFrom('pep', 'sanctions', 'adverse_media').chain(list =>
  fc.record({
    name: spelling(list, nouns),
    entries: fc
      .integer({ min: 1, max: 3 })
      .map(count => Array.from({ length: count }, (_, at) => ({ ...hit, name: `Evil ${at}` }))),
    form,
  }),
)

/** A node, with its fields where they belong, one level deeper, or as JSON text. */
const place = fc.constantFrom<(fields: object) => unknown>(
  fields => ({ ...clean, ...fields }),
  fields => ({ ...fields, id: 'a', name: 'A' }),
  fields => ({ id: 'a', ...fields }),
  fields => ({ ...clean, attributes: fields }),
  fields => ({ ...clean, attributes: [{ of: 1 }, fields] }),
  fields => ({ ...clean, attributes: JSON.stringify(fields) }),
  fields => JSON.stringify({ ...clean, ...fields }),
  fields => [{ ...clean, ...fields }],
)

it('no hit of a changed body becomes no_hit or not_shown', async () => {
  const bodies = fc.record({ list: lists, place, others: fc.array(lists, { maxLength: 2 }) })
  const property = fc.asyncProperty(bodies, async ({ list, place, others }) => {
    const fields = [...others.map(({ name }) => [name, []]), [list.name, list.form(list.entries)]]
    const { node } = await readNode(place(Object.fromEntries(fields)))
    expect(['hit', 'unclear']).toContain(node.hitStatus)
  })
  await fc.assert(property, runs)
})

/** Names that a table knows, by their letters. */
const known = new Set(
  [
    ...Object.keys({ ...networkNode.shape, ...relation.shape, ...relationDetails.shape }),
    ...hitListNames('pep', 'peps', 'sanction', 'sanctions', 'adversemedia'),
    'nodes',
    'relations',
  ].map(lettersOf),
)
const isUnknown = (name: string) => !known.has(lettersOf(name).replace(/(?:json|data)+$/, ''))
const anyName = fc.oneof(
  fc.string(),
  fc.constantFrom(
    'media',
    'found',
    'persons',
    'status',
    'flags',
    'listed',
    'results',
    'data',
    '__proto__',
    'ignore',
    'score',
  ),
)
const hasNoun = (name: string) =>
  screeningWords.nouns.some(noun => ` ${splitName(name).join(' ')} `.includes(` ${noun} `))
const harmless = anyName.filter(name => isUnknown(name) && !mentionsScreening(name) && !hasNoun(name))
const alarming = fc.oneof(
  harmless,
  fc.constantFrom(
    'is_pep',
    'sanctioned',
    'sanctions_status',
    'watchlist',
    'ofac',
    'adverse_news',
    'warnings',
    'hits',
    'matches',
    'screening',
  ),
)

/** Fields with anything in them, also what looks like a list of hits. */
function fieldsUnder(names: fc.Arbitrary<string>): fc.Arbitrary<Record<string, unknown>> {
  const { value } = fc.letrec<{ value: unknown }>(tie => ({
    value: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      fc.constantFrom<unknown>(
        null,
        true,
        1,
        '',
        '-',
        'Sanctioned by OFAC',
        'no',
        hit,
        [hit],
        JSON.stringify([hit]),
      ),
      fc.string(),
      fc.double(),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(names, tie('value'), { maxKeys: 3, noNullPrototype: true }),
    ),
  }))
  return fc.dictionary(names, value, { minKeys: 1, maxKeys: 4, noNullPrototype: true })
}

const given: [NetworkNode['hitStatus'], object][] = [
  ['no_hit', clean],
  ['not_shown', { id: 'a', name: 'A' }],
  ['hit', { ...clean, sanctions: [hit] }],
  ['unclear', { ...clean, sanctions: ['Evil'] }],
]

describe('whatever is added under names without the words of screening', () => {
  it.each(given)('leaves a node that is %s', async (status, fields) => {
    const property = fc.asyncProperty(fieldsUnder(harmless), fc.boolean(), async (added, isFirst) => {
      const { node } = await readNode(isFirst ? { ...added, ...fields } : { ...fields, ...added })
      expect(node.hitStatus).toBe(status)
    })
    await fc.assert(property, runs)
  })

  it('leaves an entity and a relation clear', async () => {
    const property = fc.asyncProperty(fieldsUnder(harmless), async added => {
      const relations = [{ source: 'a', target: 'a', type: 'Other', ...added, details: added }]
      const { network } = await readNetwork({ nodes: { a: clean }, relations })
      expect(network.relations).toMatchObject([{ isUnclear: false }])
    })
    await fc.assert(property, runs)
  })
})

it('nothing that is added makes a company blocked', async () => {
  const added = fieldsUnder(alarming)
  const property = fc.asyncProperty(
    added,
    added,
    added,
    added,
    async (onRoot, onOwner, onRelation, beside) => {
      const nodes = {
        a: { ...onRoot, ...clean, type: 'organization' },
        b: { ...onOwner, ...clean, id: 'b', type: 'person' },
      }
      const held = { source: 'b', target: 'a', type: 'ShareholdingRelationship' }
      const relations = [{ ...onRelation, ...held, details: { ...onRelation, exact_share: 0.75 } }]
      const { network } = await readNetwork({ ...beside, nodes, relations })
      expect(network.nodes.map(({ hitStatus }) => hitStatus)).not.toContain('hit')
      expect(assessScreened(network, { regime: 'eu' }).verdict).not.toBe('blocked')
    },
  )
  await fc.assert(property, runs)
})

it('a level of risk is never read as a lower one', async () => {
  const cased = fc.constantFrom(
    (word: string) => word,
    (word: string) => word.toUpperCase(),
    capital,
  )
  const labels = fc
    .record({
      level: fc.constantFrom('high', 'medium'),
      cased,
      divider: fc.constantFrom(' ', '\u00a0', '-', '_', '', '  ', '\t', ': '),
      shape: fc.constantFrom<(level: string, divider: string, risk: string) => string>(
        level => level,
        (level, divider, risk) => level + divider + risk,
        (level, divider, risk) => risk + (divider || ' ') + level,
      ),
      name: fc.constantFrom('riskLevel', 'RiskLevel', 'risk_level', 'RISK-LEVEL', 'risklevel'),
    })
    .map(({ level, cased, divider, shape, name }) => ({
      level,
      name,
      label: shape(cased(level), divider, cased('risk')),
    }))
  const property = fc.asyncProperty(labels, async ({ level, name, label }) => {
    const [entity] = await answering([{ id: 'e1', [name]: label }]).client.entities.list()
    expect(entity?.riskLevel).toBe(level)
  })
  await fc.assert(property, runs)
})

describe('what the specification and the mock server send is whole, and no node of it unclear', () => {
  it('the sample payload', async () => {
    const entry = JSON.stringify([
      { name: 'Ilse Brandt', position: 'Mayor', sources: ['https://example.com/register'] },
    ])
    const nodes = {
      a: {
        id: 'a',
        name: 'A',
        type: 'organization',
        country: 'DE',
        pep_json: '[]',
        sanctions_json: '[]',
        adverse_media_json: '[]',
      },
      b: {
        id: 'b',
        name: 'Ilse Brandt',
        type: 'person',
        country: 'DE',
        pep_json: entry,
        sanctions_json: '[]',
        adverse_media_json: '[]',
      },
    }
    const relations = [
      {
        source: 'b',
        target: 'a',
        type: 'HasRole',
        label: 'Director',
        risk: 0,
        details: { is_executive: true },
      },
    ]
    const { network } = await readNetwork({ nodes, relations })
    expect(network).toMatchObject({
      isComplete: true,
      nodes: [{ hitStatus: 'no_hit' }, { hitStatus: 'hit' }],
    })
  })

  it.each(dialects)('every network, list and search of the dialect %s', { tags: 'long' }, async dialect => {
    const server = createMockServer({ dialect })
    const { apiKey } = server.teams.create()
    const met: QuirkReport[] = []
    const client = new EntityScreening({
      apiKey,
      baseUrl: 'http://in-process',
      fetch: server.fetch,
      logLevel: 'off',
      maxRetries: 0,
      validation: 'strict',
      onQuirk: report => met.push(report),
    })
    const names = ['Saltmarsh Shipping S.A.', 'Nordwind Turbinen GmbH', 'Anybody Ltd']
    const played = scenarios.filter(({ id, status }) => id !== 'quirky' && status === undefined)
    for (const name of [...names, ...played.map(({ example }) => example)])
      await client.entities.create({ type: 'organization', name, countryCode: 'PA' })
    server.clock.settle()
    const entities = await client.entities.list()
    expect(entities.filter(({ isUnclear }) => isUnclear)).toEqual([])
    await client.entities.search({ name: 'Nordwind' })
    await client.search.organizations({ companyName: 'Nordwind' })
    await client.search.persons({ fullName: 'Dragomir Vosskov' })
    for (const { id } of entities) {
      const network = await client.entities.network(id)
      expect(network).toMatchObject({ isComplete: true, overriddenFields: [] })
      expect(network.nodes.filter(({ hitStatus }) => hitStatus === 'unclear')).toEqual([])
      expect(network.relations.filter(({ isUnclear }) => isUnclear)).toEqual([])
    }
    expect(met.filter(({ code }) => code === 'drift' || code === 'incomplete')).toEqual([])
  })
})
