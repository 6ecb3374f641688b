// Finds out what became of a creation whose answer was lost, in place of creating it twice.
import { EntityScreening, EntityScreeningError } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'

const server = createMockServer()
const { apiKey } = server.teams.create()
const client = new EntityScreening({ apiKey, baseUrl: 'http://localhost', fetch: server.fetch })

// Created, but the connection breaks before the answer comes. To send it again would make two of it.
server.faults.add({ operation: 'createEntity', kind: 'lost_answer', times: 1 })
const input = { type: 'person', name: 'Ilse Brandt', countryCode: 'DE', birthDate: '1961-04-09' } as const
const before = await client.entities.list()
try {
  await client.entities.create(input)
} catch (error) {
  if (!EntityScreeningError.is(error) || error.outcome !== 'unknown') throw error
  console.log(error.message)
  const { outcome, entities } = await client.entities.reconcile(input, { before })
  if (outcome === 'not_done') await client.entities.create(input)
  console.log(`${outcome}: there is ${entities.length} ${entities[0]?.name}`)
}
