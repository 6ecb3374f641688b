import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { EntityScreening } from 'entity-screening-sdk'
import { screeningQueries } from 'entity-screening-sdk/react-query'
import { useMemo, useState } from 'react'
import { CreateForm } from './create-form.tsx'
import { EntityPage } from './entity-page.tsx'
import { EntityTable } from './entity-table.tsx'
import { useEntityId } from './route.ts'

export function App({ client }: { client: EntityScreening }) {
  // Requested even without a network: the worker still responds, and the client
  // says what went wrong.
  const [cache] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: { networkMode: 'always' },
          mutations: { networkMode: 'always' },
        },
      }),
  )
  const screening = useMemo(() => screeningQueries(client), [client])
  const entityId = useEntityId()
  return (
    <QueryClientProvider client={cache}>
      <header>
        <h1>Entity screening</h1>
      </header>
      <main>
        {entityId === null ? (
          <>
            <CreateForm screening={screening} />
            <EntityTable screening={screening} />
          </>
        ) : (
          <EntityPage key={entityId} entityId={entityId} screening={screening} />
        )}
      </main>
      <footer>A clean result does not clear anyone.</footer>
    </QueryClientProvider>
  )
}
