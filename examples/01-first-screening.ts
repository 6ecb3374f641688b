// Screens one organization against the mock server, in process: no service, no key, no network access.
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'

const server = createMockServer()
const client = new EntityScreening(server.connect())

const { id } = await client.entities.create({
  type: 'organization',
  name: 'Halfmoon Minerals Oy',
  countryCode: 'Finland',
})
server.clock.settle() // A screening takes five seconds, and this clock is manual: settle() moves it past them.
const [entity] = await client.entities.list()
const { nodes } = await client.entities.network(id)
const found = nodes
  .filter(node => node.hitStatus !== 'no_hit')
  .map(node => `${node.name} (${node.hitStatus})`)
console.log(`${entity?.name}: ${entity?.riskLabel}. To look at: ${found.join(', ')}`)
