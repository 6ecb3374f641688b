import { createMockServer, type MockServer } from 'entity-screening-sdk/mock-server'
import { beforeEach, describe, expect, it, vi } from 'vitest'

const authorization = 'Bearer the-key'
const failure = new Error('the disk is full')
const input = { type: 'organization', name: 'Acme GmbH', countryCode: 'DE' } as const

beforeEach(() => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  return () => log.mockRestore()
})

function send(server: MockServer, method: string, path: string, body?: unknown): Promise<Response> {
  return server.fetch(`http://in-process${path}`, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

const create = (server: MockServer, name: string) => send(server, 'POST', '/v1/entities', { ...input, name })

/** A server with an entity that was screened, a document, a team and a fault. */
async function usedServer() {
  const server = createMockServer({ keys: { 'the-key': 'team-1' } })
  await create(server, 'Acme GmbH')
  const [entity] = await (await send(server, 'GET', '/v1/entities')).json()
  const documents = `/v1/entities/${entity.id}/documents`
  await send(server, 'POST', documents, { document_url: 'https://files.example.com/a' })
  server.teams.create({ id: 'team-2', apiKey: 'second-key' })
  server.faults.add({ operation: 'getHealth', status: 503, body: { down: true } })
  server.clock.settle()
  return { server, id: String(entity.id) }
}

/** The whole state but for the time, which goes on. */
function stateOf(server: MockServer) {
  const changes = server.snapshot().changes.filter(({ kind }) => kind !== 'clock')
  return JSON.stringify({ changes, faults: server.faults.list() })
}

const listeners: [string, () => Promise<void>][] = [
  [
    'throws',
    () => {
      throw failure
    },
  ],
  ['rejects', () => Promise.reject(failure)],
]

const writes: [string, (server: MockServer, id: string) => Promise<Response>][] = [
  ['a creation', server => create(server, 'Second GmbH')],
  ['a namesake', server => create(server, 'Acme GmbH')],
  [
    'a bulk request',
    server => send(server, 'POST', '/v1/entities/bulk', { entities: [input, { ...input, name: 'B GmbH' }] }),
  ],
  [
    'a long bulk request',
    server => {
      const entities = Array.from({ length: 1000 }, (_, row) => ({ ...input, name: `Acme ${row} GmbH` }))
      return send(server, 'POST', '/v1/entities/bulk', { entities })
    },
  ],
  ['a rescan', (server, id) => send(server, 'PUT', `/v1/entities/${id}`, { action: 'rescan' })],
  [
    'a document',
    (server, id) =>
      send(server, 'POST', `/v1/entities/${id}/documents`, { document_url: 'https://files.example.com/b' }),
  ],
  ['a new team', server => send(server, 'POST', '/__admin/teams', { id: 'team-3' })],
  ['a second key', server => send(server, 'POST', '/__admin/teams', { id: 'team-1', apiKey: 'third-key' })],
  [
    'a key that exists',
    server => send(server, 'POST', '/__admin/teams', { id: 'team-1', apiKey: 'the-key' }),
  ],
  ['a fault', server => send(server, 'POST', '/__admin/faults', { status: 500 })],
  ['a fault less', server => send(server, 'DELETE', '/__admin/faults')],
  [
    'a case status',
    (server, id) => send(server, 'POST', `/__admin/entities/${id}/case-status`, { caseStatus: 'ESCALATED' }),
  ],
  ['fixtures', server => send(server, 'POST', '/__admin/load', { entities: [input], team: 'team-1' })],
  ['a reset', server => send(server, 'POST', '/__admin/reset')],
  [
    'a snapshot',
    server =>
      send(server, 'PUT', '/__admin/snapshot', createMockServer({ keys: { other: 'team-9' } }).snapshot()),
  ],
]

describe.each(listeners)('while a listener %s', (_, listener) => {
  it.each(writes)('%s is refused, and the state is as before', async (_, write) => {
    const { server, id } = await usedServer()
    const before = stateOf(server)
    server.onChange(listener)
    const response = await write(server, id)
    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({ error: 'onChange: the disk is full' })
    expect(stateOf(server)).toBe(before)
    // The key of a team that was taken back is the key of none.
    expect((await send(server, 'GET', '/v1/entities')).status).toBe(200)
    expect(vi.mocked(console.error).mock.calls).toEqual([['entity-screening: onChange failed:', failure]])
  })
})

it('the response names a listener that throws or rejects what has no class', async () => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  const throwing = () => {
    throw proxy
  }
  for (const listener of [throwing, async () => throwing()]) {
    const { server } = await usedServer()
    server.onChange(listener)
    const response = await create(server, 'Second GmbH')
    expect(await response.json()).toMatchObject({ error: 'onChange: an error without a message' })
  }
})

it('a write that is taken back shows nowhere in the next one', async () => {
  const { server } = await usedServer()
  const { server: plain } = await usedServer()
  const stop = server.onChange(() => {
    throw failure
  })
  await create(server, 'Acme GmbH')
  await create(server, 'Second GmbH')
  stop()
  for (const name of ['Acme GmbH', 'Second GmbH'])
    expect(await (await create(server, name)).text()).toBe(await (await create(plain, name)).text())
  expect(stateOf(server)).toBe(stateOf(plain))
})

it('after a failure all that is not acknowledged yet is refused and taken back', async () => {
  const { server, id } = await usedServer()
  const storing: { resolve: () => void; reject: (error: unknown) => void }[] = []
  server.onChange(() => new Promise<void>((resolve, reject) => storing.push({ resolve, reject })))
  const first = create(server, 'First GmbH')
  const second = send(server, 'PUT', `/v1/entities/${id}`, { action: 'rescan' })
  const third = create(server, 'First GmbH')
  await expect.poll(() => storing.length).toBe(3)
  storing[2]?.resolve()
  expect((await third).status).toBe(201)
  storing[0]?.reject(failure)
  expect((await first).status).toBe(500)
  storing[1]?.resolve()
  expect((await second).status).toBe(500)
  const entities = server
    .snapshot()
    .changes.flatMap(change => (change.kind === 'entity' ? [change.entity] : []))
  expect(entities.map(({ name, scan }) => [name, scan])).toEqual([
    ['Acme GmbH', 1],
    ['First GmbH', 1],
  ])
  expect(entities[1]?.id).toBe((await (await third).json()).data.id)
})

it('reads show a change while a listener stores it, and no longer once that is refused', async () => {
  const { server } = await usedServer()
  let reject: (error: unknown) => void = () => {}
  server.onChange(
    () =>
      new Promise((_, fail) => {
        reject = fail
      }),
  )
  const names = async () => {
    const entities: { name: string }[] = await (await send(server, 'GET', '/v1/entities')).json()
    return entities.map(({ name }) => name)
  }
  const creation = create(server, 'Second GmbH')
  await expect.poll(names).toEqual(['Acme GmbH', 'Second GmbH'])
  reject(failure)
  expect((await creation).status).toBe(500)
  expect(await names()).toEqual(['Acme GmbH'])
})

it('the rejection of one listener ends nothing where another throws', async () => {
  const { server } = await usedServer()
  server.onChange(() => Promise.reject(new Error('rejected')))
  server.onChange(() => {
    throw failure
  })
  expect((await create(server, 'Second GmbH')).status).toBe(500)
})

it('what a listener changes in its copies reaches neither the state nor another listener', async () => {
  const { server } = await usedServer()
  const { server: plain } = await usedServer()
  const names: string[] = []
  server.onChange(changes => {
    for (const change of changes)
      if (change.kind === 'entity') Object.assign(change.entity, { name: 'Changed', tags: ['changed'] })
  })
  server.onChange(changes => {
    for (const change of changes) if (change.kind === 'entity') names.push(change.entity.name)
  })
  await create(server, 'Second GmbH')
  await create(plain, 'Second GmbH')
  expect(names).toEqual(['Second GmbH'])
  expect(stateOf(server)).toBe(stateOf(plain))
})

it('what a caller changes in a fault that was added, or listed, does not reach it', async () => {
  const server = createMockServer({ keys: { 'the-key': 'team-1' } })
  const body = { down: true }
  server.faults.add({ operation: 'listEntities', status: 503, body })
  body.down = false
  for (const fault of server.faults.list()) Object.assign(Object(fault.body), { down: 'maybe' })
  expect(await (await send(server, 'GET', '/v1/entities')).json()).toEqual({ down: true })
})

describe('warn', () => {
  const warners: [string, () => unknown][] = [
    [
      'throws',
      () => {
        throw failure
      },
    ],
    ['rejects', () => Promise.reject(failure)],
  ]

  it.each(warners)('that %s changes no response, and is logged once', async (_, warner) => {
    const server = createMockServer({
      keys: { 'the-key': 'team-1' },
      warn: sentence => Reflect.apply(warner, undefined, [sentence]),
    })
    const plain = createMockServer({
      keys: { 'the-key': 'team-1' },
      warn() {},
    })
    const textOf = async (server: MockServer) => {
      const response = await create(server, '[sanction] Bob')
      server.faults.add({ team: 'nobody', status: 500 })
      return `${response.status} ${await response.text()}`
    }
    expect(await textOf(server)).toBe(await textOf(plain))
    server.faults.add({ delay: 1 })
    const waiting = send(server, 'GET', '/v1/entities')
    const isLate = new Promise(resolve => setTimeout(resolve, 1300))
    await isLate
    server.clock.settle()
    expect((await waiting).status).toBe(200)
    expect(vi.mocked(console.error).mock.calls).toEqual([['entity-screening: warn failed:', failure]])
  })
})
