// Stories of a component, each with its own mock server in the state that the story
// shows. The prefixes of
// the names choose the findings. The `msw` parameter is for msw-storybook-addon,
// whose loader starts the worker.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer, type Fault } from 'entity-screening-sdk/mock-server'
import { createHandlers } from 'entity-screening-sdk/mock-server/msw'
import { screeningQueries } from 'entity-screening-sdk/react-query'
import { EntityTable } from '../08-react-app/src/entity-table.tsx'

const apiKey = 'test-key'
const baseUrl = '/screening'

/** A team with entities of these names, and a fault of the list. */
function team({ names = [], fault }: { names?: string[]; fault?: Fault }) {
  const server = createMockServer({ keys: { [apiKey]: 'team' } })
  const client = new EntityScreening({ apiKey: null, baseUrl, maxRetries: 0 })
  const options = server.connect({ id: 'team', apiKey })
  const inProcess = new EntityScreening({
    ...options,
    dangerouslyAllowBrowser: true,
  })
  return {
    parameters: { msw: { handlers: createHandlers(server, { baseUrl, apiKey }) } },
    async beforeEach() {
      server.reset()
      for (const name of names)
        await inProcess.entities.create({ type: 'organization', name })
      server.clock.settle()
      if (fault) server.faults.add(fault)
    },
    render: () => (
      <QueryClientProvider client={new QueryClient()}>
        <EntityTable screening={screeningQueries(client)} />
      </QueryClientProvider>
    ),
  }
}

export default { title: 'Entity table' }
export const Empty = team({})
export const EveryRisk = team({
  names: ['[sanctioned] Acme GmbH', '[adverse-media] Beta Ltd', '[clean] Gamma AB'],
})
export const StillScreening = team({ names: ['[stuck] Delta SA'] })
export const Unavailable = team({
  fault: { operation: 'listEntities', status: 503 },
})
export const NoConnection = team({
  fault: { operation: 'listEntities', kind: 'reset' },
})
