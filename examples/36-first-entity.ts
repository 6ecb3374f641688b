import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'

const server = createMockServer()
const client = new EntityScreening(server.connect())
const created = await client.entities.create({
  type: 'organization',
  name: 'Halfmoon Minerals Oy',
})
console.log(created.name, created.caseStatus)
