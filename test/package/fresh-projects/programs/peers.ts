import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { createHandlers } from 'entity-screening-sdk/mock-server/msw'
import { screeningQueries } from 'entity-screening-sdk/react-query'
import { setupServer } from 'msw/node'

/** Uses the parts that stand on another package: msw and TanStack Query. */
async function main(): Promise<void> {
  const baseUrl = 'https://screening.example'
  const server = createMockServer()
  const interceptor = setupServer(...createHandlers(server, { baseUrl }))
  interceptor.listen()
  const client = new EntityScreening({ apiKey: server.teams.create().apiKey, baseUrl })
  const queries = screeningQueries(client).entities
  const cache = new QueryClient()
  const create = new MutationObserver(cache, queries.create())
  await create.mutate({ type: 'person', name: 'Dragomir Vosskov', birthDate: '1958-03-12' })
  server.clock.settle()
  const entities = await cache.fetchQuery(queries.list())
  interceptor.close()
  cache.clear()
  console.log(JSON.stringify(entities.map(({ name, riskLevel }) => [name, riskLevel])))
}

void main()
