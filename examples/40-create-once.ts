// Creates an entity once, although the response to the creation is lost.
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'

const server = createMockServer()
const client = new EntityScreening(server.connect())

// The entity is created, but the connection breaks before the response.
server.faults.add({ operation: 'createEntity', kind: 'lost_response', times: 1 })
const before = await client.entities.list()
const { id, created } = await client.entities.createOnce(
  { type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' },
  { before, otherCreations: [] },
)
const entities = await client.entities.list()
console.log(created === null ? 'found in the list' : 'created', entities.length, entities[0]?.id === id)
