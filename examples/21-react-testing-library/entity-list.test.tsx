// @vitest-environment jsdom
// Tests a component that lists entities with TanStack Query: with data, and after a
// failure.
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { createHandlers } from 'entity-screening-sdk/mock-server/msw'
import {
  type ScreeningQueries,
  screeningQueries,
} from 'entity-screening-sdk/react-query'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

/** Your component. */
function EntityList({ queries }: { queries: ScreeningQueries }) {
  const { data, error } = useQuery(queries.entities.list())
  if (error) return <p role="alert">The list could not be read. Try again later.</p>
  if (data === undefined) return <p role="status">Loading …</p>
  return data.map(({ id, name, riskLevel }) => (
    <p key={id}>{`${name}: ${riskLevel ?? 'screening …'}`}</p>
  ))
}

const baseUrl = '/screening'
const server = createMockServer({ keys: { 'unit-key': 'team-1' } })
const interceptor = setupServer(
  ...createHandlers(server, { baseUrl, apiKey: 'unit-key' }),
)
beforeAll(() => interceptor.listen())
afterEach(() => {
  cleanup()
  server.reset()
})
afterAll(() => interceptor.close())

function renderList() {
  // findBy… waits for one second. With retries, a failure may take longer: the
  // client waits between its attempts.
  const client = new EntityScreening({ apiKey: null, baseUrl, maxRetries: 0 })
  // One per test: a shared one keeps the data of the test before.
  const cache = new QueryClient()
  render(
    <QueryClientProvider client={cache}>
      <EntityList queries={screeningQueries(client)} />
    </QueryClientProvider>,
  )
}

it('lists each entity with its risk', async () => {
  const name = '[sanctioned] Nordwind GmbH'
  await server.load({
    entities: [{ type: 'organization', name, countryCode: 'DE' }],
  })
  renderList()
  expect(await screen.findByText(`${name}: high`)).toBeDefined()
})

it('shows that the list could not be read', async () => {
  server.faults.add({ operation: 'listEntities', status: 503 })
  renderList()
  expect((await screen.findByRole('alert')).textContent).toContain(
    'could not be read',
  )
})
