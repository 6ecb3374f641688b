import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { expect, it } from 'vitest'

it('lists a sanctioned company as a high risk', async () => {
  const server = createMockServer()
  const client = new EntityScreening(server.connect())
  await client.entities.create({
    type: 'organization',
    name: '[sanctioned] Acme GmbH',
  })
  server.clock.settle() // Moves the clock past the screening.
  expect(await client.entities.list()).toMatchObject([{ riskLevel: 'high' }])
})
