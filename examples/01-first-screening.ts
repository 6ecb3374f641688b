// Screens one organization against the mock server, in process: no service, no key,
// no network access.
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'

const server = createMockServer()
const client = new EntityScreening(server.connect())
const { id } = await client.entities.create({
  type: 'organization',
  name: 'Halfmoon Minerals Oy',
})
server.clock.settle()
const { nodes } = await client.entities.network(id)
for (const { name, hitStatus } of nodes)
  if (hitStatus !== 'no_hit') console.log(`${name}: ${hitStatus}`)
