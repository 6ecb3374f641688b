import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer, persist } from 'entity-screening-sdk/mock-server'
import { expect, it } from 'vitest'

const keys = { 'test-key': 'team-1' }

/** A page, as it is when it has just been loaded. */
async function loadPage(name: string) {
  const server = createMockServer({ keys })
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
