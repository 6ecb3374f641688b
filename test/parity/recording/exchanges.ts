import type { MockServer, MockServerOptions } from 'entity-screening-sdk/mock-server'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import type { Exchange } from '../../../mock-server/parity/exchange.ts'
import type { OperationName } from '../../../src/contract/operations.ts'

/** Creates a listing, or another exchange by the given fields. */
export function exchangeOf(fields: Partial<Exchange> = {}): Exchange {
  const body = fields.body ?? []
  return {
    at: Date.parse('2026-03-04T05:06:07.890Z'),
    operation: 'listEntities',
    method: 'GET',
    path: '/v1/entities',
    key: 'own',
    contentType: null,
    idempotencyKey: null,
    request: undefined,
    status: 200,
    headers: { 'content-type': 'application/json' },
    text: JSON.stringify(body),
    body,
    ...fields,
  }
}

/** Writes exchanges as an HTTP Archive, as the network tools of a browser save it. */
export function toArchive(exchanges: readonly Exchange[], baseUrl = 'https://screening.acme-bank.test/base') {
  return { log: { entries: exchanges.map(exchange => toArchiveEntry(exchange, baseUrl)) } }
}

function toArchiveEntry(exchange: Exchange, baseUrl: string) {
  const { at, method, path, contentType, request, status, headers, text } = exchange
  const postData =
    contentType === null ? {} : { postData: { mimeType: contentType, text: JSON.stringify(request) } }
  return {
    startedDateTime: new Date(at).toISOString(),
    request: { method, url: baseUrl + path, headers: [], ...postData },
    response: {
      status,
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
      content: text === null ? { size: -1, comment: 'Response bodies are not included.' } : { text },
    },
  }
}

export async function send(
  server: MockServer,
  key: string | null,
  operation: OperationName | null,
  method: string,
  path: string,
  request?: unknown,
): Promise<Exchange> {
  const contentType = request === undefined ? null : 'application/json'
  const response = await server.fetch(`http://in-process${path}`, {
    method,
    headers: {
      ...(contentType === null ? {} : { 'content-type': contentType }),
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    },
    ...(request === undefined ? {} : { body: JSON.stringify(request) }),
  })
  const text = await response.text()
  return {
    at: Date.now(),
    operation,
    method,
    path,
    key: key === null ? 'none' : 'own',
    contentType,
    idempotencyKey: null,
    request,
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text,
    body: JSON.parse(text),
  }
}

/** Calls each operation, and sends some requests that are refused. */
export async function callEverything(options: MockServerOptions = {}): Promise<Exchange[]> {
  const server = createMockServer(options)
  const { apiKey: key } = server.teams.create()
  const entities = [
    { type: 'organization', name: 'Halfmoon Minerals Oy', countryCode: 'FI', registration: 'FI-99 1234' },
    { type: 'person', name: 'Dragomir Vosskov', countryCode: 'BG', birthDate: '1961-04-09' },
    { type: 'person', name: '[quirky] Юрий Ковалёв', countryCode: 'KZ', nationalId: '770101300123' },
  ]
  const rows = [
    { type: 'organization', name: 'Halfmoon Minerals Oy', countryCode: 'FI', tags: 'supplier,2025' },
    { type: 'person', name: '王小明', first_name: '小明', last_name: '王', countryCode: 'CN' },
    { type: 'trust', name: 'Brandt Family Trust' },
  ]
  const call = (...request: [OperationName | null, string, string, unknown?]) => send(server, key, ...request)
  const exchanges: Exchange[] = []
  for (const entity of entities) exchanges.push(await call('createEntity', 'POST', '/v1/entities', entity))
  exchanges.push(await call('createEntitiesBulk', 'POST', '/v1/entities/bulk', { entities: rows }))
  server.clock.settle()
  const list = await call('listEntities', 'GET', '/v1/entities')
  exchanges.push(list)
  const ids = (list.body as readonly { id: string }[]).map(({ id }) => id)
  for (const id of ids) exchanges.push(await call('getNetwork', 'GET', `/v1/entities/${id}/network`))
  exchanges.push(
    await call('rescanEntity', 'PUT', `/v1/entities/${ids[0]}`, { action: 'rescan' }),
    await call('attachDocument', 'POST', `/v1/entities/${ids[0]}/documents`, {
      document_url: 'https://files.acme-bank.com/Passport%20Ilse%20Brandt.pdf',
    }),
    await call('searchEntities', 'POST', '/v1/entities/search', { name: 'Vosskov', limit: 5 }),
    await call('searchOrganizations', 'POST', '/api/search/organizations', { company_name: 'Halfmoon' }),
    await call('searchPersons', 'POST', '/api/search/persons', { full_name: 'Dragomir Vosskov' }),
    await call('getHealth', 'GET', '/v1/health'),
    await call('getServiceIndex', 'GET', '/v1'),
    await call('getNetwork', 'GET', '/v1/entities/Ilse%20Brandt/network'),
    await call(null, 'DELETE', `/v1/entities/${ids[1]}`),
    await send(server, null, 'listEntities', 'GET', '/v1/entities'),
  )
  return exchanges
}
