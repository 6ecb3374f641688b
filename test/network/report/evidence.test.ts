import { createHash } from 'node:crypto'
import type { Network } from 'entity-screening-sdk'
import {
  assessSanctions,
  type EvidenceOptions,
  findBeneficialOwners,
  listHits,
  toEvidence,
  toHtml,
  toSentences,
  verifyEvidence,
} from 'entity-screening-sdk/network'
import { openDecisions } from 'entity-screening-sdk/portfolio'
import { parseDocument } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { canonicalText } from '../../../src/network/report/canonical.ts'
import { memoryStore } from '../../portfolio/journal/stores.ts'
import { entity } from '../../portfolio/monitoring/records.ts'
import { holds, networkOf, organizationNode, owned, personNode, relate, votes } from '../networks.ts'

const client = { baseUrl: 'https://screening.example', version: '1.2.3' }
const readAt = new Date('2026-01-02T03:04:05Z')
const computedAt = '2026-01-02T04:00:00Z'

function sanctionedOwner(name: string, sources: string[] = ['https://list.example/7']) {
  return personNode('X', {
    name,
    sanctions: [{ name, sources, isReadable: true, unknownFields: { program: 'Test' } }],
  })
}

function network(name = 'Xenia Testmann', sources?: string[]): Network {
  return networkOf([relate('X', 'T', 'RoleRelationship'), holds(['X', 'T', 0.5]), holds(['A', 'T', null])], {
    nodes: [
      organizationNode('T', { name: 'Tideglass GmbH' }),
      sanctionedOwner(name, sources),
      organizationNode('A'),
    ],
    rootId: 'T',
  })
}

function optionsFor(network: Network, more: Partial<EvidenceOptions> = {}): EvidenceOptions {
  return { network, client, readAt, computedAt, ...more }
}

/** The text of the elements with a name, as a browser has it. */
function textsOf(page: string, name: string): string[] {
  const found: string[] = []
  const visit = (nodes: ReturnType<typeof parseDocument>['children']) => {
    for (const node of nodes) {
      if (!('children' in node)) continue
      if ('name' in node && node.name === name) found.push(textOf(node.children))
      visit(node.children)
    }
  }
  const textOf = (nodes: ReturnType<typeof parseDocument>['children']): string =>
    nodes.map(node => ('children' in node ? textOf(node.children) : 'data' in node ? node.data : '')).join('')
  visit(parseDocument(page).children)
  return found
}

describe('the record', () => {
  it('has the options as they were at the call', async () => {
    const options = optionsFor(network(), { note: 'Case 1' })
    const evidence = toEvidence(options)
    options.note = 'Case 2'
    expect((await evidence).record.note).toBe('Case 1')
  })

  it('contains the decisions on each hit, beside the hit', async () => {
    const given = network()
    const hits = listHits(given, { entity: 'T' })
    const decisions = openDecisions(memoryStore())
    const [hit] = hits
    if (hit === undefined) throw new Error('no hit')
    const draft = { verdict: 'false_positive', reason: 'Another birth date', until: '2099-12-31' } as const
    const { id: proposal } = await decisions.propose({ hit, by: 'Ada', ...draft })
    await decisions.approve({ hit, proposal, by: 'Bo' })
    const options = optionsFor(given, { reviews: await decisions.review(hits) })
    const { record, json } = await toEvidence(options)
    expect(record.reviews).toMatchObject([{ hit: { key: hit.key }, state: 'decided' }])
    expect((await verifyEvidence(json)).status).toBe('valid')
    expect(await toHtml(options)).toContain(
      'decided: false positive until 2099-12-31 (Ada, approved by Bo): Another birth date',
    )
    const reviews = [{ hit: { key: hit.key }, state: 'cleared', decision: null }]
    // @ts-expect-error no such state
    await expect(toEvidence(optionsFor(given, { reviews }))).rejects.toThrow(/reviews\[0\]\.state/)
  })

  it('contains the entity, the times, the source, the findings and the reasons', async () => {
    const given = network()
    const options = optionsFor(given, { note: 'Case 7' })
    const { record, json, sha256 } = await toEvidence(options)
    expect(record).toMatchObject({
      kind: 'evidence',
      rules: 3,
      readAt: '2026-01-02T03:04:05.000Z',
      computedAt: '2026-01-02T04:00:00.000Z',
      client,
      note: 'Case 7',
      subject: { id: 'T', name: 'Tideglass GmbH', registration: null, lastScreening: null },
      judged: { listed: ['X'], possiblyListed: [] },
      decision: null,
      previous: null,
      entity: null,
      hits: [
        {
          kind: 'sanctions',
          party: { id: 'X', name: 'Xenia Testmann' },
          entries: [{ entry: { name: 'Xenia Testmann', unknownFields: { program: 'Test' } } }],
          isReadable: true,
        },
      ],
      network: given,
    })
    const regimes = ['ofac', 'eu', 'uk'] as const
    expect(record.sanctions).toEqual(regimes.map(regime => assessSanctions(given, { regime })))
    expect(record.owners).toEqual(findBeneficialOwners(given, { rule: 'amlr' }))
    expect(record.reasoning).toEqual({
      sanctions: record.sanctions.map(toSentences),
      owners: record.owners && toSentences(record.owners),
    })
    expect(record.doubts).toEqual([
      'Whether the screening of the entity has a result is unknown: before that, a network shows no hits.',
      'A holds an unknown part of the shares of Tideglass GmbH: 0 % to 50 %.',
    ])
    expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(record)))
    expect(sha256).toBe(createHash('sha256').update(json).digest('hex'))
  })

  it('is the same text for the same input, in any order of its fields', async () => {
    const given = network()
    const turned = JSON.parse(JSON.stringify(given), (_, value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).reverse())
        : value,
    )
    const { json } = await toEvidence(optionsFor(given))
    expect((await toEvidence(optionsFor(turned))).json).toBe(json)
    expect((await toEvidence(optionsFor(given, { readAt: readAt.toISOString() }))).json).toBe(json)
    expect(await toHtml(optionsFor(turned))).toBe(await toHtml(optionsFor(given)))
    expect((await toEvidence(optionsFor(given, { computedAt: new Date('2026-02-02') }))).json).not.toBe(json)
  })

  it('shows each character, and keeps its meaning', async () => {
    const name = 'A\u202eB\u0085C\u2028D\u{e0041}E'
    const { json, record } = await toEvidence(optionsFor(network(name)))
    expect(json).not.toMatch(/[\u007f-\u009f\p{Cf}\u2028\u2029]/u)
    expect(JSON.parse(json).hits[0].party.name).toBe(name)
    expect(record.hits[0]?.party.name).toBe(name)
  })

  it('treats unknown data as a doubt, never as clean', async () => {
    const unreadable = { name: null, sources: [], isReadable: false, unknownFields: { unreadable: '[{' } }
    const root = organizationNode('T', {
      pep: [{ ...unreadable, position: null }],
      sanctions: [unreadable],
      unknownFields: { listings: ['OFAC'] },
    })
    const given: Network = {
      rootId: null,
      nodes: [root],
      relations: [],
      isComplete: true,
      overriddenFields: [],
      unknownFields: { alarm: true },
    }
    const { record } = await toEvidence(optionsFor(given))
    expect(record.hits.map(({ kind, isReadable }) => [kind, isReadable])).toEqual([
      ['sanctions', false],
      ['pep', false],
    ])
    expect(record.doubts.slice(1)).toEqual([
      'The entity itself is not in the network: entries against it are unknown.',
      'What the data says about the screening of T cannot be read, or not all of it.',
      'An entry against T cannot be read.',
      'Fields with an unknown meaning are in the record only: alarm, listings.',
    ])
    expect(await toHtml(optionsFor(given))).toContain('cannot be read: treat it as a hit')
  })

  it('does not treat a screening without results as clean', async () => {
    const given: Network = {
      rootId: 'T',
      nodes: [organizationNode('T')],
      relations: [],
      isComplete: true,
      overriddenFields: [],
      unknownFields: {},
    }
    const early = entity({ id: 'T', riskLevel: null, riskLabel: null, riskScore: null })
    const { record } = await toEvidence(optionsFor(given, { entity: early }))
    expect(record.sanctions.map(({ verdict }) => verdict)).toEqual(['incomplete', 'incomplete', 'incomplete'])
    expect(record.doubts).toEqual([expect.stringContaining('has no result yet')])
  })

  it('computes its results itself, for any options', async () => {
    const given = network()
    const question = {
      listingOf: ({ id }: { id: string }) => id === 'A' || (id === 'X' && 'possible'),
      jointArrangements: [['A', 'X']],
      exemptCompanies: [{ id: 'A', reason: 'listed company' }],
      direction: 'target_owns_source',
    } as const
    const { record } = await toEvidence(optionsFor(given, question))
    expect(record).toMatchObject({ direction: 'target_owns_source' })
    expect(record.sanctions.at(-1)).toEqual(assessSanctions(given, { ...question, regime: 'uk' }))
    await expect(toEvidence(optionsFor(given, Object({ sanctions: [] })))).rejects.toThrow('is no option')
  })

  it('names the judged parties, with a doubt if a sanctioned party was judged not listed', async () => {
    const { record } = await toEvidence(optionsFor(network(), { listingOf: ({ id }) => id === 'A' }))
    expect(record.judged.listed).toEqual(['A'])
    expect(record.doubts).toEqual(
      expect.arrayContaining([
        'Xenia Testmann has a sanctions entry, and was judged not listed.',
        'A was judged listed, without a sanctions entry that can be read.',
      ]),
    )
  })

  it('contains version, times, date of the last screening and registration number', async () => {
    const screened = entity({ id: 'T', registration: 'HRB 7', lastUpdate: '2026-01-01' })
    const { record } = await toEvidence(optionsFor(network(), { entity: screened }))
    expect(record).toMatchObject({
      client: { version: '1.2.3' },
      readAt: '2026-01-02T03:04:05.000Z',
      computedAt: '2026-01-02T04:00:00.000Z',
      subject: { registration: 'HRB 7', lastScreening: '2026-01-01' },
    })
  })

  it.each<[string, Partial<EvidenceOptions>, RegExp]>([
    ['a time', { readAt: 'yesterday' }, /readAt must be a date/],
    [
      'a time of every machine',
      { computedAt: '2026-01-02T03:04:05' },
      /computedAt must be a date, .* time zone/,
    ],
    ['a time, not a number', { readAt: Object(0) }, /readAt must be a date/],
    ['a time, not null', JSON.parse('{"readAt":null}'), /readAt must be a date/],
    [
      'a decision by somebody',
      { decision: { conclusion: 'Fine', by: '', reason: 'x' } },
      /decision\.by must not be blank/,
    ],
    ['a record before it that is one', { previous: Object({ kind: 'note' }) }, /previous must be the record/],
    ['a whole record before it', { previous: Object({ kind: 'evidence' }) }, /previous must be the record/],
    ['a day that exists', { readAt: '2026-02-30' }, /readAt must be a date.* that exists/],
    ['to be read before it is computed', { readAt: '2026-01-02T04:00:01Z' }, /readAt must not be later/],
    ['rules that are some', { regimes: Object(['us']) }, /regimes\[0\] must be one of/],
    ['options that it knows', Object({ when: new Date() }), /when is no option/],
    ['a note that is a text', { note: Object(7) }, /note must be a string/],
    ['a version that is a text', { client: { ...client, version: Object(1) } }, /client\.version must be/],
    ['an address', { client: { baseUrl: 'https://user:secret@screening.example' } }, /client\.baseUrl must/],
    [
      'an address without a query',
      { client: { baseUrl: 'https://screening.example/?api_key=secret' } },
      /client\.baseUrl must/,
    ],
    ['an address of the web', { client: { baseUrl: 'file:///etc' } }, /client\.baseUrl must/],
  ])('requires %s', async (_, wrong, sentence) => {
    const options = optionsFor(network(), wrong)
    for (const make of [toEvidence, toHtml])
      await expect(make(options)).rejects.toMatchObject({
        code: 'invalid_input',
        message: expect.stringMatching(sentence),
      })
    await expect(toHtml(options)).rejects.not.toThrow(/secret/)
  })
})

describe('the page', () => {
  it('has a picture that agrees with the results: direction, arrangements, accounted owners', async () => {
    const given = networkOf([holds(['T', 'X', 0.4]), holds(['T', 'A', 0.2])], {
      nodes: [organizationNode('T'), sanctionedOwner('Xenia'), organizationNode('A')],
      rootId: 'T',
    })
    const verdicts = new Set<string>()
    for (const more of [
      {},
      { jointArrangements: [['X', 'A']] },
      { exemptCompanies: ['T', 'A'].map(id => ({ id, reason: 'r' })) },
    ]) {
      const options = optionsFor(given, {
        regimes: ['uk'],
        direction: 'target_owns_source',
        screening: 'ended',
        ...more,
      })
      const { record } = await toEvidence(options)
      const page = await toHtml(options)
      for (const assessed of record.sanctions) {
        verdicts.add(assessed.verdict)
        expect(textsOf(page, 'desc')[0]).toContain(toSentences(assessed)[0])
      }
      expect(textsOf(page, 'title')).toContain('Xenia owns 40 % of T')
      expect(page).toContain('target_owns_source')
    }
    expect(verdicts).toEqual(new Set(['incomplete', 'blocked', 'nothing_found']))
  })

  it('has the conclusion on top, with all regimes and the facts that would settle them', async () => {
    const decision = {
      conclusion: 'Rejected',
      by: 'K. Doe',
      reason: 'Half of it is held by X',
      approvedBy: 'L. Roe',
    }
    const page = await toHtml(optionsFor(network(), { decision }))
    const [first = ''] = page.split('<h2>Subject</h2>')
    for (const text of [
      'Rejected',
      'K. Doe',
      'Half of it is held by X',
      'L. Roe',
      'OFAC',
      'EU',
      'UK',
      'Blocked',
      'the share of',
    ])
      expect(first).toContain(text)
    expect(textsOf(page, 'h2').slice(0, 3)).toEqual(['Conclusion', 'Subject', 'Hits'])
  })

  it.each(['Ada', ' ada'])('is refused if the approver, %j, is the person who decided', async approvedBy => {
    const decision = { conclusion: 'Cleared', by: 'ada', reason: 'Another person', approvedBy }
    await expect(toHtml(optionsFor(network(), { decision }))).rejects.toThrow(
      'decision.approvedBy must be another person than the one who decided',
    )
  })

  it('has holdings, the chains of each owner, and hits with programme, list and date, most serious first', async () => {
    const given = network()
    const listed = {
      name: 'Xenia',
      sources: [],
      isReadable: true,
      unknownFields: { list_name: 'OFAC SDN', listed_on: '2022-03-01' },
    }
    const seat = { name: 'Ann', position: 'Mayor', sources: [], isReadable: true, unknownFields: {} }
    const nodes = given.nodes.map(node =>
      node.id === 'T' ? { ...node, pep: [seat] } : { ...node, sanctions: [listed] },
    )
    const page = await toHtml(optionsFor({ ...given, nodes }))
    const [hits = '', holdings = '', chains = ''] = textsOf(page, 'table').slice(1)
    expect(hits).toMatch(/Programme.*OFAC SDN2022-03-01.*Mayor/s)
    expect(holdings).toContain('Xenia TestmannTideglass GmbH50 %shares')
    expect(chains).toContain('Xenia Testmann → Tideglass GmbH (50 %)')
  })

  it('counts parties and relations in the same way everywhere', async () => {
    const page = await toHtml(optionsFor(network()))
    expect(page).toContain('3 parties, 3 relations')
    expect(textsOf(page, 'desc')[0]).toContain('3 parties and 3 relations.')
  })

  it('contains the sentence on complete owners only if it is true', async () => {
    const whole = 'leaves no owner open that counts'
    const open = owned(['A', 'T', 1])
    const screening = 'ended'
    expect(await toHtml(optionsFor(open, { screening }))).not.toContain(whole)
    expect(await toHtml(optionsFor(owned(['P', 'T', 1]), { screening }))).toContain(whole)
  })

  it('shows the changes since the previous record', async () => {
    const before = await toEvidence(
      optionsFor(network('Xenia', []), { decision: { conclusion: 'Fine', by: 'K', reason: 'r' } }),
    )
    const given = owned(['P', 'T', 1])
    const options = optionsFor({ ...given, rootId: 'T' }, { previous: before.record, screening: 'ended' })
    const { record } = await toEvidence(options)
    expect(record.previous).toEqual({ computedAt: before.record.computedAt, sha256: before.sha256 })
    expect(record.changes).toEqual(
      expect.arrayContaining([
        'Changed result: OFAC rule (blocked → nothing found)',
        'No longer there, entry: Xenia, sanctions: Xenia',
        'New beneficial owner: P',
        'New party: P',
        'Changed decision (Fine → none)',
      ]),
    )
    expect(await toHtml(options)).toContain('<h2>Changes since 2026-01-02T04:00:00.000Z</h2>')
  })

  it('compares all of a record except its times: equal content is no change', async () => {
    const before = await toEvidence(optionsFor(network()))
    const changesOf = async (given: Network, more: Partial<EvidenceOptions> = {}) => {
      const { record } = await toEvidence(optionsFor(given, { previous: before.record, ...more }))
      return record.changes
    }
    const later = { readAt: '2026-01-03', computedAt: '2026-01-04' }
    expect(await changesOf(network(), later)).toEqual([])
    const page = await toHtml(optionsFor(network(), { previous: before.record, ...later }))
    expect(page).toContain('Nothing in the record has changed except its times.')

    const given = network()
    const [listed] = given.nodes[1]?.sanctions ?? []
    const withEntries = (entries: unknown[]): Network => ({
      ...given,
      nodes: given.nodes.map(node => (node.id === 'X' ? { ...node, sanctions: Object(entries) } : node)),
    })
    const half = given.relations.map(one =>
      one.details.exactShare === null ? one : { ...one, details: { ...one.details, exactShare: 0.51 } },
    )
    const decision = { conclusion: 'Fine', by: 'K', reason: 'r' }
    const decided = await toEvidence(optionsFor(given, { decision }))
    const expected: [string, readonly string[]][] = [
      [
        'Changed entry: Xenia Testmann, sanctions: Xenia Testmann',
        await changesOf(withEntries([{ ...listed, unknownFields: { program: 'Other' } }])),
      ],
      [
        'Changed entry: Xenia Testmann, sanctions: Xenia Testmann',
        await changesOf(withEntries([listed, listed])),
      ],
      [
        'Changed relation: Xenia Testmann → Tideglass GmbH, ShareholdingRelationship',
        await changesOf({ ...given, relations: half }),
      ],
      ['Changed owner: Xenia Testmann', await changesOf({ ...given, relations: half })],
      ['No longer there, result: UK rule', await changesOf(given, { regimes: ['ofac', 'eu'] })],
      ['Changed direction', await changesOf(given, { direction: 'source_owns_target' })],
      ['Changed decision (none → Fine)', await changesOf(given, { decision })],
      [
        'Changed decision',
        await changesOf(given, { decision: { ...decision, by: 'L' }, previous: decided.record }),
      ],
      ['New party listed: A', await changesOf(given, { listingOf: ({ id }) => id !== 'T' })],
      ['Changed ownerRule', await changesOf(given, { ownerRule: 'amld' })],
    ]
    for (const [sentence, changes] of expected) expect(changes).toContain(sentence)
  })

  it('refuses a previous record of another entity, or of a later time', async () => {
    const later = await toEvidence(optionsFor(network(), { computedAt: '2026-01-05' }))
    const other = await toEvidence(optionsFor(owned(['P', 'Q1', 1])))
    const make = (previous: typeof later) => toEvidence(optionsFor(network(), { previous: previous.record }))
    await expect(make(other)).rejects.toThrow('toEvidence: previous must be a record of the same entity, "T"')
    await expect(make(later)).rejects.toThrow('toEvidence: previous must not be later than this record')
  })

  it("contains a doubt if the team's list is unclear about an entity", async () => {
    const unclear = entity({ id: 'T', isUnclear: true })
    const { record } = await toEvidence(optionsFor(network(), { entity: unclear }))
    expect(record.judged.possiblyListed).toEqual([{ id: 'T', doubt: 'unclear_node' }])
    expect(record.doubts).toContain(
      'What the list of the team says about the screening of the entity cannot be read.',
    )
  })

  it('shows no misleading character, also in its picture', async () => {
    const id = 'T\u202e\u0000\u0085'
    const given = networkOf([holds(['X', id, 0.5])], {
      nodes: [organizationNode(id, { name: 'Tide\u202eglass\u0007' }), sanctionedOwner('Xenia')],
    })
    const page = await toHtml(optionsFor(given))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
    expect(page).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
    expect(textsOf(page, 'title')).toContain('Network of Tideglass')
  })

  it('draws 30 parties by default, for landscape, with a table of the others', { tags: 'long' }, async () => {
    const given = networkOf(
      Array.from({ length: 45 }, (_, at) => holds(at < 20 ? [`P${at}`, 'A', 0.02] : ['A', `C${at}`, 1])),
      { rootId: 'A' },
    )
    const page = await toHtml(optionsFor(given))
    expect(Array.from(page.matchAll(/data-id="/g))).toHaveLength(30)
    expect(page).toContain('size: A4 landscape')
    const rest = textsOf(page, 'table').find(text => text.startsWith('PartyTypeCountryHits'))
    expect(rest?.match(/organization/g)).toHaveLength(16)
    expect(
      Array.from((await toHtml({ ...optionsFor(given), maxNodes: 46 })).matchAll(/data-id="/g)),
    ).toHaveLength(46)
  })

  it('draws fewer if letters would print below 6 points', { tags: 'long' }, async () => {
    // Each of 15 owners has two of its own: one above the other they are higher than a page.
    const given = networkOf(
      Array.from({ length: 15 }, (_, at) => [
        holds([`Q${at}a`, `C${at}`, 0.5]),
        holds([`Q${at}b`, `C${at}`, 0.5]),
        holds([`C${at}`, 'A', 0.06]),
        votes([`C${at}`, 'A', 0.06]),
      ]).flat(),
      { rootId: 'A' },
    )
    const page = await toHtml(optionsFor(given))
    const drawn = Array.from(page.matchAll(/data-id="/g)).length
    expect(drawn).toBeGreaterThanOrEqual(6)
    expect(drawn).toBeLessThan(30)
    const width = Number(/<svg [^>]*?width="([\d.]+)"/.exec(page)?.[1])
    const sizes = Array.from(page.matchAll(/font-size="([\d.]+)"/g), ([, size]) => Number(size))
    // A4 in landscape without its margins has 277 mm, of 96 pixels and 72 points to the inch.
    const scale = Math.min(1, ((277 / 25.4) * 96) / width)
    expect(Math.min(...sizes) * scale * (72 / 96)).toBeGreaterThanOrEqual(6)
  })

  it('links no address that does not lead where its text shows', async () => {
    const sources = [
      'https://ofac.treasury.gov@evil.example/',
      'https://ofac.treasury.gov:443@evil.example/',
      'https://ofac.treasury.gov\t.evil.example/',
      'https://ofac.tre\u0430sury.gov/',
      'https://@evil.example/',
    ]
    const page = await toHtml(optionsFor(network('Xenia', [...sources, 'https://list.example/7'])))
    const links = Array.from(page.matchAll(/href="([^"]*)"/g), ([, link]) => link)
    expect(links.filter(link => /evil|xn--/.test(link ?? ''))).toEqual([])
    expect(links).toContain('https://list.example/7')
  })

  it('distinguishes parties of the same name', async () => {
    const given = network()
    const same = given.nodes.map(node => (node.id === 'A' ? { ...node, name: 'Xenia Testmann' } : node))
    const [text = ''] = textsOf(await toHtml(optionsFor({ ...given, nodes: same })), 'table').slice(1)
    expect(text).toContain('Xenia Testmann ("X")')
  })

  it('contains the JSON from which its hash can be computed', async () => {
    const options = optionsFor(network('<b>&amp;\u202e"\n'), { note: 'First line\nSecond </pre> line' })
    const { json, sha256 } = await toEvidence(options)
    const page = await toHtml(options)
    const [text = ''] = textsOf(page, 'pre')
    expect(text).toBe(json)
    expect(createHash('sha256').update(text).digest('hex')).toBe(sha256)
    expect(textsOf(page, 'code')).toContain(sha256)
  })

  it('contains all information for the reader', async () => {
    const options = optionsFor(network(), { note: 'Case 7' })
    const page = await toHtml(options)
    const [text = ''] = textsOf(page, 'main')
    const { record } = await toEvidence(options)
    for (const sentence of [
      ...record.sanctions.flatMap(({ sources }) => sources.flatMap(({ title, date }) => [title, date ?? ''])),
      ...record.reasoning.sanctions.flat(),
      ...record.reasoning.owners,
      'not legal advice',
      'No hits does not mean cleared',
      'Case 7',
      client.baseUrl,
      client.version,
      '2026-01-02T03:04:05.000Z',
    ])
      expect(text).toContain(sentence)
    expect(textsOf(page, 'svg')).toHaveLength(1)
    expect(page).toContain('<a href="https://list.example/7" rel="noreferrer">https://list.example/7</a>')
  })

  it('has no script, loads nothing, and links only to the web', async () => {
    const sources = ['javascript:alert(1)', 'data:text/html,x', 'http://[', 'HTTP://plain.example/"><script>']
    const page = await toHtml(optionsFor(network('"><script>alert(1)</script>', sources)))
    expect(page).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">`,
    )
    expect(page).not.toMatch(/<script|<img|<iframe|<link|<object|@import|url\(| on\w+=/i)
    const links = Array.from(page.matchAll(/href="([^"]*)"/g), ([, link]) => link)
    expect(links.filter(link => !/^https?:\/\//.test(link ?? ''))).toEqual([])
    expect(links).toContain('http://plain.example/%22%3E%3Cscript%3E')
  })

  it("contains nothing of the client's key", async () => {
    const holder = Object.assign(Object.create({ apiKey: 'sk-secret-key' }), {
      ...client,
      apiKey: 'sk-secret-key',
    })
    expect(await toHtml(optionsFor(network(), { client: holder }))).not.toContain('sk-secret-key')
  })
})

describe('verifyEvidence', () => {
  it("accepts a record in any order of the service's fields", { tags: 'long' }, async () => {
    const stake = { exact_share: '10%', exactShare: 'majority', band: '5-10 %', note: '60 %' }
    const nodes = [
      organizationNode('T', { hitStatus: 'unclear', unknownFields: { watchlist: 'x', adverse: 'y' } }),
      sanctionedOwner('Xenia Testmann'),
    ]
    for (const unknownFields of [stake, Object.fromEntries(Object.entries(stake).reverse())]) {
      const relations = [relate('X', 'T', 'ShareholdingRelationship', { unknownFields })]
      const { json } = await toEvidence(optionsFor(networkOf(relations, { nodes, rootId: 'T' })))
      expect(await verifyEvidence(json)).toMatchObject({ status: 'valid', problems: [] })
    }
  })

  const options = () =>
    optionsFor(network(), {
      entity: entity({ id: 'T' }),
      decision: { conclusion: 'Rejected', by: 'K. Doe', reason: 'r' },
      exemptCompanies: [{ id: 'A', reason: 'listed' }],
      listingOf: ({ id }) => id === 'X' || (id === 'A' && 'possible'),
      asOf: '2026-01-01',
      note: 'Case\u202e 7',
    })

  it('recomputes a filed record from its inputs', async () => {
    const { json, sha256 } = await toEvidence(options())
    expect(await verifyEvidence(json)).toEqual({ status: 'valid', sha256, problems: [], notChecked: [] })
    expect(await verifyEvidence(json, { sha256 })).toMatchObject({ status: 'valid' })
    const later = await toEvidence({ ...options(), previous: JSON.parse(json) })
    expect(await verifyEvidence(later.json)).toMatchObject({
      status: 'valid',
      notChecked: ['The changes since the previous record were not checked: pass it as previous.'],
    })
    expect(await verifyEvidence(later.json, { previous: JSON.parse(json) })).toMatchObject({
      status: 'valid',
      notChecked: [],
    })
    const rootless = await toEvidence(optionsFor({ ...network(), rootId: null }))
    expect(await verifyEvidence(rootless.json)).toMatchObject({ status: 'valid' })
  })

  it('recomputes the results with the known words and fields, and with the stored results of readRelation', async () => {
    const fields = { unknownFields: { Anlage: 'ja' } }
    const stake = { ...holds(['X', 'T', 0.5]), label: 'Gesellschafter', ...fields }
    const relations = [
      stake,
      { ...holds(['A', 'T', 0.2]), label: 'Stille Beteiligung' },
      holds(['Q', 'T', 0.3]),
    ]
    const calls: string[] = []
    const { record, json } = await toEvidence(
      optionsFor(networkOf(relations, { rootId: 'T' }), {
        knownWords: { holding: ['Gesellschafter'] },
        knownFields: { anlage: 'ignore' },
        readRelation: ({ source }) => {
          calls.push(source)
          return source === 'A' ? [{ kind: 'none' }] : undefined
        },
      }),
    )
    expect(calls.toSorted()).toEqual(['A', 'Q', 'X'])
    expect(record.readings).toEqual([null, [{ kind: 'none' }], null])
    expect(record.sanctions.map(({ verdict }) => verdict)).toEqual(['blocked', 'blocked', 'incomplete'])
    expect(await verifyEvidence(json)).toMatchObject({ status: 'valid' })
    expect(await verifyEvidence(json.replace('"kind": "none"', '"kind": "control"'))).toMatchObject({
      status: 'invalid',
    })
    expect((await toEvidence(optionsFor(networkOf(relations)))).record.readings).toBeNull()
  })

  it.each<[string, (json: string) => string]>([
    ['another verdict', json => json.replace('"verdict": "blocked"', '"verdict": "nothing_found"')],
    ['another name', json => json.replaceAll('Xenia', 'Anna').replace('Anna', 'Xenia')],
    ['another share', json => json.replace('"exactShare": 0.5', '"exactShare": 0.4')],
    ['a hit that is gone', json => json.replace(/"hits": \[[^\]]*\][^\]]*\]/, '"hits": []')],
    ['other white space', json => `${json} `],
    ['no record', () => '{"kind":"note"}'],
    ['no JSON', () => 'x'],
    ['an empty record', () => '{"kind":"evidence","rules":2}'],
    ['a version of the rules that is none', json => json.replace('"rules": 3', '"rules": "2"')],
    ['a record without a version', json => json.replace('  "rules": 3,\n', '')],
    ['changes without a record before', json => json.replace('"changes": []', '"changes": [\n    "x"\n  ]')],
  ])('is invalid for %s', async (_, change) => {
    const { json } = await toEvidence(options())
    const changed = change(json)
    expect(changed).not.toBe(json)
    const { status, problems } = await verifyEvidence(changed)
    expect([status, problems.length > 0]).toEqual(['invalid', true])
  })

  it('finds forged changes with the previous record, and lists them as not checked without it', async () => {
    const before = await toEvidence(options())
    const { json } = await toEvidence({ ...options(), note: 'Case 8', previous: before.record })
    const forged = json.replace('"Changed note"', '"Changed nothing"')
    expect(forged).not.toBe(json)
    expect(await verifyEvidence(forged, { previous: before.record })).toMatchObject({
      status: 'invalid',
      problems: ['changes is not what follows from the record.'],
    })
    expect((await verifyEvidence(forged)).notChecked).toHaveLength(1)
    const other = await toEvidence({ ...options(), note: 'Case 6' })
    expect(await verifyEvidence(json, { previous: other.record })).toMatchObject({ status: 'invalid' })
  })

  it('reports a missing result of a requested rule', async () => {
    const { record } = await toEvidence(options())
    const { sanctions, reasoning } = record
    const less = {
      ...record,
      sanctions: sanctions.slice(0, -1),
      reasoning: { ...reasoning, sanctions: reasoning.sanctions.slice(0, -1) },
    }
    const { status, problems } = await verifyEvidence(canonicalText(less))
    expect([status, problems[0]]).toEqual(['invalid', 'reasoning is not what follows from the record.'])
  })

  it.each([
    ['a hash', { sha256: null }],
    ['a hash of its length', { sha256: 'f0' }],
    ['a record before it', { previous: { kind: 'evidence' } }],
    ['known options', { hash: 'f0' }],
  ])('requires %s', async (_, wrong) => {
    await expect(verifyEvidence('{}', Object(wrong))).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('reports another hash, and other_rules for a record of other rules', async () => {
    const { json } = await toEvidence(options())
    expect(await verifyEvidence(json, { sha256: '0'.repeat(64) })).toMatchObject({ status: 'invalid' })
    const other = json
      .replace('"rules": 3', '"rules": 1')
      .replace('"verdict": "blocked"', '"verdict": "grey"')
    expect(await verifyEvidence(other)).toMatchObject({ status: 'other_rules' })
  })
})
