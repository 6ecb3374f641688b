// Finds out whether a creation was processed whose response was lost, instead of
// creating the entity twice.
import {
  type CreatePersonInput,
  EntityScreening,
  EntityScreeningError,
} from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'

const server = createMockServer()
const client = new EntityScreening(server.connect())

// The entity is created, but the connection breaks before the response. A retry
// would create a second one.
server.faults.add({ operation: 'createEntity', kind: 'lost_response', times: 1 })
const input: CreatePersonInput = {
  type: 'person',
  name: 'Ilse Brandt',
  birthDate: '1961-04-09',
}
const before = await client.entities.list()
try {
  await client.entities.create(input)
} catch (error) {
  if (!EntityScreeningError.is(error) || error.outcome !== 'unknown') throw error
  console.log(error.message)
  // This is the only program that creates entities, and no other creation is in
  // doubt: otherCreations is empty.
  const { outcome, entities } = await client.entities.reconcile(input, {
    before,
    otherCreations: [],
  })
  if (outcome === 'not_done') await client.entities.create(input)
  console.log(
    outcome,
    entities.map(({ name }) => name),
  )
}
