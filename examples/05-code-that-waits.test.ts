// Tests code that waits for a screening itself: the server's clock runs fast, and the code polls often.
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { expect, it } from 'vitest'

/** Yours. `every` is a setting: the pause between two polls, two seconds unless you say otherwise. */
async function assess(client: EntityScreening, name: string, every?: number) {
  const created = await client.entities.create({ type: 'organization', name })
  const { riskLevel } = await client.entities.waitForScreening(created, { every })
  return riskLevel
}

it('a sanctioned organization is a high risk', async () => {
  const server = createMockServer({ clock: 'x1000' }) // Five seconds of screening take five milliseconds.
  const { apiKey } = server.teams.create()
  const client = new EntityScreening({ apiKey, baseUrl: 'http://localhost', fetch: server.fetch })
  expect(await assess(client, '[sanctioned] Acme GmbH', 20)).toBe('high')
})
