import { EntityScreening } from 'entity-screening-sdk'

const client = new EntityScreening() // ENTITY_SCREENING_BASE_URL and ENTITY_SCREENING_API_KEY, or { baseUrl, apiKey }
const nordwind = { type: 'organization', name: 'Nordwind GmbH', countryCode: 'Germany' } as const
const created = await client.entities.create(nordwind)
const entity = await client.entities.waitForScreening(created)
console.log(entity.name, entity.riskLevel)
