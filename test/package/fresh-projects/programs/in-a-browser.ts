import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { importPortfolio } from 'entity-screening-sdk/portfolio'

/** Uses the client, the mock server and an import where there are neither files nor sockets. */
async function main(): Promise<void> {
  const server = createMockServer()
  const { apiKey } = server.teams.create()
  const client = new EntityScreening({
    apiKey,
    baseUrl: 'http://localhost',
    fetch: server.fetch,
    dangerouslyAllowBrowser: true,
  })
  const { created } = await importPortfolio(
    client,
    'name,type,country\nHalfmoon Minerals Oy,organization,FI\n',
  )
  server.clock.settle()
  const [entity] = await client.entities.list()
  console.log(JSON.stringify([created, entity?.name, entity?.riskLevel]))
}

void main()
