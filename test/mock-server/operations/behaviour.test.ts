import type { Behaviour } from 'entity-screening-sdk/mock-server'
import { expect, it } from 'vitest'
import { behaviourFields } from '../../../mock-server/behaviour.ts'
import { createWire, type Wire } from '../wire.ts'

const acme = { type: 'organization', name: 'Acme Ltd', countryCode: 'GB' }
const kim = { type: 'person', name: 'Kim Doe', countryCode: 'GB' }
const bulkKim = { ...kim, first_name: 'Kim', last_name: 'Doe' }
const nowhere = { type: 'organization', name: 'Zenith Ltd' }
const sanctioned = { type: 'organization', name: '[sanctioned] Works Ltd', countryCode: 'GB' }

const health = ({ get }: Wire) => get('/v1/health')
const list = ({ get }: Wire) => get('/v1/entities')
const create = ({ post }: Wire, body: object = acme) => post('/v1/entities', body)
const createTwice = async (wire: Wire, body: object) => [await create(wire, body), await create(wire, body)]
const bulk = ({ post }: Wire, ...entities: object[]) => post('/v1/entities/bulk', { entities })
const keyless = (wire: Wire) => wire.withKey(null)
const statusOf = (answer: { readonly status: number }) => answer.status
const statusesOf = (answers: readonly { readonly status: number }[]) => answers.map(statusOf)
const searchPersons = ({ post }: Wire, body: object = {}) =>
  post('/api/search/persons', { full_name: 'Kim Doe', ...body })

/** The fields of the first entity in the list. */
async function itemOf(wire: Wire, input: object, isSettled = false): Promise<unknown> {
  await create(wire, input)
  if (isSettled) wire.server.clock.settle()
  const { text } = await list(wire)
  return JSON.parse(text)[0]
}

async function namesIn(wire: Wire): Promise<unknown> {
  for (const body of [nowhere, acme, kim]) await create(wire, body)
  const { text } = await list(wire)
  return JSON.parse(text).map(({ name }: { name: string }) => name)
}

async function rescanned(wire: Wire): Promise<unknown> {
  const { text } = await create(wire, sanctioned)
  wire.server.clock.settle()
  const rescan = await wire.put(`/v1/entities/${JSON.parse(text).data.id}`, { action: 'rescan' })
  return JSON.parse(rescan.text).data
}

/** The network of an entity, under the identifier of its own node, and the share of its owner of a quarter. */
async function networkOf(wire: Wire): Promise<string> {
  const { text } = await create(wire, { type: 'organization', name: '[two-26-percent] Works Ltd' })
  wire.server.clock.settle()
  const { id, platformId } = JSON.parse(text).data
  const network = await wire.get(`/v1/entities/${id}/network`)
  return network.text.replaceAll(id, 'ID').replaceAll(platformId, 'PLATFORM')
}

type Row = readonly [
  behaviour: Behaviour,
  observe: (wire: Wire) => unknown,
  expected: unknown,
  otherwise: unknown,
]

const label = (riskLevel: string | null) => expect.objectContaining({ riskLevel })
const without = (field: string) => expect.not.objectContaining({ [field]: expect.anything() })

const rows: readonly Row[] = [
  [{ healthBody: 'text' }, async wire => (await health(wire)).text, 'OK', expect.stringContaining('"ok"')],
  [{ healthBody: 'empty' }, async wire => statusOf(await health(wire)), 204, 200],
  [{ healthRequiresKey: true }, async wire => statusOf(await health(keyless(wire))), 401, 200],
  [{ indexPath: '/v1' }, async wire => statusOf(await wire.get('/')), 404, 200],
  [{ indexPath: '/' }, async wire => statusOf(await wire.get('/v1')), 404, 200],
  [{ indexPath: 'none' }, async wire => statusOf(await wire.get('/v1')), 404, 200],
  [{ indexRequiresKey: true }, async wire => statusOf(await keyless(wire).get('/v1')), 401, 200],
  [{ apiV1Prefix: true }, async wire => statusOf(await wire.get('/api/v1/entities')), 200, 404],
  [{ searchRequiresKey: false }, async wire => statusOf(await searchPersons(keyless(wire))), 200, 401],
  [{ missingKeyStatus: 403 }, async wire => statusOf(await list(keyless(wire))), 403, 401],
  [{ wrongKeyStatus: 403 }, async wire => statusOf(await list(wire.withKey('wrong'))), 403, 401],
  [{ invalidInputStatus: 422 }, async wire => statusOf(await create(wire, {})), 422, 400],
  [{ unknownEntityStatus: 403 }, async wire => statusOf(await wire.get('/v1/entities/x/network')), 403, 404],
  [
    { errorMember: 'message' },
    async wire => (await create(wire, {})).body,
    expect.objectContaining({ message: expect.any(String) }),
    expect.objectContaining({ error: expect.any(String) }),
  ],
  [
    { wrongContentType: 'reject' },
    async wire => statusOf(await wire.send('POST', '/v1/entities', acme, { 'content-type': 'text/plain' })),
    415,
    201,
  ],
  [{ listBody: 'data' }, async wire => (await list(wire)).body, { success: true, data: [] }, []],
  [{ listBody: 'results' }, async wire => (await list(wire)).body, { results: [] }, []],
  [
    { listOrder: 'newest' },
    namesIn,
    ['Kim Doe', 'Acme Ltd', 'Zenith Ltd'],
    ['Zenith Ltd', 'Acme Ltd', 'Kim Doe'],
  ],
  [
    { listOrder: 'name' },
    namesIn,
    ['Acme Ltd', 'Kim Doe', 'Zenith Ltd'],
    ['Zenith Ltd', 'Acme Ltd', 'Kim Doe'],
  ],
  ...(['', null] as const).map(
    (blank): Row => [
      { noCountryCode: blank },
      wire => itemOf(wire, nowhere),
      expect.objectContaining({ countryCode: blank }),
      expect.objectContaining({ countryCode: '-' }),
    ],
  ),
  [{ noCountryCode: 'absent' }, wire => itemOf(wire, nowhere), without('countryCode'), label('-')],
  [{ noRiskLevel: '' }, wire => itemOf(wire, acme), label(''), label('-')],
  [{ noRiskLevel: null }, wire => itemOf(wire, acme), label(null), label('-')],
  [{ noRiskLevel: 'absent' }, wire => itemOf(wire, acme), without('riskLevel'), label('-')],
  [{ riskLabels: { low: 'Green' } }, wire => itemOf(wire, acme, true), label('Green'), label('Low Risk')],
  [
    { riskScale: 1 },
    wire => itemOf(wire, sanctioned, true),
    expect.objectContaining({ riskScore: 0.95 }),
    expect.objectContaining({ riskScore: 95 }),
  ],
  [
    { caseStatuses: { low: 'CLEARED' } },
    wire => itemOf(wire, acme, true),
    expect.objectContaining({ caseStatus: 'CLEARED' }),
    expect.objectContaining({ caseStatus: 'IN_PROGRESS' }),
  ],
  [{ riskAfterRescan: 'cleared' }, rescanned, label('-'), label('High Risk')],
  [
    { personRegistration: 'none' },
    wire => itemOf(wire, kim),
    expect.objectContaining({ registration: '-' }),
    expect.objectContaining({ registration: 'GB' }),
  ],
  [
    { dialect: 'sample' },
    networkOf,
    expect.stringContaining('"sanctions_json"'),
    expect.not.stringContaining('"sanctions_json"'),
  ],
  [
    { dialect: 'mixed' },
    networkOf,
    expect.stringMatching(/"(sanctions|pep|adverse_media)_json"/),
    expect.not.stringContaining('_json"'),
  ],
  [
    { rootKey: 'platformId' },
    networkOf,
    expect.stringContaining('"PLATFORM":{'),
    expect.stringContaining('"ID":{'),
  ],
  [
    { shareUnit: 'percent' },
    networkOf,
    expect.stringContaining('"exact_share":26'),
    expect.stringContaining('"exact_share":0.26'),
  ],
  [
    { shareUnit: 'text' },
    networkOf,
    expect.stringContaining('"exact_share":"26%"'),
    expect.stringContaining('"exact_share":0.26'),
  ],
  [{ createdStatus: 200 }, async wire => statusOf(await create(wire)), 200, 201],
  [{ bulkStatus: 200 }, async wire => statusOf(await bulk(wire, acme)), 200, 201],
  [{ bulkStatus: 207 }, async wire => statusOf(await bulk(wire, acme)), 207, 201],
  ...(
    [
      ['reject', 400],
      ['conflict', 409],
    ] as const
  ).flatMap(([value, status]): Row[] => [
    [
      { duplicateOrganizations: value },
      async wire => statusesOf(await createTwice(wire, acme)),
      [201, status],
      [201, 201],
    ],
    [
      { duplicatePersons: value },
      async wire => statusesOf(await createTwice(wire, kim)),
      [201, status],
      [201, 201],
    ],
  ]),
  [
    { bulkDuplicateOrganizations: 'allow' },
    async wire => (await bulk(wire, acme, acme)).body,
    expect.objectContaining({ data: { successCount: 2, errorCount: 0, errors: [] } }),
    expect.objectContaining({ data: expect.objectContaining({ successCount: 1, errorCount: 1 }) }),
  ],
  [
    { bulkDuplicatePersons: 'reject' },
    async wire => (await bulk(wire, bulkKim, bulkKim)).body,
    expect.objectContaining({ data: expect.objectContaining({ successCount: 1, errorCount: 1 }) }),
    expect.objectContaining({ data: { successCount: 2, errorCount: 0, errors: [] } }),
  ],
  ...([0, 2] as const).map(
    (firstRow): Row => [
      { firstRow },
      async wire => (await bulk(wire, { name: '' })).text,
      expect.stringContaining(`Row ${firstRow}: `),
      expect.stringContaining('Row 1: '),
    ],
  ),
  [
    { emptyBulk: 'reject' },
    async wire => statusesOf([await bulk(wire), await bulk(wire, acme)]),
    [400, 201],
    [201, 201],
  ],
  [
    { idempotencyKeys: 'honoured' },
    async wire => {
      const send = () => wire.send('POST', '/v1/entities', acme, { 'idempotency-key': 'k' })
      const [first, second] = [await send(), await send()]
      return first.text === second.text
    },
    true,
    false,
  ],
  [
    { searchCountry: 'code' },
    async wire => statusOf(await searchPersons(wire, { nationality: 'Germany' })),
    400,
    200,
  ],
  [
    { searchCountry: 'name' },
    async wire => statusOf(await searchPersons(wire, { nationality: 'DE' })),
    400,
    200,
  ],
  ...(['results', 'bare'] as const).map(
    (entitySearchBody): Row => [
      { entitySearchBody },
      async wire => (await wire.post('/v1/entities/search', {})).body,
      entitySearchBody === 'bare' ? [] : { results: [] },
      { success: true, data: [] },
    ],
  ),
  [
    { entitySearchBody: 'none' },
    async wire => statusOf(await wire.post('/v1/entities/search', {})),
    404,
    200,
  ],
]

it.each(rows)('%j shows on the wire, and not without it', async (behaviour, observe, expected, otherwise) => {
  expect(await observe(createWire({ behaviour }))).toEqual(expected)
  expect(await observe(createWire())).toEqual(otherwise)
})

it('every member of a behaviour is among them', () => {
  expect(new Set(rows.flatMap(([behaviour]) => Object.keys(behaviour)))).toEqual(
    new Set(Object.keys(behaviourFields)),
  )
})
