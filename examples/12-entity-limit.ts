// Handles a 403: the team has no room for more entities, or the key may not do this at all.
import { EntityScreening, PermissionDeniedError } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'

const server = createMockServer()
const { apiKey } = server.teams.create({ entityLimit: 1 })
const client = new EntityScreening({ apiKey, baseUrl: 'http://localhost', fetch: server.fetch })

for (const name of ['Nordwind GmbH', 'Larkspur Bearings AB']) {
  try {
    await client.entities.create({ type: 'organization', name })
    console.log(`${name} is created`)
  } catch (error) {
    if (!PermissionDeniedError.is(error)) throw error
    // The service has one status for both; that it is the limit is read from its sentence.
    console.log(error.entityLimitReached ? `No room for ${name}` : `Not allowed: ${error.reason}`)
  }
}
