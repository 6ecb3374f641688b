import { type ClientOptions, EntityScreening } from 'entity-screening-sdk'
import { importPortfolio, watchEntities } from 'entity-screening-sdk/portfolio'
import { describe, expect, it } from 'vitest'
import { answering, apiKey, baseUrl, respondingWith } from '../answering.ts'
import { clean, hit, listed } from './reading.ts'

const three = ['e1', 'e2', 'e3'].map(id => ({ ...listed, id }))

/** Where a list of three says that there may be more; null where it is whole. */
async function dividersOf(body: unknown, init: ResponseInit = {}, options: ClientOptions = {}) {
  const { data, quirks } = await answering(body, init, options).client.entities.list().withResponse()
  expect(data).toHaveLength(3)
  const found = quirks.filter(({ code }) => code === 'incomplete').map(({ path }) => path.join('.'))
  return found.length === 0 ? null : found
}

const withHeaders = (headers: Record<string, string>) => dividersOf(three, { headers })

describe('a list is whole', () => {
  it.each([
    ['bare', three],
    ['in its envelope', { success: true, data: three }],
    ['under results', { results: three }],
    ['as text', { success: true, data_json: JSON.stringify(three) }],
    ['beside blank members', { data: three, next: null, cursor: '', prev: '-', more: false, page: 0 }],
    ['beside empty members', { data: three, links: [], meta: {}, errors: [] }],
    ['beside members that hold only these', { data: three, meta: { next: null, links: [{ next: '' }] } }],
    ['beside an empty list', { data: null, results: three }],
    [
      'beside the members of an envelope',
      {
        success: true,
        statusCode: 200,
        status: 'success',
        message: 'Found.',
        timestamp: '2025-01-01T00:00:00Z',
        requestId: 'r1',
        version: 'v1',
        data: three,
      },
    ],
    ['beside a total of what came', { data: three, total: 3, meta: { totalCount: '3', count: 3 } }],
  ])('%s', async (_, body) => {
    expect(await dividersOf(body)).toBeNull()
  })

  it.each([
    { 'x-account-id': '77' },
    { 'x-per-page': '50' },
    { 'x-total-count': '3' },
    { 'x-total-pages': '1' },
    { 'x-next-page': '' },
    { 'x-has-more': 'false' },
    { 'x-page': '1' },
    { 'x-page-size': '50' },
    { 'x-next-cursor': 'none' },
    { link: '</v1/entities>; rel="self", </docs>; rel="help"' },
  ])('with the headers %j', async headers => {
    expect(await withHeaders(headers)).toBeNull()
  })
})

describe('a list is not whole', () => {
  it.each<[object, string]>([
    [{ meta: { last_page: 2 } }, 'meta.last_page'],
    [{ links: [{ rel: 'next', href: '/v1/entities?page=2' }] }, 'links.0.rel'],
    [{ '@odata.nextLink': '/v1/entities?$skip=3' }, '@odata.nextLink'],
    [{ hasMore: 1 }, 'hasMore'],
    [{ noMore: false }, 'noMore'],
    [{ no_more_results: false }, 'no_more_results'],
    [{ untruncated: false }, 'untruncated'],
    [{ nonPartial: false }, 'nonPartial'],
    [{ remaining: { count: 3 } }, 'remaining.count'],
    [{ meta: { failed: { total: 3 } } }, 'meta.failed.total'],
    [{ errors: [{ count: 3 }] }, 'errors.0.count'],
    [{ has_more: true }, 'has_more'],
    [{ next: '/v1/entities?page=2' }, 'next'],
    [{ total: 50 }, 'total'],
    [{ meta: { pagination: { TotalCount: '7' } } }, 'meta.pagination.TotalCount'],
    [{ meta: '{"next":"/v1/entities?page=2"}' }, 'meta.next'],
    [{ partial: true }, 'partial'],
    [{ truncated: true }, 'truncated'],
    [{ warning: 'The index is being built.' }, 'warning'],
    [{ generatedAt: '2025-01-01' }, 'generatedAt'],
    [{ page_count: 3 }, 'page_count'],
    [{ totalPages: 3 }, 'totalPages'],
    [{ remaining_count: 3 }, 'remaining_count'],
    [{ status: 'partial' }, 'status'],
    [{ statusCode: 206 }, 'statusCode'],
    [{ message: { next: 2 } }, 'message.next'],
    [{ errors: ['A shard failed.'] }, 'errors.0'],
    [{ entities: [listed] }, 'entities.0.id'],
    [{ ok: false }, 'ok'],
    [{ complete: false }, 'complete'],
    [{ isLastPage: 'false' }, 'isLastPage'],
    [{ pages: { count: 3 } }, 'pages.count'],
    [{ Data: { total: 500 } }, 'Data.total'],
  ])('beside %j', async (member, path) => {
    expect(await dividersOf({ success: true, ...member, data: three })).toContain(path)
  })

  it.each([
    ['content-range', 'items 0-2/50'],
    ['x-total', '50'],
    ['x-total-count', '50'],
    ['x-total-pages', '2'],
    ['x-has-more', 'true'],
    ['x-next-page', '2'],
    ['x-cursor', 'abc'],
    ['link', '</v1/entities?page=2>; rel="next"'],
    ['link', "</v1/entities?page=2>; rel='next'"],
    ['link', '</v1/entities?page=2>; rel=next'],
    ['link', '</v1/entities?page=2>; rel="nextPage"'],
    ['link', '</v1/entities?page=9>; rel="last"'],
    ['x-pagination', '{"HasNext":true}'],
    ['x-ms-continuation', 'abc'],
    ['x-totalcount', '50'],
    ['x-total-count', '"500"'],
    ['x-total-count', '5,000'],
    ['x-wp-totalpages', '2'],
    ['x-page-count', '2'],
    ['x-hasmore', 'true'],
    ['x-truncated', 'true'],
    ['link', '</v1/entities>; rel="self", </v1/entities?page=2>; rel="last next"'],
  ])('with the header %s: %s', async (name, value) => {
    expect(await withHeaders({ [name]: value })).toEqual([name])
    const streamed: string[] = []
    const { client } = answering(three, { headers: { [name]: value } })
    for await (const _ of client.entities.stream({ onQuirk: ({ code }) => streamed.push(code) }));
    expect(streamed).toContain('incomplete')
  })

  it('with another status than 200', async () => {
    expect(await dividersOf(three, { status: 206 })).toEqual([''])
  })

  it('and nobody can vouch for a header of the standard', async () => {
    const link = { link: '</v1/entities?page=2>; rel="next"' }
    const vouched = { ignoreResponseFields: ['link', 'Link', 'X-Has-More'] }
    const { client } = answering({ data: three, link: 'https://a.example' }, { headers: link }, vouched)
    const { quirks } = await client.entities.list().withResponse()
    expect(quirks.filter(({ code }) => code === 'incomplete')).toMatchObject([{ found: 'string' }])
    const more = { headers: { 'x-has-more': 'true' } }
    expect(
      (await answering(three, more, vouched).client.entities.list().withResponse()).quirks,
    ).not.toContainEqual(expect.objectContaining({ code: 'incomplete' }))
  })

  it('and no report has a text of the response: it may be a name, or the key', { tags: 'long' }, async () => {
    const secret = 'SECRET0123456789'
    for (let padding = 0; padding < 80; padding += 1) {
      const text = `${'x'.repeat(padding)}${secret} Ilse Brandt`
      const links = { headers: { link: `</v1/entities?k=${text}>; rel="next"` } }
      const body = { data: three, subject: text, meta: { cursor: text, next: [text, { at: text }] } }
      const { client } = answering(body, links)
      const { quirks } = await client.entities.list().withResponse()
      expect(quirks.filter(({ code }) => code === 'incomplete').length).toBeGreaterThan(3)
      expect(JSON.stringify(quirks)).not.toMatch(/SECRET|Ilse/)
    }
  })

  it('and nobody can vouch for that status', async () => {
    const { client } = answering(three, { status: 206 }, { ignoreResponseFields: ['status', ''] })
    const { quirks } = await client.entities.list().withResponse()
    expect(quirks.filter(({ code }) => code === 'incomplete')).toMatchObject([{ path: [], found: '206' }])
  })

  it('in a search of the team and in both searches of the web', async () => {
    const { client } = answering({ results: [], next: '/2' })
    for (const call of [
      client.entities.search({}),
      client.search.organizations({ companyName: 'A' }),
      client.search.persons({ fullName: 'A' }),
    ])
      expect((await call.withResponse()).quirks.map(({ code }) => code)).toContain('incomplete')
  })

  it('and a strict client refuses it, with path and the option that settles it', async () => {
    const { client } = answering({ data: three, meta: { last_page: 2 } }, {}, { validation: 'strict' })
    await expect(client.entities.list()).rejects.toThrow(
      /meta\.last_page .*only if the service never divides this response.*meta\.last_page/,
    )
  })

  it('and says so in a hundred places at most', { tags: 'long' }, async () => {
    const members = Array.from({ length: 20_000 }, (_, at) => [`m${at}`, { x: at + 1 }])
    const begun = process.cpuUsage()
    expect(await dividersOf({ data: three, ...Object.fromEntries(members) })).toHaveLength(100)
    expect(process.cpuUsage(begun).user / 1000).toBeLessThan(1000)
  })
})

describe('of two wrappers', () => {
  it('the list that is read is the one that is judged', async () => {
    const part = { data: { total: 500, next: '/p2' }, results: [] }
    const { quirks } = await answering(part).client.entities.list().withResponse()
    const paths = quirks.filter(({ code }) => code === 'incomplete').map(({ path }) => path.join('.'))
    expect(paths.sort()).toEqual(['data.next', 'data.total'])
  })

  it('no network hides behind another', async () => {
    const hidden = { nodes: { a: { ...clean, sanctions: [{ name: 'Evil' }] } }, relations: [] }
    const body = `{"success":true,"Data":${JSON.stringify(hidden)},"data":{"nodes":{},"relations":[]}}`
    const network = await answering(body).client.entities.network('a')
    expect(network.isComplete).toBe(false)
  })
})

describe('a network', () => {
  const network = { nodes: { a: clean }, relations: [] }
  const read = (body: unknown, init: ResponseInit = {}, options: ClientOptions = {}) =>
    answering(body, init, options).client.entities.network('a')

  it.each([
    { success: true, data: network },
    network,
    { success: true, data: { nodes: JSON.stringify(network.nodes), relations_json: '[]' } },
    { success: true, message: 'Found.', data: { ...network, next: null, meta: {} } },
    { success: true, data: network, total: 1 },
  ])('is whole: %j', async body => {
    expect((await read(body)).isComplete).toBe(true)
  })

  it.each([
    { data: { nodes: network.nodes } },
    { data: { ...network, relations: null } },
    { data: { ...network, relations: { r1: { source: 'a', target: 'a', type: 'HasRole' } } } },
    { data: { ...network, partial: true } },
    { data: { ...network, message: 'There is more.' } },
    { data: network, truncated: true },
    { data: network, errors: ['The register of owners did not respond.'] },
    { data: network, meta: { page: 1 } },
    { ...network, hasMore: true },
  ])('is not whole: %j', async body => {
    const { isComplete } = await read({ success: true, ...body })
    expect(isComplete).toBe(false)
  })

  it('is not whole by its status or its headers', async () => {
    expect((await read({ data: network }, { status: 206 })).isComplete).toBe(false)
    expect((await read({ data: network }, { headers: { 'x-total': '9' } })).isComplete).toBe(false)
  })
})

describe('ignoreResponseFields vouches for values and headers', () => {
  const ignoreResponseFields = ['meta.generatedAt', 'data.generatedBy', 'x-has-more']

  it('by their path, and no further', async () => {
    const meta = { generatedAt: '2025-01-01' }
    expect(
      await dividersOf({ data: three, meta }, {}, { ignoreResponseFields: ignoreResponseFields }),
    ).toBeNull()
    const more = { ...meta, last_page: 2 }
    expect(
      await dividersOf({ data: three, meta: more }, {}, { ignoreResponseFields: ignoreResponseFields }),
    ).toEqual(['meta.last_page'])
    const headers = { 'x-has-more': 'yes' }
    expect(await dividersOf(three, { headers }, { ignoreResponseFields: ignoreResponseFields })).toBeNull()
  })

  it('never for a whole object', async () => {
    const meta = { generatedAt: '2025-01-01' }
    expect(await dividersOf({ data: three, meta }, {}, { ignoreResponseFields: ['meta'] })).toEqual([
      'meta.generatedAt',
    ])
  })

  it('and a network names what it was vouched for', async () => {
    const data = { nodes: { a: clean }, relations: [], generatedBy: 'v7' }
    const read = (given: unknown) =>
      answering({ data: given }, {}, { ignoreResponseFields: ignoreResponseFields }).client.entities.network(
        'a',
      )
    expect(await read(data)).toMatchObject({ isComplete: true, overriddenFields: ['data.generatedBy'] })
    expect(await read({ ...data, generatedBy: null })).toMatchObject({
      isComplete: true,
      overriddenFields: [],
    })
  })

  it('and is refused where it is no list of texts', () => {
    const make = (given: never) => new EntityScreening({ apiKey, baseUrl, ignoreResponseFields: given })
    expect(() => make('meta' as never)).toThrow(/ignoreResponseFields/)
    expect(() => make([7] as never)).toThrow(/ignoreResponseFields/)
  })
})

describe('nobody relies on a list that is not whole', () => {
  const part = { success: true, data: [], meta: { last_page: 2 } }
  const row = { type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' } as const

  it('reconcile does not say that something was not done', async () => {
    const { client } = answering(part)
    expect(await client.entities.reconcile(row, { otherCreations: null, recheckDelay: 0 })).toMatchObject({
      outcome: 'unknown',
    })
    const whole = answering({ success: true, data: [] }).client
    expect(await whole.entities.reconcile(row, { otherCreations: null, recheckDelay: 0 })).toMatchObject({
      outcome: 'not_done',
    })
  })

  it('an import sends nothing', async () => {
    const { client, sent } = answering(part)
    const report = await importPortfolio(client, [row], { giveUpAfter: 0 })
    expect(report).toMatchObject({ created: 0, remaining: 1 })
    expect(String(report.stopped?.error)).toContain('meta.last_page (2)')
    expect(String(report.stopped?.error)).toContain(
      'only if the service never divides this response, ignoreResponseFields',
    )
    expect(sent.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  it('nor on one that a cache has stored, unless the caller overrides `age`', async () => {
    const stored = { headers: { age: '30' } }
    const reconcile = (options: ClientOptions) =>
      answering([], stored, options).client.entities.reconcile(row, { otherCreations: null, recheckDelay: 0 })
    expect(await reconcile({})).toMatchObject({ outcome: 'unknown' })
    expect(await reconcile({ ignoreResponseFields: ['age'] })).toMatchObject({ outcome: 'not_done' })
    const { client, sent } = answering([], stored)
    const report = await importPortfolio(client, [row], { giveUpAfter: 0 })
    expect(report).toMatchObject({ created: 0, remaining: 1 })
    expect(String(report.stopped?.error)).toContain('age (30)')
    expect(sent.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  it('a watch compares no network that a cache has stored', { tags: 'long' }, async () => {
    const hits = (sanctions: unknown[]) => ({
      nodes: { e1: { ...clean, id: 'e1', sanctions } },
      relations: [],
    })
    const bodies = [hits([hit]), hits([]), hits([hit])]
    let reads = 0
    const { client } = respondingWith((_, request) => {
      if (!request.url.endsWith('/network')) return Response.json(three.slice(0, 1))
      reads += 1
      const headers = { age: reads === 2 ? '30' : '0' }
      return Response.json({ success: true, data: bodies[reads - 1] }, { headers })
    })
    const events: unknown[] = []
    const networks: unknown[] = []
    await watchEntities(client, {
      onChange: event => void events.push(event),
      onCheck: check => void networks.push(check.networks.read),
      every: 200,
      networks: 'all',
      checks: 3,
    })
    expect(events).toEqual([])
    expect(networks).toEqual([1, 0, 1])
  })

  it('a watch misses nobody', async () => {
    const bodies = [three, { data: three.slice(0, 1), links: [{ rel: 'next' }] }, three, [], three]
    const { client } = respondingWith(attempt =>
      Response.json(bodies[attempt - 1], { headers: attempt === 4 ? { age: '30' } : {} }),
    )
    const events: unknown[] = []
    const failures: unknown[] = []
    await watchEntities(client, {
      onChange: event => void events.push(event),
      onCheck: ({ failure }) => void failures.push(failure?.name ?? null),
      every: 1,
      networks: 'never',
      checks: 5,
    })
    expect(events).toEqual([])
    const incomplete = 'ResponseValidationError'
    expect(failures).toEqual([null, incomplete, null, incomplete, null])
  })
})
