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

it('shares nothing with the server, nor does what is restored or applied', async () => {
  const server = await createLoadedServer()
  const text = JSON.stringify(server.snapshot())
  overwrite(server.snapshot())
  for (const change of server.changes()) overwrite(change)
  expect(JSON.stringify(server.snapshot())).toBe(text)
  const [restored, copy] = [createMockServer(), createMockServer()]
  const snapshot = JSON.parse(text)
  restored.restore(snapshot)
  snapshot.changes.forEach(copy.apply)
  overwrite(snapshot)
  for (const other of [restored, copy]) expect(other.snapshot()).toEqual(JSON.parse(text))
})
