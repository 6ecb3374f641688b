import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'

const server = createMockServer()
const client = new EntityScreening(server.connect())
const created = await client.entities.create({
  type: 'organization',
  name: 'Halfmoon Minerals Oy',
})
console.log(created.name, created.caseStatus)

server.clock.settle() // Moves the clock past the end of the screening.
for (const { name, riskLevel } of await client.entities.list())
  console.log(name, riskLevel)
