// A job that creates a customer once, although it loses a response and runs again.
import { type CreateEntityInput, EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'

const server = createMockServer({ clock: 'stepping' })
const client = new EntityScreening(server.connect())

// Your table, with a unique customer number. `before` has the ids of the team's
// entities before the first run.
interface Row {
  before: string[]
  input: CreateEntityInput
  entityId?: string
}
const table = new Map<string, Row>()

// #region lost-response
async function createCustomer(customerNumber: string, name: string) {
  const listIds = async () => (await client.entities.list()).map(({ id }) => id)
  const input: CreateEntityInput = { type: 'organization', name, countryCode: 'DE' }
  const row = table.get(customerNumber) ?? { before: await listIds(), input }
  table.set(customerNumber, row)
  // What your other rows created, or may have: after a restart, the client does
  // not know it.
  const others = [...table.values()].filter(other => other !== row)
  const { id, created } = await client.entities.createOnce(row.input, {
    before: row.before,
    otherCreations: others.map(({ entityId, input }) => entityId ?? input),
    idempotencyKey: customerNumber,
  })
  row.entityId = id
  console.log(created === null ? 'found in the list' : 'created')
}

// The entity is created, but the connection breaks before the response.
server.faults.add({ operation: 'createEntity', kind: 'lost_response', times: 1 })
await createCustomer('7', 'Nordwind GmbH')
await createCustomer('7', 'Nordwind GmbH')
await createCustomer('8', 'Larkspur Bearings AG')
// #endregion
