// Rescans a team and prints what has changed.
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import {
  diffEntities,
  diffNetworks,
  formatChange,
  rescanAll,
} from 'entity-screening-sdk/portfolio'

const server = createMockServer()
const client = new EntityScreening(server.connect())
// Milliseconds between two polls. Leave it out for the real service.
const often = { every: 20 }

// A name with [changing] has another outcome at each screening.
const company = await client.entities.create({
  type: 'organization',
  name: '[changing] Acme',
})
const person = await client.entities.create({ type: 'person', name: 'Ilse Brandt' })
// The clock of the mock server is manual. The real service takes its own time.
server.clock.settle()
await client.entities.waitForScreening([company, person], often)
const before = await client.entities.list()
const networkBefore = await client.entities.network(company)

const { rescanned, failed, remaining, stopped } = await rescanAll(client, 'all')
for (const { id, error } of failed) console.error(`${id} failed: ${error.message}`)
if (stopped) console.error(`${remaining.length} remain (${stopped.cause})`)

server.clock.settle()
await client.entities.waitForScreening(rescanned, often)
const after = await client.entities.list()
const networkAfter = await client.entities.network(company)
for (const change of diffEntities(before, after)) console.log(formatChange(change))
for (const change of diffNetworks(networkBefore, networkAfter))
  console.log(formatChange(change))
