// A component with TanStack Query that lists the team's entities and creates one.
import {
  QueryClient,
  QueryClientProvider,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import type { EntityScreening } from 'entity-screening-sdk'
import {
  type ScreeningQueries,
  screeningQueries,
} from 'entity-screening-sdk/react-query'

const cache = new QueryClient()

/** Render it: `createRoot(document.body).render(<Screening client={client} />)`. */
export function Screening({ client }: { client: EntityScreening }) {
  return (
    <QueryClientProvider client={cache}>
      <Entities screening={screeningQueries(client)} />
    </QueryClientProvider>
  )
}

function Entities({ screening }: { screening: ScreeningQueries }) {
  const list = useQuery({ ...screening.entities.list(), refetchInterval: 2000 })
  const {
    mutate: create,
    error,
    isPending,
  } = useMutation(screening.entities.create())
  const acme = { type: 'organization', name: '[sanctioned] Acme GmbH' } as const
  if (list.error)
    return <p role="alert">The list could not be read. Try again later.</p>
  const rows = list.data?.map(
    ({ id, name, riskLabel }) => `${id}: ${name}, ${riskLabel ?? 'screening …'}`,
  )
  return (
    <>
      <button type="button" disabled={isPending} onClick={() => create(acme)}>
        Create
      </button>
      {error && (
        <p role="alert">
          It may have been created: look at the list before you create it again.
        </p>
      )}
      <pre>{rows?.join('\n')}</pre>
    </>
  )
}
