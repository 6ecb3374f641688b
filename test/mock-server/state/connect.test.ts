import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => void vi.unstubAllGlobals())

const acme = { type: 'organization', name: 'Acme GmbH' } as const

it('connect() is the whole set-up of a client in process', async () => {
  const server = createMockServer()
  const client = new EntityScreening(server.connect())
  await client.entities.create(acme)
  expect(await client.entities.list()).toMatchObject([{ name: 'Acme GmbH' }])
})

it('works where a window is, as in jsdom, because the key opens nothing but this server', async () => {
  vi.stubGlobal('window', { document: {} })
  const client = new EntityScreening(createMockServer().connect())
  expect(await client.entities.list()).toEqual([])
})

it('each call makes a team of its own, as teams.create does', async () => {
  const server = createMockServer()
  const first = new EntityScreening(server.connect())
  const second = new EntityScreening(server.connect())
  await first.entities.create(acme)
  expect(await second.entities.list()).toEqual([])
  const other = createMockServer()
  expect(server.connect().apiKey).toBe(
    [other.teams.create(), other.teams.create(), other.teams.create()][2]?.apiKey,
  )
})

it('takes the options of teams.create', async () => {
  const server = createMockServer()
  const options = server.connect({ id: 'team-1', apiKey: 'the-key', entityLimit: 1 })
  expect(options).toEqual({
    apiKey: 'the-key',
    baseUrl: 'http://in-process',
    fetch: server.fetch,
    dangerouslyAllowBrowser: true,
  })
  const client = new EntityScreening(options)
  const { id } = await client.entities.create(acme)
  await expect(client.entities.create(acme)).rejects.toMatchObject({ status: 403 })
  expect(server.snapshot().teams).toMatchObject([{ id: 'team-1', entities: [{ id }] }])
  expect(() => Reflect.apply(server.connect, undefined, [{ limit: 1 }])).toThrow('limit is not a field here')
  expect(() => server.connect({ id: 'team-2', apiKey: 'the-key' })).toThrow('apiKey belongs to another team')
})
