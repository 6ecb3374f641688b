import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer, type MockServerOptions, persist } from 'entity-screening-sdk/mock-server'
import { expect, it } from 'vitest'

const keys = { 'test-key': 'team-1' }

/** A page, as it is when it has just been loaded. */
async function loadPage(name: string, options: MockServerOptions = {}) {
  const server = createMockServer({ keys, ...options })
  const persistence = await persist(server, { name })
  const client = new EntityScreening({
    apiKey: 'test-key',
    baseUrl: 'http://in-process',
    fetch: server.fetch,
    dangerouslyAllowBrowser: true,
  })
  return { server, persistence, client }
}

it('the state survives a reload, in the order in which it was made', async () => {
  const before = await loadPage('reload')
  await before.client.entities.create({ type: 'person', name: 'Zoe Last' })
  const { id } = await before.client.entities.create({ type: 'organization', name: 'Halfmoon Minerals Oy' })
  before.server.clock.settle()
  await before.client.entities.rescan(id)
  await before.client.entities.create({ type: 'person', name: 'Adam First' })
  const list = await before.client.entities.list()
  before.persistence.close()

  const after = await loadPage('reload')
  expect(await after.client.entities.list()).toEqual(list)
  expect(after.server.snapshot()).toEqual(before.server.snapshot())
  await after.persistence.clear()
  after.persistence.close()

  const cleared = await loadPage('reload')
  expect(await cleared.client.entities.list()).toEqual([])
  cleared.persistence.close()
})

it('fixtures that are loaded after a stored state was restored are refused, and not doubled', async () => {
  const entities = [
    { type: 'organization', name: 'Acme Castings Ltd' },
    { id: 'ilse', type: 'person', name: 'Ilse Brandt' },
  ] as const
  const before = await loadPage('fixtures')
  await before.server.load({ entities })
  await before.client.entities.rescan('ilse')
  before.persistence.close()

  const after = await loadPage('fixtures')
  await expect(after.server.load({ entities })).rejects.toThrow(
    'load: entities[0] may be an entity in the state of persist: call load before persist, or give the entity an id if it is another one; entities[1].id is the id of an entity in the state of persist: call load before persist',
  )
  await after.server.load({ entities: [{ ...entities[0], id: 'namesake' }] })
  const names = (await after.client.entities.list()).map(({ name }) => name)
  expect(names).toEqual(['Acme Castings Ltd', 'Ilse Brandt', 'Acme Castings Ltd'])
  await after.persistence.clear()
  await after.server.load({ entities })
  await after.client.entities.rescan('ilse')
  after.persistence.close()
})

it('tabs share it', async () => {
  const one = await loadPage('tabs')
  const two = await loadPage('tabs')
  await one.client.entities.create({ type: 'person', name: 'Ilse Brandt' })
  await expect
    .poll(async () => (await two.client.entities.list()).map(({ name }) => name))
    .toEqual(['Ilse Brandt'])
  await two.persistence.clear()
  await expect.poll(() => one.client.entities.list()).toEqual([])
  one.persistence.close()
  two.persistence.close()
})

it('a key that moves to another team is refused: the entities of its team would be out of reach', async () => {
  const before = await loadPage('moved')
  await before.client.entities.create({ type: 'person', name: 'Kept' })
  before.persistence.close()
  await expect(loadPage('moved', { keys: { 'test-key': 'team-2' } })).rejects.toThrow(
    'a key that the state has for team "team-1" is given to team "team-2" at this start',
  )
  const after = await loadPage('moved')
  expect((await after.client.entities.list()).map(({ name }) => name)).toEqual(['Kept'])
  await after.persistence.clear()
  after.persistence.close()
  await expect(loadPage('moved', { keys: { 'test-key': 'team-2' } })).rejects.toThrow('is given to team')
})

it('entities and documents survive a start that does not name their team', async () => {
  const before = await loadPage('unnamed')
  const { id } = await before.client.entities.create({ type: 'person', name: 'Kept' })
  await before.client.entities.attachDocument(id, { url: 'https://example.com/a.pdf' })
  await before.client.entities.rescan(id)
  before.persistence.close()
  const other = await loadPage('unnamed', { keys: { 'other-key': 'team-2' } })
  expect(other.server.snapshot().teams).toMatchObject([
    { id: 'team-2' },
    { id: 'team-1', entities: [{ documents: [{ url: 'https://example.com/a.pdf' }] }] },
  ])
  other.persistence.close()
  const after = await loadPage('unnamed')
  expect(await after.client.entities.list()).toEqual(await before.client.entities.list())
  after.persistence.close()
})

it('time that goes faster does not go back at a reload', async () => {
  const before = await loadPage('faster', { clock: { speed: 999999 } })
  await before.client.entities.create({ type: 'person', name: 'Kept' })
  const [entity] = await before.client.entities.list()
  before.persistence.close()
  const after = await loadPage('faster', { clock: { speed: 60 } })
  expect(after.server.clock.now()).toBeGreaterThanOrEqual(Date.parse(entity?.createdAt ?? ''))
  after.persistence.close()
})

it('of changes in two tabs at once the last one wins, and both tabs show it', async () => {
  const [one, two] = [await loadPage('at-once'), await loadPage('at-once')]
  await Promise.all([
    one.client.entities.create({ type: 'person', name: 'First' }),
    two.client.entities.create({ type: 'person', name: 'Second' }),
  ])
  const names = async ({ client }: typeof one) => (await client.entities.list()).map(({ name }) => name)
  await expect.poll(async () => (await names(one)).join() === (await names(two)).join()).toBe(true)
  expect(await names(one)).toHaveLength(1)
  for (const page of [one, two]) page.persistence.close()
})

it('faults are stored, too', async () => {
  const before = await loadPage('faults')
  before.server.faults.add({ operation: 'listEntities', status: 503, times: 2 })
  await before.client.service.health()
  before.persistence.close()
  const after = await loadPage('faults')
  expect(after.server.faults.list()).toEqual(before.server.faults.list())
  await after.persistence.clear()
  after.persistence.close()
})

it('once the browser cannot store a change, later ones are refused, and reads are not, until the page is loaded again', async () => {
  const page = await loadPage('refused')
  await page.client.entities.create({ type: 'person', name: 'Kept' })
  const { put } = IDBObjectStore.prototype
  IDBObjectStore.prototype.put = function (...parameters: Parameters<IDBObjectStore['put']>) {
    const request = put.apply(this, parameters)
    // As a store does that is full.
    this.transaction.abort()
    return request
  }
  try {
    await page.client.entities.create({ type: 'person', name: 'Lost' })
  } finally {
    IDBObjectStore.prototype.put = put
  }
  const next = page.client.entities.create({ type: 'person', name: 'Refused' }, { maxRetries: 0 })
  await expect(next).rejects.toMatchObject({ status: 500 })
  expect((await page.client.entities.list()).map(({ name }) => name)).toEqual(['Kept', 'Lost'])
  await expect(page.persistence.clear()).rejects.toThrow('can no longer be stored')
  page.persistence.close()
  const again = await loadPage('refused')
  expect((await again.client.entities.list()).map(({ name }) => name)).toEqual(['Kept'])
  again.persistence.close()
})
