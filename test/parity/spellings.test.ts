import { observe } from 'entity-screening-sdk/mock-server/parity'
import { describe, expect, it } from 'vitest'
import { createParityReport } from '../../mock-server/parity/report.ts'
import { verifyService } from '../../mock-server/parity/verify-service.ts'
import { exchangeOf } from './recording/exchanges.ts'

const item = {
  id: 'e-1',
  name: 'Nordwind GmbH',
  type: 'person',
  caseStatus: 'CLEARED',
  registration: 'DE',
  countryCode: 'DE',
  riskLevel: 'High Risk',
  riskScore: 95,
  platformId: 'P-1',
  lastUpdate: 'Mar 1, 2024',
  dueDate: '-',
  createdAt: '2024-02-01T08:00:00.000Z',
  updatedAt: '2024-03-01T08:00:00.000Z',
}
/** Three entities in order of creation, without the named fields. */
function listWithout(names: readonly string[], more: object = {}) {
  return [1, 2, 3].map(day => {
    const full = { ...item, id: day, name: `${4 - day}`, createdAt: `2024-02-0${day}T08:00:00.000Z` }
    const fields = Object.entries(full).filter(([name]) => !names.includes(name))
    return { ...Object.fromEntries(fields), ...more }
  })
}

function report(body: unknown, headers: Readonly<Record<string, string>> = {}) {
  const { findings, behaviour, renames } = createParityReport([exchangeOf({ body, headers })])
  const byId = new Map(findings.map(finding => [finding.id, finding]))
  return {
    behaviour,
    renames,
    verdictOf: (id: string) => byId.get(id)?.verdict,
    answerOf: (id: string) => byId.get(id)?.answer,
  }
}

/** The open points whose answer rests on a field. */
const points: Readonly<Record<string, readonly string[]>> = {
  createdAt: ['listOrder'],
  countryCode: ['noCountryCode', 'personRegistration'],
  registration: ['personRegistration'],
  riskLevel: ['noRiskLevel', 'riskLabels', 'riskScale', 'caseStatuses', 'otherRiskLevels'],
  riskScore: ['riskScale'],
  caseStatus: ['caseStatuses'],
}

describe('a documented field that no entity has', () => {
  it.each(Object.entries(points))('%s is probably renamed if each has an unknown one', (field, ids) => {
    const { behaviour, renames, verdictOf } = report(listWithout([field], { rating: '-', owner: 'Ada' }))
    expect(renames).toEqual([{ field, instead: ['rating', 'owner'] }])
    for (const id of ids) expect(verdictOf(id)).toBe('not_seen')
    for (const id of ids) expect(behaviour).not.toHaveProperty(id)
  })

  it.each(Object.entries(points))('%s is renamed to the unknown one with its letters', (field, ids) => {
    const spelled = field.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`).replace(/^reg/, 'Reg')
    const more = { [spelled]: '-', owner: 'Ada' }
    expect(report(listWithout([field], more)).renames).toEqual([{ field, instead: [spelled] }])
    for (const id of ids) expect(report(listWithout([field], more)).verdictOf(id)).toBe('not_seen')
  })

  it('is renamed, even if it is the id', () => {
    expect(report(listWithout(['id'], { entityId: 'a' })).renames).toEqual([
      { field: 'id', instead: ['entityId'] },
    ])
  })

  it('is absent, if there is no unknown one in each', () => {
    const [first, ...others] = listWithout(['riskLevel', 'countryCode'])
    const { behaviour, renames } = report([{ ...first, rating: '-' }, ...others])
    expect(renames).toEqual([])
    expect(behaviour).toMatchObject({ noRiskLevel: 'absent', noCountryCode: 'absent' })
  })

  it('and an unknown one that is not in the place of another is no rename', () => {
    expect(report(listWithout([], { tags: [] })).renames).toEqual([])
    expect(report([]).renames).toEqual([])
    // Another spelling of a field that is there too says nothing of others.
    expect(report(listWithout(['dueDate'], { country_code: 'DE' })).renames).toEqual([])
  })
})

describe('ids, names and types are read as the client reads them', () => {
  const spelled = listWithout(['id', 'name', 'type']).map((fields, index) => ({
    ...{ ID: index + 1, Name: 7 - index, TYPE: 'person' },
    ...fields,
  }))

  it.each([
    ['bare', spelled],
    ['data', { data: spelled }],
    ['Data', { Data: spelled }],
    ['data', { data: JSON.stringify(spelled) }],
    ['data.items', { data: { items: spelled } }],
  ])('in a list at %s', (path, body) => {
    const { answerOf } = report(body)
    expect(answerOf('listBody')).toBe(path)
    expect(answerOf('personRegistration')).toBe('countryCode')
    expect(answerOf('listOrder')).toBe('created')
  })

  it('by verify, which asks for the network of a number', async () => {
    const paths: string[] = []
    const fetch = async (input: string | URL | Request) => {
      const { pathname } = new URL(String(input))
      paths.push(pathname)
      return Response.json(pathname === '/v1/entities' ? { data: spelled } : {})
    }
    await verifyService({ baseUrl: 'https://service.test', apiKey: 'the-key', fetch, pause: 0 })
    expect(paths).toContain('/v1/entities/1/network')
  })

  it('by observe, also in a network and in the response to a creation', async () => {
    const bodies: Readonly<Record<string, unknown>> = {
      'POST /v1/entities': { data: { ID: 1 } },
      'GET /v1/entities': { Data: spelled },
      'GET /v1/entities/1/network': {
        data: JSON.stringify({ Nodes: { 1: { id: '1', pep: [] } }, relations: [] }),
      },
    }
    const observer = observe(
      async (input, init) =>
        Response.json(bodies[`${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`]),
      { baseUrl: 'https://service.test' },
    )
    for (const call of Object.keys(bodies)) {
      const [method = '', path] = call.split(' ')
      await observer.fetch(`https://service.test${path}`, { method })
    }
    const { findings } = await observer.report()
    const answers = Object.fromEntries(findings.map(({ id, answer }) => [id, answer]))
    expect(answers).toMatchObject({ newEntities: 'at once', rootKey: 'id', dialect: 'documented' })
  })
})

describe('is the list divided?', () => {
  const list = listWithout([])

  it.each<[string, unknown, Readonly<Record<string, string>>, string]>([
    ['a bare list', list, {}, 'no'],
    ['a total that is there', { data: list, total: 3 }, {}, 'no'],
    ['a total of OData', { value: list, '@odata.count': 3 }, {}, 'no'],
    ['a total in an object', { data: list, pagination: { total: 3 } }, {}, 'no'],
    [
      'a total of the part',
      { data: list, count: 3, next: '?page=2' },
      {},
      '3 were read, of an unknown number',
    ],
    ['a total that is not there', { data: list, total: 12 }, {}, '3 of 12 were read'],
    ['a total in a header', list, { 'x-total-count': '1204' }, '3 of 1204 were read'],
    ['a range', list, { 'content-range': 'items 0-2/40' }, '3 of 40 were read'],
    ['a list from a cache', list, { age: '60', 'x-cache': 'HIT' }, 'no'],
    ['a cursor', { data: list, cursor: 'abc' }, {}, '3 were read, of an unknown number'],
    ['a link', list, { link: '</v1/entities?page=2>; rel="next"' }, '3 were read, of an unknown number'],
  ])('%s', (_, body, headers, answer) => {
    const { answerOf, verdictOf } = report(body, headers)
    expect(answerOf('dividedList')).toBe(answer)
    expect(verdictOf('dividedList')).toBe(answer === 'no' ? 'same' : 'differs')
  })

  it('is not known without a list', () => {
    expect(createParityReport([]).findings.find(({ id }) => id === 'dividedList')?.verdict).toBe('not_seen')
    expect(report({ 1: list[0], 2: list[1] }, {}).verdictOf('dividedList')).toBe('not_seen')
  })
})
