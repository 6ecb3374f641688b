// Creates an entity once, although the response to the creation is lost.
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'

const server = createMockServer()
const client = new EntityScreening(server.connect())
const customer = {
  type: 'organization',
  name: 'Nordwind GmbH',
  countryCode: 'DE',
} as const

// The entity is created, but the connection breaks before the response.
// #region lost-response
server.faults.add({ operation: 'createEntity', kind: 'lost_response', times: 1 })
const options = { before: await client.entities.list(), otherCreations: [] }
const { created } = await client.entities.createOnce(customer, options)
const { length } = await client.entities.list()
console.log(created === null ? 'found in the list' : 'created', length)
// #endregion
