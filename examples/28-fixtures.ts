// Begins a test with entities that are screened already, one of them with a network
// of your own.
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'

const server = createMockServer()
const client = new EntityScreening(server.connect())
await server.load({
  entities: [
    { type: 'organization', name: 'Halfmoon Minerals Oy', countryCode: 'FI' },
    {
      id: 'acme',
      type: 'organization',
      name: 'Acme Castings Ltd',
      countryCode: 'GB',
    },
  ],
  networks: {
    acme: {
      nodes: {
        acme: { id: 'acme', name: 'Acme Castings Ltd', calculatedRiskScore: 82 },
      },
      relations: [],
    },
  },
})

for (const { name, riskLevel, riskScore } of await client.entities.list()) {
  console.log(`${name}: ${riskLevel}, ${riskScore}`)
}
