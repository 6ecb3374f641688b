import { EntityScreening } from 'entity-screening-sdk'

const client = new EntityScreening({
  baseUrl: 'https://screening.example',
  apiKey: 'your-key',
})
const entities = await client.entities.list()
for (const { name, riskLevel } of entities) console.log(name, riskLevel)
