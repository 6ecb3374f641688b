import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'

const server = createMockServer()
const client = new EntityScreening(server.connect())
await client.entities.create({ type: 'organization', name: 'Halfmoon Minerals Oy' })
server.clock.settle() // Moves the clock past the end of the screening.
const entities = await client.entities.list()
for (const { name, riskLevel } of entities) console.log(`${name}: ${riskLevel}`)
