import { createHash } from 'node:crypto'
import type { Network } from 'entity-screening-sdk'
import {
  beneficialOwners,
  type EvidenceOptions,
  explain,
  exposure,
  indexNetwork,
  toEvidence,
  toHtml,
} from 'entity-screening-sdk/network'
import { parseDocument } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { entity } from '../../portfolio/monitoring/records.ts'
import { holds, networkOf, organizationNode, personNode, relate } from '../networks.ts'

const client = { baseUrl: 'https://screening.example', version: '1.2.3' }
const when = new Date('2026-01-02T03:04:05Z')

function sanctionedOwner(name: string, sources: string[] = ['https://list.example/7']) {
  return personNode('X', { name, sanctions: [{ name, sources, extra: { program: 'Test' } }] })
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
  return {
    network,
    exposure: exposure(network, { regime: 'ofac' }),
    owners: beneficialOwners(network, { rule: 'amlr' }),
    client,
    when,
    ...more,
  }
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
  it('says who, when, from where, what was found and why', async () => {
    const given = network()
    const options = optionsFor(given, { note: 'Case 7' })
    const { record, json, sha256 } = await toEvidence(options)
    expect(record).toMatchObject({
      kind: 'evidence',
      when: '2026-01-02T03:04:05.000Z',
      client,
      note: 'Case 7',
      subject: { id: 'T', name: 'Tideglass GmbH' },
      entity: null,
      hits: [
        {
          id: 'X',
          name: 'Xenia Testmann',
          kind: 'sanctions',
          entry: 'Xenia Testmann',
          position: null,
          sources: ['https://list.example/7'],
          isUnreadable: false,
        },
      ],
      network: given,
    })
    expect(record.reasoning).toEqual({
      exposure: options.exposure && explain(options.exposure),
      owners: options.owners && explain(options.owners),
    })
    expect(record.doubts).toEqual([
      'Whether the screening of the entity has a result is unknown: before that, a network shows no hits.',
      'A holds an unknown part of the shares of Tideglass GmbH: 0 % to 50 %.',
    ])
    expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(record)))
    expect(sha256).toBe(createHash('sha256').update(json).digest('hex'))
  })

  it('is the same text for the same input, whatever the order of its fields', async () => {
    const given = network()
    const turned = JSON.parse(JSON.stringify(given), (_, value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).reverse())
        : value,
    )
    const { json } = await toEvidence(optionsFor(given))
    expect((await toEvidence(optionsFor(turned))).json).toBe(json)
    expect((await toEvidence(optionsFor(given, { when: when.toISOString() }))).json).toBe(json)
    expect(await toHtml(optionsFor(turned))).toBe(await toHtml(optionsFor(given)))
    expect((await toEvidence(optionsFor(given, { when: new Date(0) }))).json).not.toBe(json)
  })

  it('shows each character, and keeps what it means', async () => {
    const name = 'A\u202eB\u0085C\u2028D\u{e0041}E'
    const { json, record } = await toEvidence(optionsFor(network(name)))
    expect(json).not.toMatch(/[\u007f-\u009f\p{Cf}\u2028\u2029]/u)
    expect(JSON.parse(json).hits[0].name).toBe(name)
    expect(record.hits[0]?.name).toBe(name)
  })

  it('takes what is unknown for a doubt, and never for clean', async () => {
    const unreadable = { name: null, sources: [], extra: { unreadable: '[{' } }
    const root = organizationNode('T', {
      pep: [{ ...unreadable, position: null }],
      sanctions: [unreadable],
      extra: { listings: ['OFAC'] },
    })
    const given: Network = { rootId: null, nodes: [root], relations: [], extra: { alarm: true } }
    const { record } = await toEvidence({ network: given, client, when })
    expect(record.hits.map(({ kind, isUnreadable }) => [kind, isUnreadable])).toEqual([
      ['sanctions', true],
      ['pep', true],
    ])
    expect(record.doubts.slice(1)).toEqual([
      'The entity itself is not in the network: entries against it are unknown.',
      'An entry against T could not be read.',
      'Fields with an unknown meaning are in the record only: alarm, listings.',
    ])
    expect(await toHtml({ network: given, client, when })).toContain('could not be read: treat it as a hit')
  })

  it('does not take a screening without results for clean', async () => {
    const given: Network = { rootId: 'T', nodes: [organizationNode('T')], relations: [], extra: {} }
    const early = entity({ id: 'T', riskLevel: null, riskLabel: null, riskScore: null })
    const { record } = await toEvidence({ network: given, entity: early, client, when })
    expect(record.doubts).toEqual([expect.stringContaining('has no result yet')])
  })

  describe('takes only answers about this very network', () => {
    const older = networkOf([holds(['X', 'T', 0.4]), holds(['A', 'T', 0.6])], {
      nodes: network().nodes,
      rootId: 'T',
    })
    const given = network()
    const found = exposure(given, { regime: 'ofac' })
    const turned = indexNetwork(given, { direction: 'target_owns_source' })

    it.each<[string, Partial<EvidenceOptions>, RegExp]>([
      [
        'an older network with the same ids',
        { exposure: exposure(older, { regime: 'ofac' }) },
        /exposure must be what/,
      ],
      [
        'an older network, of owners',
        { owners: beneficialOwners(older, { rule: 'amlr' }) },
        /owners must be what/,
      ],
      ['a result that was changed', { exposure: { ...found, root: 'clear' } }, /exposure must be what/],
      [
        'answers of two directions',
        { owners: beneficialOwners(turned, { rule: 'amlr' }) },
        /owners must be what/,
      ],
      ['another direction than is asked for', { direction: 'target_owns_source' }, /exposure must be what/],
      [
        'no answer',
        { exposure: JSON.parse('{"kind":"exposure","id":"T","blocked":null}') },
        /exposure must be what/,
      ],
      ['null', JSON.parse('{"owners":null}'), /owners must be what/],
    ])('and not %s', async (_, wrong, sentence) => {
      await expect(toEvidence(optionsFor(given, wrong))).rejects.toThrow(sentence)
    })

    it('however they were asked for, and also from a store', async () => {
      const isBlocked = ({ id }: { id: string }) => id === 'A' || (id === 'X' && 'possible')
      for (const index of [given, turned]) {
        const answers = {
          exposure: exposure(index, {
            regime: 'uk',
            isBlocked,
            jointArrangements: [['A', 'X']],
            unlistedOwners: 'possible',
          }),
          owners: beneficialOwners(index, { rule: 'amld' }),
        }
        const { record } = await toEvidence(optionsFor(given, JSON.parse(JSON.stringify(answers))))
        expect(record).toMatchObject({ ...answers, direction: answers.owners.direction })
      }
    })
  })

  it.each<[string, Partial<EvidenceOptions>, RegExp]>([
    ['a time', { when: 'yesterday' }, /when must be a date/],
    ['a time of every machine', { when: '2026-01-02T03:04:05' }, /when must be a date, .* time zone/],
    ['a time, not a number', { when: Object(0) }, /when must be a date/],
    ['a time, not null', JSON.parse('{"when":null}'), /when must be a date/],
    ['a note that is a text', { note: Object(7) }, /note must be a text/],
    ['a version that is a text', { client: { ...client, version: Object(1) } }, /client must have a version/],
    [
      'an address',
      { client: { baseUrl: 'https://user:secret@screening.example' } },
      /client must have a baseUrl/,
    ],
    [
      'an address without a query',
      { client: { baseUrl: 'https://screening.example/?api_key=secret' } },
      /client must have a baseUrl/,
    ],
    ['an address of the web', { client: { baseUrl: 'file:///etc' } }, /client must have a baseUrl/],
    [
      'one network',
      { exposure: exposure(networkOf([holds(['a', 'b', 1])]), { regime: 'eu' }) },
      /exposure must be what exposure returns for this very network/,
    ],
    [
      'one company',
      { owners: beneficialOwners(network(), { id: 'A', rule: 'amlr' }) },
      /owners must be about the same/,
    ],
  ])('needs %s', async (_, wrong, sentence) => {
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
  it('has a picture that says what the answers say: direction, arrangements, owners who are not listed', async () => {
    const given = networkOf([holds(['T', 'X', 0.4]), holds(['T', 'A', 0.2])], {
      nodes: [organizationNode('T'), sanctionedOwner('Xenia'), organizationNode('A')],
      rootId: 'T',
    })
    const index = indexNetwork(given, { direction: 'target_owns_source' })
    const standings = new Set<string>()
    for (const more of [{}, { jointArrangements: [['X', 'A']] }, { unlistedOwners: 'possible' as const }]) {
      const found = exposure(index, { regime: 'uk', ...more })
      standings.add(found.root)
      const page = await toHtml({ network: given, exposure: found, client, when })
      const [sentence = ''] = explain(found)
      expect(textsOf(page, 'desc')[0]).toContain(sentence)
      expect(textsOf(page, 'title')).toContain('Xenia owns 40 % of T')
      expect(page).toContain('its target')
    }
    expect(standings).toEqual(new Set(['clear', 'blocked', 'possible']))
    const page = await toHtml({ network: given, direction: 'target_owns_source', client, when })
    expect(textsOf(page, 'title')).toContain('Xenia owns 40 % of T')
  })

  it('links no address that leads elsewhere than it seems to', async () => {
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

  it('tells parties of one name apart', async () => {
    const given = network()
    const same = given.nodes.map(node => (node.id === 'A' ? { ...node, name: 'Xenia Testmann' } : node))
    const [text = ''] = textsOf(await toHtml(optionsFor({ ...given, nodes: same })), 'table')
    expect(text).toContain('Xenia Testmann ("X")')
  })

  it('holds the JSON from which its hash can be computed again', async () => {
    const options = optionsFor(network('<b>&amp;\u202e"\n'), { note: 'First line\nSecond </pre> line' })
    const { json, sha256 } = await toEvidence(options)
    const page = await toHtml(options)
    const [text = ''] = textsOf(page, 'pre')
    expect(text).toBe(json)
    expect(createHash('sha256').update(text).digest('hex')).toBe(sha256)
    expect(textsOf(page, 'code')).toContain(sha256)
  })

  it('says all that a reader needs', async () => {
    const options = optionsFor(network(), { note: 'Case 7' })
    const page = await toHtml(options)
    const [text = ''] = textsOf(page, 'main')
    for (const sentence of [
      ...(options.exposure?.sources ?? []).flatMap(({ title, date }) => [title, date]),
      ...explain(options.exposure ?? exposure(options.network, { regime: 'ofac' })),
      ...explain(options.owners ?? beneficialOwners(options.network, { rule: 'amlr' })),
      'no legal advice',
      'No hit is no clearance',
      'Case 7',
      client.baseUrl,
      client.version,
      '2026-01-02T03:04:05.000Z',
    ])
      expect(text).toContain(sentence)
    expect(textsOf(page, 'svg')).toHaveLength(1)
    expect(page).toContain('<a href="https://list.example/7" rel="noreferrer">https://list.example/7</a>')
  })

  it('has no script, nothing from elsewhere, and links to the web only', async () => {
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

  it('shows nothing of a key that the client holds', async () => {
    const holder = Object.assign(Object.create({ apiKey: 'sk-secret-key' }), {
      ...client,
      apiKey: 'sk-secret-key',
    })
    expect(await toHtml(optionsFor(network(), { client: holder }))).not.toContain('sk-secret-key')
  })
})
