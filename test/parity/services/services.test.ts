import { describe, expect, onTestFinished, test } from 'vitest'
import { startHarbour } from './harbour.ts'
import { startLedgerline } from './ledgerline.ts'
import { startNorthgate } from './northgate.ts'

type Service = Awaited<ReturnType<typeof startHarbour | typeof startLedgerline | typeof startNorthgate>>

/** Returns a function that sends a request with the key, by default a POST if there is a body, and returns the status and body. */
async function startForCalls(servicePromise: Promise<Service>) {
  const service = await servicePromise
  onTestFinished(service.close)
  const call = async (
    path: string,
    body?: unknown,
    method = body === undefined ? 'GET' : 'POST',
    key?: string,
  ) => {
    const headers = { Authorization: `Bearer ${key ?? service.apiKey}`, 'Content-Type': 'application/json' }
    const init = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(service.url + path, { method, headers, ...init })
    const text = await response.text()
    const isJson = response.headers.get('Content-Type') === 'application/json'
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
  }
  const [first] = service.entities()
  return { call, service, first: first?.id }
}

const acme = { name: 'Acme Ltd', type: 'organization', countryCode: 'GB' }
const documentInput = { document_url: 'https://files.example/a.pdf' }

describe('over TCP', () => {
  test('harbour lists the newest entity first, and refuses duplicates with 409', async () => {
    const { call, service, first } = await startForCalls(startHarbour())
    const created = await call('/v1/entities', acme)
    expect(created).toMatchObject({ status: 201, body: { data: { caseStatus: 'NOT_STARTED', tags: [] } } })
    const [newest] = (await call('/v1/entities')).body
    expect(newest).toMatchObject({ name: 'Acme Ltd', caseStatus: 'CLEARED', registration: '-', riskScore: 5 })
    expect(await call('/v1/entities', acme)).toMatchObject({ status: 409, body: { statusCode: 409 } })
    const bulk = await call('/v1/entities/bulk', { entities: [acme] })
    expect(bulk.body.data.errors).toEqual(['Row 1: Organization already exists in this team'])
    const { nodes, relations } = (await call(`/v1/entities/${first}/network`)).body.data
    expect(Object.keys(nodes)).toEqual([first, 'node-KelpieSA', 'node-IngridSolheim'])
    expect(relations[1]).toMatchObject({ target: first, details: { exact_share: 0.75 } })
    expect(await call(`/v1/entities/${first}`, { action: 'rescan' }, 'PUT')).toMatchObject({ status: 200 })
    expect((await call(`/v1/entities/${first}/documents`, documentInput)).body.data.message).toBe(
      'Analysis of a.pdf started',
    )
    expect((await call('/v1/entities/search', { query: 'Acme' })).body).toHaveLength(1)
    const matches = await call('/api/search/persons', { full_name: 'varga' }, 'POST', 'none')
    expect(matches.body.results).toMatchObject([{ last_name: 'Varga', country: 'Hungary', nationality: '' }])
    expect((await call('/', undefined, 'GET', 'none')).body.version).toBe('v1')
    expect((await call('/v1/entities', undefined, 'GET', 'none')).status).toBe(401)
    expect(service.entities()).toHaveLength(7)
  })

  test('ledgerline wraps its lists, and shows risk levels later', { tags: 'long' }, async () => {
    const { call, first } = await startForCalls(startLedgerline())
    const created = await call('/v1/entities', acme)
    expect(created).toMatchObject({
      status: 200,
      body: { data: { caseStatus: 'NOT_STARTED', riskScore: null } },
    })
    await expect.poll(async () => (await call('/v1/entities')).body.data[0].caseStatus).toBe('DONE')
    const rescanned = await call(`/v1/entities/${created.body.data.id}`, {}, 'PUT')
    expect(rescanned).toMatchObject({
      status: 200,
      body: { data: { caseStatus: 'NOT_STARTED', riskLevel: '' } },
    })
    const again = { entities: [acme, acme, { ...acme, name: 'Twin' }, { ...acme, name: 'Twin' }] }
    const bulk = (await call('/v1/entities/bulk', again)).body.data
    expect(bulk).toMatchObject({
      successCount: 2,
      errors: ['Row 2: duplicate of Acme Ltd', expect.any(String)],
    })
    const { nodes, relations } = (await call(`/v1/entities/${first}/network`)).body.data
    expect(nodes[String(first)]).toMatchObject({ country: 'SE', pep_json: '' })
    expect(relations).toMatchObject([{ target: first, details: { exact_share: 25 } }])
    expect((await call(`/v1/entities/${first}/documents`, documentInput)).body.data.run_id).toBeTypeOf(
      'number',
    )
    expect((await call('/v1/entities/search', { name: 'acme' })).body.data).toHaveLength(1)
    const matches = await call('/api/search/organizations', { company_name: 'mirador', countryCode: 'Spain' })
    expect(matches.body.results).toMatchObject([{ company_registration_number: 8841, industry: null }])
    expect((await call('/v1/health', undefined, 'GET', 'none')).body).toBe('OK')
    expect((await call('/v1')).body.message).toBe('Ledgerline')
    expect((await call('/v1/entities', undefined, 'GET', 'none')).body.message).toMatch(/not one of ours/)
  })

  test('northgate pages its list, and has other identifiers in networks', { tags: 'long' }, async () => {
    const { call, first } = await startForCalls(startNorthgate({ rateLimit: null }))
    expect(await call('/v1/entities', acme)).toMatchObject({
      status: 201,
      body: { data: { caseStatus: 'QUEUED' } },
    })
    expect((await call('/v1/entities', { ...acme, name: 'ACME, Ltd.' })).status).toBe(422)
    const page = await call('/api/v1/entities')
    expect(page.body.map(({ id }: { id: string }) => id)).toHaveLength(5)
    expect(page.headers.get('Link')).toBe('</v1/entities?page=2>; rel="next"')
    const bulk = await call('/v1/entities/bulk', { entities: [acme] })
    expect(bulk).toMatchObject({
      status: 207,
      body: { data: { errors: [expect.stringMatching(/^row 0: /)] } },
    })
    const { nodes, relations } = (await call(`/v1/entities/${first}/network`)).body.data
    expect(Object.keys(nodes)[0]).toBe(page.body[0].platformId)
    expect(relations[0].details.exact_share).toBe('25%')
    expect(await call(`/v1/entities/${first}`, { action: 'rescan' }, 'PUT')).toMatchObject({ status: 200 })
    expect((await call(`/v1/entities/${first}/documents`, documentInput)).body.data.documentId).toBe(
      `${first}_doc_0`,
    )
    expect((await call('/v1/entities/search', {})).headers.get('Content-Type')).toBe('text/html')
    expect((await call('/api/search/persons', { full_name: 'joost vermeulen' })).body.results).toHaveLength(1)
    expect((await call('/v1/health')).status).toBe(204)
    const last = async () => (await call('/v1/entities?page=2')).body.at(-1).caseStatus
    await expect.poll(last).toBe('CLEARED')
  })

  test('northgate responds with 429 after 20 requests', async () => {
    const { call } = await startForCalls(startNorthgate())
    const statuses: number[] = []
    for (let count = 0; count < 20; count++) statuses.push((await call('/v1/health')).status)
    expect(new Set(statuses)).toEqual(new Set([204]))
    expect(await call('/v1/health')).toMatchObject({ status: 429, body: 'Slow down' })
  })
})
