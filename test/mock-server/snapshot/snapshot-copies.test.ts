import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { expect, it } from 'vitest'

/** Overwrites each text and number in a value, however deep it is. */
function overwrite(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    if (typeof member === 'object') overwrite(member)
    else Reflect.set(value, name, 'overwritten')
  }
}

async function createLoadedServer() {
  const server = createMockServer()
  const client = new EntityScreening(server.connect())
  await server.load({
    entities: [{ id: 'acme', type: 'organization', name: 'Acme', riskLevel: 'High Risk', riskScore: 95 }],
    networks: { acme: { nodes: { acme: { id: 'acme', sanctions: [{ name: 'Acme' }] } }, relations: [] } },
  })
  await client.entities.attachDocument('acme', { url: 'https://example.com/a.pdf' })
  return server
}

it('shares nothing with the server, nor does what is restored', async () => {
  const server = await createLoadedServer()
  const text = JSON.stringify(server.snapshot())
  overwrite(server.snapshot())
  expect(JSON.stringify(server.snapshot())).toBe(text)
  const restored = createMockServer()
  const snapshot = JSON.parse(text)
  restored.restore(snapshot)
  overwrite(snapshot)
  expect(restored.snapshot()).toEqual(JSON.parse(text))
})

it.each([
  [
    'a value that JSON does not have',
    { statedFields: { riskLevel: 1n } },
    'statedFields must be an object of JSON',
  ],
  [
    'the id of another entity',
    { statedFields: { id: 'other' } },
    'statedFields must have the id, the name and',
  ],
  ['an id that no path can hold', { id: '..', statedFields: {} }, 'id must be an id that a path can hold'],
  [
    'a screening without an end',
    { scanStartedAt: Date.UTC(9999, 0, 1), updatedAt: Date.UTC(9999, 0, 1) },
    'scanStartedAt leads beyond the start of the year 9999',
  ],
])('restore refuses %s, and names the field', async (_, fields, message) => {
  const server = await createLoadedServer()
  const snapshot = server.snapshot()
  const teams = snapshot.teams.map(team => ({
    ...team,
    entities: team.entities.map(entity => ({ ...entity, documents: [], ...fields })),
  }))
  expect(() => server.restore({ ...snapshot, teams })).toThrow(message)
})

it('restore takes the snapshot of a server whose clock is at its end', async () => {
  const server = createMockServer()
  const client = new EntityScreening(server.connect())
  const end = Date.UTC(9999, 0, 1)
  while (server.clock.now() < end) server.clock.advance(Math.min(9e13, end - server.clock.now()))
  await client.entities.create({ type: 'person', name: 'Ilse Brandt' })
  const copy = createMockServer()
  copy.restore(JSON.parse(JSON.stringify(server.snapshot())))
  expect(copy.snapshot()).toEqual(server.snapshot())
})
