import { writeFileSync } from 'node:fs'
import { QueryClient } from '@tanstack/react-query'
import * as sdk from 'entity-screening-sdk'
import { createMockServer, createRouteHandler } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { extractFixtures, observe } from 'entity-screening-sdk/mock-server/parity'
import {
  assessSanctions,
  computeOwnership,
  findBeneficialOwners,
  indexNetwork,
  listHits,
  readPscRelation,
  toEvidence,
  toFollowTheMoney,
  toGraph,
  toHtml,
  toMermaid,
  toSentences,
  toSvg,
  verifyEvidence,
} from 'entity-screening-sdk/network'
import { openTelemetryHooks } from 'entity-screening-sdk/opentelemetry'
import {
  DecisionRefusedError,
  diffEntities,
  diffNetworks,
  formatChange,
  importPortfolio,
  JournalInUseError,
  type LeasedJournal,
  openDecisions,
  partitionPortfolio,
  rescanAll,
  sqliteJournals,
  WebhookError,
  watchEntities,
  webhook,
} from 'entity-screening-sdk/portfolio'
import { postgresJournals } from 'entity-screening-sdk/portfolio/postgres'
import { createProxy } from 'entity-screening-sdk/proxy'
import { screeningQueries } from 'entity-screening-sdk/react-query'
import * as schemas from 'entity-screening-sdk/schemas'

/** Calls each public function at least once where it goes well: what a runtime lacks is found nowhere but there. */
async function main(): Promise<void> {
  const server = createMockServer({
    keys: { 'a-key-of-this-program': 'team-1' },
    latency: 0,
    warn() {},
  })
  const running = await startServer(server, { port: 0 })
  const client = new sdk.EntityScreening({
    apiKey: 'a-key-of-this-program',
    baseUrl: running.url,
    timeout: 10_000,
  })
  const called = {
    client: await callClient(client),
    waiting: await callWaiting(client, () => server.clock.settle()),
    portfolio: await callPortfolio(client, () => server.clock.settle()),
    journals: await callJournals(),
    network: await callNetwork(client, () => server.clock.settle()),
    reports: await callReports(client),
    queries: await callQueries(client),
    schemas: await callSchemas(client),
    errors: callErrors(),
    server: await callServer(),
    parity: await callParity(running.url),
    proxy: await callProxy(running.url),
    fake: await callFake(),
  }
  await running.close()
  console.log(JSON.stringify(called))
}

async function callClient(client: sdk.EntityScreening): Promise<unknown[]> {
  const { entities, search, service } = client.withOptions({ logLevel: 'off' })
  const created = await entities.create({
    type: 'organization',
    name: 'Halfmoon Minerals Oy',
    countryCode: 'Finland',
  })
  const rows: sdk.BulkEntityInput[] = [
    { type: 'person', firstName: 'Ilse', lastName: 'Brandt', countryCode: 'DE' },
  ]
  const { successCount } = await entities.createBulk(rows)
  const list = await entities.list()
  const streamed: string[] = []
  for await (const { name } of entities.stream()) streamed.push(name)
  const { nodes } = await entities.network(created)
  const { title, ...attached } = {
    title: 'Register',
    ...(await entities.attachDocument(created, { url: 'https://files.example/a.pdf' })),
  }
  const { id: readId } = await entities.get(created)
  const once = await entities
    .createOnce({ type: 'organization', name: '' }, { before: list, otherCreations: [] })
    .catch((error: unknown) => sdk.InputValidationError.is(error))
  if (readId !== created.id || once !== true) throw new Error('get and createOnce')
  const rescanned = await entities.rescan(created)
  const found = await entities.search({ name: 'halfmoon' })
  const [one, ...others] = await entities.reconcile(
    [
      { type: 'organization', name: 'Halfmoon Minerals Oy', countryCode: 'FI' },
      { type: 'person', firstName: 'Ilse', lastName: 'Brandt', countryCode: 'DE' },
    ],
    { otherCreations: null },
  )
  const organizations = await search.organizations({ companyName: 'Halfmoon Minerals' })
  const persons = await search.persons({ fullName: 'Dragomir Vosskov' })
  const { success } = await service.health()
  const { version } = await service.index()
  const { response, quirks } = await entities.list().withResponse()
  const plain = await entities.list().asResponse()
  return [
    ...[successCount, list.length, streamed.length, nodes.length > 0, title, attached.documentId !== ''],
    ...[rescanned.caseStatus, found.length, one?.entities.length, others.length],
    ...[
      organizations.length > 0,
      persons.length > 0,
      success,
      version,
      response.status,
      quirks.length > 0,
      plain.ok,
    ],
  ]
}

async function callWaiting(client: sdk.EntityScreening, settle: () => void): Promise<unknown[]> {
  const { id } = await client.entities.create({
    type: 'person',
    name: 'Dragomir Vosskov',
    birthDate: '1958-03-12',
  })
  settle()
  const screened = await client.entities.waitForScreening(id, { every: 10 })
  const waited = await client.entities.waitFor([id], ({ riskLevel }) => riskLevel === 'high', { every: 10 })
  return [screened.riskLevel, waited.length]
}

async function callNetwork(client: sdk.EntityScreening, settle: () => void): Promise<unknown[]> {
  const { id } = await client.entities.create({ type: 'organization', name: '[fifty-percent] Works Ltd' })
  settle()
  const network = await client.entities.network(id)
  const index = indexNetwork(network, { readRelation: relation => readPscRelation(relation) })
  const shares = computeOwnership(index)
  const assessed = assessSanctions(index, { regime: 'ofac' })
  const beneficial = findBeneficialOwners(index, { rule: 'amlr' })
  return [
    shares.owners.length,
    assessed.verdict,
    beneficial.owners.length,
    [shares, assessed, beneficial].every(answer => toSentences(answer).length > 0),
    toGraph(index).nodes.length,
    [await toSvg(index), toMermaid(index)].every(text => text.includes('Works Ltd')),
    listHits(network, { entity: id }).length,
    (await toFollowTheMoney(index)).split('\n').length > 5,
  ]
}

async function callReports(client: sdk.EntityScreening): Promise<unknown[]> {
  const [entity] = await client.entities.search({ name: '[fifty-percent] Works Ltd' })
  const network = await client.entities.network(entity?.id ?? '')
  const options = {
    entity,
    network,
    client,
    readAt: new Date(0),
    computedAt: new Date(0),
    ownerRule: 'amld',
  } as const
  const { record, json, sha256 } = await toEvidence(options)
  const { status } = await verifyEvidence(json, { sha256 })
  const page = await toHtml(options)
  return [record.hits.length > 0, JSON.parse(json).readAt, status, sha256.length, page.includes(sha256)]
}

async function callPortfolio(client: sdk.EntityScreening, settle: () => void): Promise<unknown[]> {
  const file = `every-function-${process.pid}`
  writeFileSync(
    `${file}.csv`,
    'name,type,country,tags\nNordwind GmbH,organization,Germany,a b\n,person,DE,\n',
  )
  const journal = { journal: `${file}.journal` }
  const imported = await importPortfolio(client, { file: `${file}.csv` }, journal)
  const again = await importPortfolio(client, { file: `${file}.csv` }, journal)
  const sources = [
    'name,type,country\nQuiet Harbour Ltd,company,UK\n',
    new Blob(['name,type,country\nA Ltd,company,GB\n']),
  ]
  const more: number[] = []
  for (const source of sources) more.push((await importPortfolio(client, source)).created)
  const rows = [{ firstName: '[changing] Ilse', lastName: 'Brandt', type: 'person', country: 'DE' }]
  more.push((await importPortfolio(client, rows)).created)
  const parts = await partitionPortfolio({ file: `${file}.csv` }, 2)
  more.push(parts.reduce((sum, part) => sum + part.rows, 0))
  settle()
  let posted = 0
  const onChange = webhook({
    url: 'https://hooks.example/',
    secret: `whsec_${btoa('a-secret-of-this-program')}`,
    fetch: async () => {
      posted += 1
      return new Response()
    },
  })
  const gone = webhook({
    url: 'https://hooks.example/',
    secret: `whsec_${btoa('a-secret-of-this-program')}`,
    fetch: async () => new Response(null, { status: 410 }),
  })
  const event = { id: 'event-1', at: '2026-01-01T00:00:00.000Z', changes: [] }
  const refusal: unknown = await gone(event).catch((error: unknown) => error)
  if (!(refusal instanceof WebhookError)) throw new Error('a webhook that is gone must say so')
  const watching = { state: `${file}.watch`, checks: 1, onChange }
  await watchEntities(client, watching)
  const before = await client.entities.list()
  const { rescanned } = await rescanAll(client, 'all')
  settle()
  const { undelivered } = await watchEntities(client, watching)
  const changes = diffEntities(before, await client.entities.list())
  const [first] = before
  const network = await client.entities.network(first ?? '')
  const grown = {
    ...network,
    nodes: [...network.nodes, ...network.nodes.map(node => ({ ...node, id: `${node.id}-2` }))],
  }
  const sentences = [...changes, ...diffNetworks(network, grown)].map(change => formatChange(change))
  return [
    imported.created,
    imported.invalid,
    again.created,
    ...more,
    rescanned.length,
    sentences.every(text => text !== ''),
    posted,
    undelivered,
  ]
}

async function callJournals(): Promise<unknown[]> {
  const tables = { found: 'journals', comment: 'entity-screening-sdk, version 1' }
  const row = { ...tables, token: '1', taken_over: '0', generation: '1', last: '0', position: '1', line: 'a' }
  const stores = [
    sqliteJournals(`imports-${process.pid}.journal`),
    postgresJournals({ query: async () => ({ rows: [row] }) }),
  ]
  const found: unknown[] = []
  const [files] = stores
  const first = await files?.open('held')
  const refusal: unknown = await files?.open('held').catch((error: unknown) => error)
  if (!(refusal instanceof JournalInUseError)) throw new Error('a journal that is held must say so')
  await first?.close()
  for (const store of stores) {
    const journal = await store.open('customers', { ttl: 10_000, wait: 1000 })
    await journal.append('a')
    await journal.replace(['a'])
    journal.check()
    found.push((await firstLineOf(journal)) === 'a', journal.isTakenOver, journal.leaseLost.aborted)
    await journal.close()
    found.push((await store.inspect('customers'))?.lines.length)
  }
  const decisions = openDecisions(`decisions-${process.pid}.log`)
  const refused: unknown = await decisions
    .withdraw({ key: 'a', by: 'b', reason: 'c' })
    .catch((error: unknown) => error)
  if (!(refused instanceof DecisionRefusedError)) throw new Error('a decision that is not there must say so')
  found.push((await decisions.verify()).isValid)
  return found
}

async function firstLineOf(journal: LeasedJournal): Promise<string | undefined> {
  for await (const line of journal.read()) return line
  return undefined
}

async function callQueries(client: sdk.EntityScreening): Promise<unknown[]> {
  const { entities, search, service } = screeningQueries(client, { scope: 'a' })
  const cache = new QueryClient()
  const [{ id } = { id: '' }] = await cache.fetchQuery(entities.list())
  const network = await cache.fetchQuery(entities.network(id))
  const found = await cache.fetchQuery(entities.search({ name: 'halfmoon' }))
  const organizations = await cache.fetchQuery(search.organizations({ companyName: 'Halfmoon Minerals' }))
  const persons = await cache.fetchQuery(search.persons({ fullName: 'Dragomir Vosskov' }))
  const health = await cache.fetchQuery(service.health())
  const context = { client: cache }
  const rescanned = await entities.rescan().mutationFn(id, context)
  const created = await entities.create().mutationFn({ type: 'organization', name: 'Created Ltd' }, context)
  const bulk = await entities
    .createBulk()
    .mutationFn([{ type: 'organization', name: 'Bulk Ltd', countryCode: 'GB' }], context)
  const document = { url: 'https://files.example/b.pdf' }
  const attached = await entities.attachDocument().mutationFn({ entity: created.id, document }, context)
  await cache.invalidateQueries({ queryKey: entities.key })
  cache.clear()
  return [
    ...[network.nodes.length > 0, found.length, organizations.length > 0, persons.length > 0, health.success],
    ...[rescanned.id === id, bulk.successCount, attached.documentId !== ''],
  ]
}

/** Every schema takes a value, and refuses another. */
async function callSchemas(client: sdk.EntityScreening): Promise<unknown[]> {
  const { operations, ...others } = schemas
  const { raw } = await client.entities.list().withResponse()
  const taken = operations.listEntities.response.safeParse(raw).success
  const wrapped = operations.attachDocument.response.safeParse({ success: true, data: 7 }).success
  // A module that is loaded by require() has a member more.
  const all = Object.values(others).filter(schema => 'safeParse' in schema)
  const refused = all.filter(schema => !schema.safeParse(7).success)
  const requests = Object.values(operations).filter(
    operation => 'request' in operation && operation.request.safeParse(7).success,
  )
  return [taken, wrapped, refused.length === all.length, all.length, requests.length]
}

function callErrors(): unknown[] {
  const message = 'entities.list: failed'
  const call = { operation: 'listEntities', outcome: 'not_done' } as const
  const details = { ...call, status: 418, body: null, reason: null, retryAfter: null, headers: new Headers() }
  const errors = [
    new sdk.ApiError(message, details),
    new sdk.BadRequestError(message, details),
    new sdk.AuthenticationError(message, details),
    new sdk.PermissionDeniedError(message, details),
    new sdk.NotFoundError(message, details),
    new sdk.RateLimitError(message, details),
    new sdk.ServerError(message, details),
    new sdk.AbortedError(message, call),
    new sdk.ConnectionError(message, { ...call, systemCode: null, status: null }),
    new sdk.TimeoutError(message, { ...call, status: null }),
    new sdk.InputValidationError(message, { ...call, code: 'invalid_input', issues: [] }),
    new sdk.ResponseValidationError(message, {
      ...call,
      status: 200,
      raw: null,
      issues: [],
      headers: details.headers,
    }),
    new sdk.WaitTimeoutError(message, { ...call, pending: [], missing: [] }),
    new sdk.PossibleDuplicateError(message, {
      operation: 'createEntity',
      outcome: 'unknown',
      candidates: [],
    }),
  ]
  return [
    errors.every(error => sdk.EntityScreeningError.is(error)),
    errors.filter(error => sdk.ApiError.is(error)).length,
  ]
}

async function callServer(): Promise<unknown[]> {
  const server = createMockServer({ clock: 'manual', seed: 2 })
  let changes = 0
  const stop = server.onChange(() => {
    changes += 1
  })
  const client = new sdk.EntityScreening({ ...server.connect({ entityLimit: 5 }), maxRetries: 0 })
  const { id } = await client.entities.create({ type: 'organization', name: 'Nordwind Turbinen GmbH' })
  server.clock.ahead()
  const later = server.clock.wait(10)
  server.clock.advance('1s')
  await later
  server.clock.settle()
  server.setCaseStatus(id, 'CLOSED')
  const fault = server.faults.add({ operation: 'listEntities', status: 503, times: 1 })
  const failure: unknown = await client.entities.list().catch((error: unknown) => error)
  const left = server.faults.list().length
  server.faults.remove(fault)
  const requests = server.requests.list().length
  server.requests.clear()
  const snapshot = server.snapshot()
  stop()
  const copy = createMockServer({ clock: 'manual', seed: 2 })
  copy.restore(JSON.parse(JSON.stringify(snapshot)))
  copy.reset()
  const { apiKey } = copy.teams.create()
  let routed = 0
  await createRouteHandler(copy, { baseUrl: '/screening', apiKey })({
    request: () => ({
      method: () => 'GET',
      url: () => 'https://app.example/screening/v1/entities',
      headers: () => ({}),
      postDataBuffer: () => null,
    }),
    async fulfill({ status }) {
      routed = status
    },
    async abort() {},
    async fallback() {},
  })
  const loaded = await copy.load({ entities: [{ type: 'person', name: 'Ilse Brandt' }] })
  return [
    ...[
      changes > 0,
      sdk.ServerError.is(failure),
      left,
      requests,
      server.clock.now() > 0,
      loaded.length,
      routed,
    ],
  ]
}

async function callParity(baseUrl: string): Promise<unknown[]> {
  const apiKey = 'a-key-of-this-program'
  const observer = observe(fetch, { baseUrl, apiKey })
  const hooks = openTelemetryHooks()
  const client = new sdk.EntityScreening({ apiKey, baseUrl, fetch: observer.fetch, hooks })
  await client.entities.list()
  const { behaviour, findings } = await observer.report()
  const exchanges = await observer.exchanges()
  const list = { text: '[{"id":"7","name":"Acme GmbH","riskScore":9}]' }
  const entry = {
    startedDateTime: '2026-03-04T05:06:07Z',
    request: { method: 'GET', url: `${baseUrl}/v1/entities` },
    response: { status: 200, headers: [], content: list },
  }
  const { fixtures } = extractFixtures({ log: { entries: [entry] } })
  return [behaviour.version, findings.length > 0, exchanges.length, fixtures.items.length]
}

/** A call that only a test makes up. */
async function callFake(): Promise<unknown[]> {
  const call = sdk.fakeCall('faked')
  return [await call, (await call.asResponse()).status]
}

async function callProxy(baseUrl: string): Promise<unknown[]> {
  const proxy = createProxy({ baseUrl, apiKey: 'a-key-of-this-program', callerOf: () => 'ada' })
  const bodies: string[] = []
  for (const type of ['person', 'person', 'organization']) {
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'one creation' }
    const init = { method: 'POST', headers, body: JSON.stringify({ type, name: 'Ilse Brandt' }) }
    const response = await proxy(new Request('https://app.example/screening/v1/entities', init))
    bodies.push(`${response.status} ${await response.text()}`)
  }
  const [first, second, third] = bodies
  return [first?.slice(0, 3), first === second, third?.slice(0, 3)]
}

void main()
