import { describe, expect, it } from 'vitest'
import { createGuard } from '../../../mock-server/parity/recording/guard.ts'
import { apiKey, baseUrl, callEverything, exchangeOf, record, recordBody } from './exchanges.ts'

const name = 'Ilse Brandt-Özdemir'
const id = 'ent_5f3a9c'

describe('a recorder', () => {
  it('removes a name, an id and the key from any place', () => {
    const places: [string, Parameters<typeof exchangeOf>[0]][] = [
      ['a value', { body: [{ name }] }],
      ['the id of a path', { operation: 'getNetwork', path: `/v1/entities/${id}/network` }],
      ['an encoded path', { operation: null, path: `/v1/entities/${encodeURIComponent(name)}` }],
      ['the first segment', { operation: null, path: id }],
      ['a query', { path: `/v1/entities?name=${encodeURIComponent(name)}&${id}=1` }],
      ['a key of nodes', { operation: 'getNetwork', body: { nodes: { [id]: { id } }, relations: [] } }],
      ['the name of a field', { body: [{ [id]: 1, [name]: true }] }],
      ['JSON in JSON', { body: [{ pep_json: JSON.stringify([{ name, [id]: [name] }]) }] }],
      ['JSON in JSON in JSON', { body: { sanctions_json: JSON.stringify(JSON.stringify([{ name }])) } }],
      ['JSON that is cut off', { body: { pep_json: `[{"name":"${name}","id":"${id}` } }],
      ['escapes', { body: { note: JSON.stringify(name).replace(/[^"]/g, escapeCharacter) } }],
      ['base64', { body: { note: btoa(`name: ${id}`) } }],
      ['a text', { text: `<h1>Sorry, ${name} (${id})</h1>`, body: undefined }],
      ['an error', { status: 400, body: { error: `Row 3: organization "${name}" of ${id} already exists` } }],
      ['an error without quotes', { status: 400, body: { error: `${name} (${id}) already exists` } }],
      [
        'fields that may stay',
        { body: { type: name, caseStatus: name, riskLevel: id, status: name, size: id } },
      ],
      ['numbers that may stay', { body: { riskScore: name, total: id, version: id, exact_share: name } }],
      ['times', { body: { createdAt: name, lastUpdate: id, timestamp: `2025-01-05 ${name}` } }],
      ['a country', { body: { country: name, countryCode: id, nationality: name } }],
      [
        'headers',
        {
          headers: {
            'content-type': `text/${id}`,
            'x-entity': name,
            link: `<${baseUrl}/${id}>; rel="${id}"`,
          },
        },
      ],
      [
        'addresses',
        {
          headers: { location: `https://user:${id}@elsewhere.test/${id}` },
          body: { sources: [`https://${id}.test/${id}`] },
        },
      ],
      [
        'the request',
        {
          contentType: `application/json; ${id}`,
          idempotencyKey: `${id} of ${name}`,
          request: { name, [id]: id, entities: [{ first_name: name }] },
        },
      ],
      ['the key', { body: { error: `Bearer ${apiKey}`, caseStatus: apiKey, [apiKey]: apiKey } }],
      [
        'the key in a header',
        { headers: { 'set-cookie': apiKey, authorization: apiKey, 'retry-after': apiKey } },
      ],
      ['the host', { body: { note: baseUrl, documentation: `see ${new URL(baseUrl).host}` } }],
      [
        'letters of other scripts',
        { body: [{ name: '株式会社東京商店' }, { name: 'Юрий Ковалёв' }, { name: 'يوسف الحربي' }] },
      ],
    ]
    const secrets = [
      name,
      'Brandt',
      'Özdemir',
      id,
      '5f3a9c',
      apiKey,
      'acme-bank',
      btoa(id),
      '東京',
      'Ковал',
      'الحربي',
    ]
    for (const [place, fields] of places) {
      const { har } = record([exchangeOf(fields)])
      // The secrets must not appear behind escapes either.
      for (const text of [
        har,
        har.replaceAll('\\', ''),
        JSON.stringify(JSON.parse(har)),
        decodeURIComponent(har),
      ])
        for (const secret of secrets) expect(text.toLowerCase(), place).not.toContain(secret.toLowerCase())
    }
  })

  it('keeps values that describe no party', () => {
    const body = {
      id: 'x',
      type: 'organization',
      caseStatus: 'WAITING_FOR_REVIEW',
      riskLevel: 'Severe Risk',
      riskScore: 71.5,
      success: true,
      dueDate: '-',
      registration: '',
      relations: [
        {
          type: 'HasRole',
          risk: 3,
          details: { exact_share: '25-50%', is_executive: 'true', role_type: 'board_member' },
        },
      ],
      total: 250,
      meta: null,
    }
    expect(recordBody(body)).toMatchObject({
      ...body,
      id: expect.any(String),
    })
  })

  it('keeps the form of the values that it replaces', () => {
    const recorded = recordBody({
      id: '5f3a9c0d5f3a9c0d5f3a9c0d5f3a9c0d',
      name: "O'Neill-ŁUKASZ & Söhne 24",
      number: 12345678,
      birth_date: '1961-04-09',
      birthDate: '09.04.1961',
      lastUpdate: 'Jan 5, 2025',
      createdAt: '2025-01-05T10:20:30.456Z',
      date: '2025-01-05T10:20:30.456Z',
      countryCode: 'DE',
      country: 'Deutschland',
      website_url: 'https://nordwind.de/a%20b',
    })
    expect(recorded).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      name: expect.stringMatching(/^[A-Z]'[A-Z][a-z]{4}-\p{Lu}[A-Z]{5} & [A-Z]\p{Ll}[a-z]{3} \d\d$/u),
      birth_date: expect.stringMatching(/^(?:19|20)\d\d-[01]\d-[0-2]\d$/),
      birthDate: expect.stringMatching(/^1[0-2]\.1[0-2]\.(?:19|20)\d\d$/),
      lastUpdate: expect.stringMatching(/^[A-Z][a-z]{2} \d{1,2}, 20\d\d$/),
      createdAt: expect.stringMatching(/^20\d\d-[01]\d-[0-3]\dT10:20:30\.456Z$/),
      date: expect.stringMatching(/^(?:19|20)\d\d-[01]\d-[0-2]\dT[01]\d:[0-2]\d:[0-3]\d\.\d{3}Z$/),
      countryCode: expect.stringMatching(/^[A-Z]{2}$/),
      website_url: expect.stringMatching(/^https:\/\/[a-z]{8}\.[a-z]{2}\/[a-z]%4\d[a-z]$/),
    })
    expect(Object.values(Object(recorded))).toContainEqual(
      expect.toSatisfy(value => value > 1e7 && value < 1e8),
    )
  })

  it('gives the same original the same stand-in in every exchange', () => {
    const { recorded } = record([
      exchangeOf({ body: [{ id, name, registration: '4711 0815' }] }),
      exchangeOf({
        path: `/v1/entities/${id}/network`,
        operation: 'getNetwork',
        body: { nodes: { [id]: { id, name } }, relations: [{ source: id }] },
      }),
      exchangeOf({
        request: { name, registration: '4711 0815' },
        body: { error: `organization "${name}" already exists` },
      }),
    ])
    const [list, network, refused] = recorded.map(({ body }) => Object(body))
    const [entity] = list
    expect(recorded[1]?.path).toBe(`/v1/entities/${entity.id}/network`)
    expect(network.nodes[entity.id]).toMatchObject({ id: entity.id, name: entity.name })
    expect(network.relations[0].source).toBe(entity.id)
    expect(recorded[2]?.request).toEqual({ name: entity.name, registration: entity.registration })
    expect(refused.error).toBe(`organization "${entity.name}" already exists`)
  })

  it('moves all times by the same days', () => {
    const at = Date.parse('2026-03-04T05:06:07.890Z')
    const { recorded } = record([
      exchangeOf({ at, body: { createdAt: '2026-03-04T05:06:07.890Z', dueDate: 'Mar 5, 2026' } }),
    ])
    const [first] = recorded
    const { createdAt, dueDate } = Object(first?.body)
    expect(Date.parse(createdAt)).toBe(first?.at)
    expect(Date.parse(`${dueDate} UTC`)).toBe(new Date(createdAt).setUTCHours(24, 0, 0, 0))
    expect(at - Date.parse(createdAt)).toBeGreaterThanOrEqual(30 * 86_400_000)
  })

  it('keeps row numbers, and headers that a client reads', () => {
    const { recorded } = record([
      exchangeOf({
        body: { data: { errors: [`Row 12: organization "${name}" already exists in the team`] } },
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'retry-after': '30',
          location: `${baseUrl}/v1/entities/${id}?page=2`,
          link: `<${baseUrl}/v1/entities?page=2>; rel="next"`,
          'x-ratelimit-remaining': '0',
          server: 'acme-gateway',
        },
      }),
    ])
    expect(Object(recorded[0]?.body).data.errors).toEqual([
      expect.stringMatching(
        /^Row 12: organization "[A-Z][a-z]{3} [A-Z][a-z]{5}-\p{Lu}[a-z]{6}" already exists in the team$/u,
      ),
    ])
    expect(recorded[0]?.headers).toEqual({
      'content-type': 'application/json; charset=utf-8',
      'retry-after': '30',
      location: expect.stringMatching(
        /^https:\/\/recorded\.invalid\/v1\/entities\/[a-z]{3}_[0-9a-z]{6}\?page=2$/,
      ),
      link: '<https://recorded.invalid/v1/entities?page=2>; rel="next"',
      'x-ratelimit-remaining': '0',
    })
  })

  it('replaces a status that is a name in another field', () => {
    expect(recordBody([{ caseStatus: 'ESCALATED' }, { name: 'ESCALATED' }])).toEqual([
      { caseStatus: expect.not.stringMatching('ESCALATED') },
      { name: expect.not.stringMatching('ESCALATED') },
    ])
  })

  it('replaces a status or a level that contains a part of a name', () => {
    const body = [
      { name: 'Anna Ferrari', caseStatus: 'WAITING_FOR_ANNA', riskLevel: 'Ferrari Risk' },
      { name: 'Nordwind GmbH', caseStatus: 'ESCALATED', riskLevel: 'Severe Risk' },
    ]
    expect(JSON.stringify(recordBody(body))).not.toMatch(/anna|ferrari/i)
    expect(recordBody(body)).toMatchObject([{}, { caseStatus: 'ESCALATED', riskLevel: 'Severe Risk' }])
  })

  it('refuses to write an original that it cannot replace, and names the place', () => {
    const refused = () => record([exchangeOf()], { keys: ['entity-screening-sdk'], baseUrl })
    expect(refused).toThrow(
      'toHar: the recording still holds values of the service, in log.creator.name: nothing is written',
    )
  })

  it('writes an empty recording without exchanges', () => {
    expect(record([]).recorded).toEqual([])
  })

  it('keeps the paths and headers of pages', () => {
    const body = { next: '/v1/entities?page=37', note: '[{"version":7}]' }
    const headers = { link: '</v1/entities?page=37>; rel="next"' }
    expect(record([exchangeOf({ body, headers })]).recorded[0]).toMatchObject({
      headers,
      body: { next: body.next },
    })
  })

  it('replaces an identifier of any form alike in paths and bodies', () => {
    for (const id of ['1', 'v2', 'person', 'a/b', '50%', '..x', 'Ünal', '😀', 'null', 'true']) {
      const path = `/v1/entities/${encodeURIComponent(id)}/network`
      const { recorded } = record([exchangeOf({ path, operation: 'getNetwork', body: [{ id }] })])
      const [entity] = Object(recorded[0]?.body)
      expect(recorded[0]?.path).toBe(`/v1/entities/${encodeURIComponent(entity.id)}/network`)
    }
  })

  it('accepts unusual field names, times and countries', () => {
    const body = JSON.parse(
      '{"__proto__":{"name":"Ilse Brandt"},"constructor":1,"createdAt":"0001-01-01T00:00:00Z","updatedAt":" 2025-01-05"}',
    )
    expect(record([exchangeOf({ body })]).har).not.toContain('Brandt')
    expect(recordBody(body)).toMatchObject({ createdAt: '0001-01-01T00:00:00Z' })
    expect(recordBody({ countryCode: 'de', nationality: 'UK' })).toEqual({
      countryCode: expect.stringMatching(/^[a-z]{2}$/),
      nationality: expect.stringMatching(/^[A-Z]{2}$/),
    })
  })
})

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

describe('a name made of words of the specification', () => {
  const company = 'First Trust Company'

  it('is replaced in any place and spelling', () => {
    const { har, recorded } = record([
      exchangeOf({
        body: [{ id: 'e1', name: company, type: 'organization', caseStatus: 'FIRST_TRUST_COMPANY' }],
      }),
      exchangeOf({ status: 400, body: { error: `Row 2: ${company} already exists` } }),
      exchangeOf({ body: { message: 'the firstTrustCompany is limited', status: 'first-trust-company' } }),
      exchangeOf({ operation: 'getNetwork', path: `/v1/entities/${encodeURIComponent(company)}/network` }),
    ])
    expect(decodeURIComponent(har)).not.toMatch(/first.?trust.?company/i)
    expect(recorded[0]?.body).toMatchObject([{ type: 'organization' }])
    expect(recorded[1]?.body).toMatchObject({ error: expect.stringMatching(/^Row 2: /) })
  })

  it('is replaced in fields that may stay, even if it is one word', () => {
    const body = [
      { id: 'e1', name: 'Critical', riskLevel: 'Critical Risk', caseStatus: 'CRITICAL', size: 'Critical' },
      { id: 'unknown', name: 'Row', caseStatus: 'ROW', message: 'organization "Row" already exists' },
    ]
    const [first, second] = recordBody(body) as typeof body
    expect([first?.caseStatus, first?.size, second?.caseStatus]).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/critical|row/i)]),
    )
    expect(second?.message).toMatch(/^organization "[A-Z][a-z]{2}" already exists$/)
    expect(second?.message).not.toContain('Row')
  })

  it('does not affect values in the specification', () => {
    const specifiedFields = { type: 'person', caseStatus: 'IN_PROGRESS', riskLevel: 'Low Risk' }
    const named = { id: 'person', name: 'Low Risk', full_name: 'In Progress' }
    expect(recordBody([{ ...specifiedFields, ...named }])).toMatchObject([specifiedFields])
  })
})

describe('a guard', () => {
  it('finds every original in exchanges that are not scrubbed, in each spelling', async () => {
    const exchanges = await callEverything()
    const guard = createGuard(exchanges, [apiKey], new URL(baseUrl))
    const unscrubbed = exchanges.map(({ path, request, body }) => ({ path, request, body }))
    expect(guard.findOriginals(JSON.stringify(unscrubbed)).length).toBeGreaterThan(100)
    for (const spelled of [
      'Dragomir Vosskov',
      'for DRAGOMIR VOSSKOV.',
      'Dragomir%20Vosskov',
      String.raw`\\u0044ragomir Vosskov`,
      '&#68;ragomir Vosskov',
      btoa('by Dragomir Vosskov'),
      apiKey,
      `x${apiKey}x`,
      'screening.acme-bank.test',
    ])
      expect(guard.hasOriginal(spelled), spelled).toBe(true)
    for (const other of ['Dragomirs', 'Dragomirs Vosskova', 'organization', 'Low Risk', 'FI', ''])
      expect(guard.hasOriginal(other), other).toBe(false)
  })
})
