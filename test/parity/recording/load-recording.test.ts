import { createMockServer } from 'entity-screening-sdk/mock-server'
import { extractFixtures } from 'entity-screening-sdk/mock-server/parity'
import { describe, expect, it } from 'vitest'
import { readByClient } from '../../../mock-server/parity/recording/read-by-client.ts'
import { readHar } from '../../../mock-server/parity/recording/read-har.ts'

const host = 'https://screening.acme-bank.test'

interface Recorded {
  readonly path?: string
  readonly body?: unknown
  readonly host?: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** The content in the archive, in place of the body as text. */
  readonly content?: object
  readonly at?: number
}

function toArchive(calls: readonly Recorded[]) {
  return { log: { entries: calls.map(toEntry) } }
}

function toEntry(call: Recorded, index: number) {
  const { path = '/v1/entities', body, status = 200, headers = {}, at = index } = call
  return {
    startedDateTime: new Date(Date.UTC(2026, 2, 4, 5, 6, at)).toISOString(),
    request: { method: 'GET', url: (call.host ?? host) + path, headers: [] },
    response: {
      status,
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
      content: call.content ?? { text: JSON.stringify(body) },
    },
  }
}

/** Loads a recording. Returns the list that the server then has, and what was skipped. */
async function load(...calls: Recorded[]) {
  const server = createMockServer({ keys: { key: 'team' }, behaviour: {}, warn: failOnWarning })
  const { fixtures, skipped } = extractFixtures(toArchive(calls))
  await server.load(fixtures)
  const get = async (path: string) =>
    (await server.fetch(`http://x${path}`, { headers: { authorization: 'Bearer key' } })).json()
  return { list: await get('/v1/entities'), skipped, get }
}

function failOnWarning(sentence: string): never {
  throw new Error(sentence)
}

const items = (...ids: (string | number)[]) =>
  ids.map(id => ({ id, name: `Company ${id}`, type: 'organization' }))
const idsOf = (list: readonly { id: unknown }[]) => list.map(({ id }) => id)

describe('lists of one service', () => {
  it('the later replaces the earlier of the same URL, also if the archive is not in order', async () => {
    const { list } = await load(
      { body: items('a', 'b', 'c'), at: 9 },
      { body: items('a'), at: 1 },
      { path: '/v1/entities/', body: items('a', 'b'), at: 5 },
    )
    expect(idsOf(list)).toEqual(['a', 'b', 'c'])
    expect(idsOf((await load({ body: items('a', 'b') }, { body: items('b') })).list)).toEqual(['b'])
  })

  it('other queries are joined by id, and the later wins', async () => {
    const renamed = { id: 2, name: 'Renamed', type: 'organization', score: 7 }
    const { list } = await load(
      { path: '/v1/entities?page=1', body: items(1, 2) },
      { path: '/v1/entities?page=2', body: [renamed, ...items('3')] },
      { path: '/v1/entities?type=person', body: [] },
    )
    expect(list).toEqual([...items(1), renamed, ...items('3')])
  })

  it('an empty list loads nothing', async () => {
    for (const body of [[], { data: [] }, { success: true, data: { items: [] }, total: 0 }, { entities: [] }])
      expect(await load({ body })).toMatchObject({ list: [], skipped: [] })
  })

  it('an empty list in another place is empty if a count says so', async () => {
    expect((await load({ body: { content: [], totalElements: 0, sort: [] } })).list).toEqual([])
    const body = { login: 'required', providers: [] }
    await expect(load({ body })).rejects.toThrow('is not a list of entities')
  })

  it('entries of other sites, requests without a response and odd headers do no harm', async () => {
    const entry = toEntry({ body: items('a') }, 9)
    const { request } = entry
    const headers = [
      { name: ':status', value: '200' },
      { name: 'set-cookie', value: 'a=1\nb=2' },
    ]
    const entries = [
      { request: { method: 'GET', url: 'https://fonts.test/a.woff' }, response: null },
      { ...entry, request: { ...request, url: 'data:image/png;base64,AA' }, response: {} },
      { ...entry, response: { status: 0, headers: [], _error: 'net::ERR_ABORTED' } },
      { ...entry, response: null },
      {
        ...entry,
        request: { ...request, headers: null, postData: { text: '{}' } },
        response: { ...entry.response, headers },
      },
    ]
    const server = createMockServer({ keys: { key: 'team' }, behaviour: {} })
    expect(await server.load(extractFixtures({ log: { entries } }).fixtures)).toEqual(['a'])
    const [exchange] = readHar(JSON.stringify({ log: { entries } }))
    expect(exchange?.headers).toEqual({ 'set-cookie': 'a=1, b=2' })
    expect(exchange && (await readByClient(exchange))).toMatchObject({ error: null })
  })

  it('a byte order mark before a body is no part of it', async () => {
    const text = `\uFEFF${JSON.stringify(items('a'))}`
    expect(idsOf((await load({ content: { text } })).list)).toEqual(['a'])
    const encoded = { text: Buffer.from(text).toString('base64'), encoding: 'base64' }
    expect(idsOf((await load({ content: encoded })).list)).toEqual(['a'])
  })

  it('a response that failed, and another before the list, is no list', async () => {
    const { list } = await load(
      { status: 401, body: { statusCode: 401, success: false, error: 'no' } },
      { status: 503, content: { text: '<html></html>' } },
      { status: 304, content: { size: 0 } },
      { body: { payload: { entities: items('a') } } },
    )
    expect(idsOf(list)).toEqual(['a'])
  })

  it.each<[string, Recorded[], string]>([
    ['nothing', [], 'extractFixtures: the recording has no list of entities: record'],
    [
      'another operation',
      [{ path: '/v1/health', body: {} }],
      'extractFixtures: the recording has no list of entities',
    ],
    [
      'a refused list',
      [{ status: 401, body: { error: 'no' } }],
      'extractFixtures: the recording has no list of entities',
    ],
    ['a page in place of a list', [{ content: { text: '<html>' } }], `GET ${host}/v1/entities is not a list`],
    [
      'a page in place of a part of a list',
      [
        { path: '/v1/entities?page=1', body: items('a') },
        { path: '/v1/entities?page=2', content: { text: '<html>' } },
      ],
      `GET ${host}/v1/entities?page=2 is not a list`,
    ],
    [
      'a list without its body',
      [{ content: { size: 99 } }],
      'does not contain the body of the response to GET',
    ],
    [
      'a network without its body',
      [{ body: items('a') }, { path: '/v1/entities/a/network', content: { comment: 'not included' } }],
      `does not contain the body of the response to GET ${host}/v1/entities/a/network`,
    ],
    [
      'lists of two hosts',
      [{ body: items('a') }, { host: 'https://staging.test', body: items('a') }],
      `lists of two services, ${host} and https://staging.test`,
    ],
    [
      'lists of two services behind one host',
      [
        { host: 'https://gw.test/eu', body: items('a') },
        { host: 'https://gw.test/us', body: items('a') },
      ],
      'lists of two services, https://gw.test/eu and https://gw.test/us',
    ],
    ['an item without an id', [{ body: [{ name: 'A' }] }], 'load: items[0].id is required'],
    ['an item without a name', [{ body: [{ id: 7, title: 'A' }] }], 'load: items[0].name is required'],
    [
      'a list whose body is in another file',
      [{ content: { size: -1, _file: 'a.json' } }],
      'does not contain the body',
    ],
    [
      'bytes that are not UTF-8',
      [{ content: { text: btoa('["M\xfcller"]'), encoding: 'base64' } }],
      'is not UTF-8',
    ],
  ])('is refused: %s', async (_, calls, sentence) => {
    await expect(load(...calls)).rejects.toThrow(sentence)
  })
})

/** Ways in which services say that a list goes on: the pages 1 and 2 of such a list, and a place that the refusal names. */
const pagings: readonly [string, (page: number) => Recorded, string][] = [
  ['a count of entities', page => ({ body: { data: pageOf(page), total: 4 } }), 'total is 4'],
  [
    'a count as text',
    page => ({ body: { data: pageOf(page), meta: { total_count: '4' } } }),
    'meta.total_count is "4"',
  ],
  [
    'a count of pages',
    page => ({ body: { results: pageOf(page), pagination: { page, pages: 2 } } }),
    'pagination.pages is 2',
  ],
  [
    'a link in the body',
    page => ({ body: { data: pageOf(page), links: { next: page < 2 ? '/v1/entities?page=2' : null } } }),
    'links.next is',
  ],
  [
    'a link under href, to another host',
    page => ({
      body: {
        data: pageOf(page),
        _links: page < 2 ? { next: { href: 'http://10.0.0.7/v1/entities?page=2' } } : {},
      },
    }),
    '_links.next.href is',
  ],
  [
    'a link with its relation beside it',
    page => ({ body: { data: pageOf(page), links: page < 2 ? [{ rel: 'next', href: '?page=2' }] : [] } }),
    'links.next.href is',
  ],
  [
    'a header Link',
    page => ({
      body: pageOf(page),
      headers:
        page < 2 ? { link: '</v1/entities?page=1>; rel="self", </v1/entities?page=2>; rel="next"' } : {},
    }),
    'link is "/v1/entities?page=2"',
  ],
  [
    'a header with a count',
    page => ({ body: pageOf(page), headers: { 'X-Total-Count': '4' } }),
    'x-total-count is "4"',
  ],
  [
    'a range',
    page => ({
      status: 206,
      body: pageOf(page),
      headers: { 'Content-Range': `entities ${page * 2 - 2}-${page * 2 - 1}/4` },
    }),
    'content-range is',
  ],
  ['a flag', page => ({ body: { data: pageOf(page), has_more: page < 2 } }), 'has_more is true'],
  ['a number', page => ({ body: { data: pageOf(page), nextPage: page < 2 ? 2 : null } }), 'nextPage is 2'],
  [
    'a token',
    page => ({
      path: page < 2 ? '/v1/entities' : '/v1/entities?after=x%2Fy%3D',
      body: { data: pageOf(page), '@odata.nextLink': page < 2 ? 'x/y=' : '' },
    }),
    '@odata.nextLink is',
  ],
]
const pageOf = (page: number) => items(page * 2 - 1, page * 2)
const at = (page: number, call: Recorded): Recorded => ({ path: `/v1/entities?page=${page}`, ...call })

describe.each(pagings)('a list with pages, which %s shows,', (_, callOf, place) => {
  it('is loaded with all its pages, in any order, and also if one was read again', async () => {
    const [first, second] = [at(1, callOf(1)), at(2, callOf(2))]
    expect(idsOf((await load(first, second)).list)).toEqual([1, 2, 3, 4])
    expect(idsOf((await load(first, second, first)).list).toSorted()).toEqual([1, 2, 3, 4])
  })

  it('is refused with its first page alone', async () => {
    await expect(load(at(1, callOf(1)))).rejects.toThrow(
      `extractFixtures: the list has 2 entities, and is not whole: ${place}`,
    )
  })
})

describe('a list is whole', () => {
  it.each<[string, object, Readonly<Record<string, string>>]>([
    ['with the count of its entities', { total: 2, count: 2, meta: { totalElements: 2 } }, {}],
    [
      'with one page',
      { page: 1, pages: 1, per_page: 50, links: { self: '/v1/entities', next: null, prev: '' } },
      {},
    ],
    ['with another count', { errors: { count: 5 }, limits: { total: 1000 }, remaining: 40 }, {}],
    [
      'with flags that say so',
      { hasMore: false, has_next: 'no', next_cursor: '-', continuationToken: null },
      {},
    ],
    [
      'with other values',
      { message: 'more is better', nextReview: '2026-09-01', cursor: 'abc', version: 7 },
      {},
    ],
    [
      'with headers',
      {},
      { 'x-total-count': '2', 'x-next-page': '', 'x-ratelimit-remaining': '99', link: '<x>; rel="self"' },
    ],
  ])('%s', async (_, beside, headers) => {
    expect(idsOf((await load({ body: { data: items('a', 'b'), ...beside }, headers })).list)).toEqual([
      'a',
      'b',
    ])
  })

  it('whose first page was read at another URL than the one that leads back to it', async () => {
    const previous = 'https://screening.acme-bank.test/v1/entities?limit=2&page=1'
    const { list } = await load(
      { body: { results: items('a'), count: 2, next: '?page=2', previous: null } },
      { path: '/v1/entities?page=2', body: { results: items('b'), count: 2, next: null, previous } },
    )
    expect(idsOf(list)).toEqual(['a', 'b'])
  })

  it('unless it is only the last page', async () => {
    const body = { data: items('c'), prev: '/v1/entities?page=1' }
    await expect(load({ path: '/v1/entities?page=2', body })).rejects.toThrow('prev is "/v1/entities?page=1"')
  })
})

describe('recorded networks', () => {
  const network = { nodes: { a: { id: 'a', calculatedRiskScore: 9 } }, relations: [] }

  it('are found where the client finds them, and the last of each entity is shown as recorded', async () => {
    const path = '/v1/entities/7/network'
    for (const body of [
      { success: true, data: network },
      { Data: network },
      { data: JSON.stringify(network) },
      network,
    ]) {
      const earlier = { path, body: { data: { nodes: {}, relations: [] } } }
      const { get } = await load({ body: items(7) }, earlier, { path: `${path}?depth=2`, body })
      expect(await get(path)).toEqual({ success: true, data: network })
    }
  })

  it('of other entities and other hosts are skipped with a sentence, and failed ones without', async () => {
    const { skipped } = await load(
      { body: items('a') },
      { path: '/v1/entities/b/network', body: network },
      { path: '/v1/entities/a/network', body: network, host: 'https://staging.test' },
      { path: '/v1/entities/a/network', status: 404, body: { error: 'no' } },
    )
    expect(skipped).toEqual([
      'The network of b belongs to no entity of the list.',
      'The network of a belongs to no entity of the list.',
    ])
  })
})
