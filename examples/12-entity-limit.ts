// Handles a 403: the team has reached its entity limit, or the key lacks a
// permission.
import { EntityScreening, PermissionDeniedError } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'

const server = createMockServer()
const client = new EntityScreening(server.connect({ entityLimit: 1 }))

for (const name of ['Nordwind GmbH', 'Larkspur Bearings AB']) {
  try {
    await client.entities.create({ type: 'organization', name })
    console.log(`${name} is created`)
  } catch (error) {
    if (!PermissionDeniedError.is(error)) throw error
    // The service uses one status for both. The client distinguishes them by the
    // error text.
    console.log(
      error.isEntityLimit ? `No room for ${name}` : `Not allowed: ${error.reason}`,
    )
  }
}
