import { type MutationFunctionContext, queryOptions } from '@tanstack/react-query'
import type { EntityScreening } from '../client.ts'
import type { ScopeOptions, ScreeningMutation, ScreeningQueries, ScreeningQuery } from './query-types.ts'

/**
 * Returns the operations of a client as options for TanStack Query (5.89 or later). A query is aborted when
 * the last component that uses it unmounts. Only the client retries requests. Any write, except one that was
 * certainly not processed, invalidates the cached entities.
 *
 * Query keys contain the search criteria, so the cache, and any persisted copy of it, contains the names that were searched
 * for.
 *
 * @param client - Sends the requests.
 * @throws TypeError if `client` is not a client, for example because it is the options of one.
 * @example
 * import { useMutation, useQuery } from '@tanstack/react-query'
 *
 * const screening = screeningQueries(client)
 *
 * function Team() {
 *   const { data: entities = [], error } = useQuery(screening.entities.list())
 *   const { mutate: create } = useMutation(screening.entities.create())
 *   const add = () => create({ type: 'organization', name: 'Nordwind GmbH' })
 *   return <button onClick={add}>{error ? error.message : `${entities.length} entities: add one`}</button>
 * }
 *
 * @param options - The scope, which keeps the cached data of this client apart from that of other clients.
 */
export function screeningQueries(client: EntityScreening, options: ScopeOptions = {}): ScreeningQueries {
  if (!('entities' in Object(client)))
    throw new TypeError('screeningQueries: client must be an EntityScreening: new EntityScreening({ … })')
  const { scope = client.baseUrl } = options
  const { entities, search, service } = client
  const key = ['entity-screening', scope, 'entities'] as const
  return {
    entities: {
      key,
      list: () => createQuery(scope, ['entities', 'list'], options => entities.list(options)),
      network(entity) {
        const id = typeof entity === 'string' ? entity : entity.id
        return createQuery(scope, ['entities', 'network', id], options => entities.network(entity, options))
      },
      search: query =>
        createQuery(scope, ['entities', 'search', query], options => entities.search(query, options)),
      create: () => createMutation(key, 'create', input => entities.create(input)),
      createBulk: () => createMutation(key, 'createBulk', rows => entities.createBulk(rows)),
      rescan: () => createMutation(key, 'rescan', entity => entities.rescan(entity)),
      attachDocument: () =>
        createMutation(key, 'attachDocument', ({ entity, document }) =>
          entities.attachDocument(entity, document),
        ),
    },
    search: {
      organizations: query =>
        createQuery(scope, ['search', 'organizations', query], options =>
          search.organizations(query, options),
        ),
      persons: query =>
        createQuery(scope, ['search', 'persons', query], options => search.persons(query, options)),
    },
    service: {
      health: () => createQuery(scope, ['service', 'health'], options => service.health(options)),
    },
  }
}

function createQuery<Data, const KeyParts extends readonly unknown[]>(
  scope: string,
  keyParts: KeyParts,
  send: (options: { signal: AbortSignal }) => Promise<Data>,
): ScreeningQuery<Data, KeyParts> {
  const queryFn = ({ signal }: { signal: AbortSignal }) => send({ signal })
  const { queryKey } = queryOptions({
    queryKey: ['entity-screening', scope, ...keyParts] as const,
    queryFn,
  })
  return { queryKey, queryFn, retry: false }
}

type EntitiesKey = ScreeningQueries['entities']['key']

function createMutation<Data, Variables>(
  key: EntitiesKey,
  operation: string,
  mutationFn: (variables: Variables) => Promise<Data>,
): ScreeningMutation<Data, Variables> {
  return {
    mutationKey: [...key, operation],
    mutationFn,
    onSettled: (_data, error, _variables, _result, { client }) =>
      wasCertainlyNotDone(error) ? undefined : invalidateEntities(client, key),
    retry: false,
  }
}

/**
 * Invalidates all entity queries. An invalidation does not restart a query that is being fetched for the first time, although
 * the fetch may have begun before the write. If there are such queries, invalidates again after they end.
 */
async function invalidateEntities(
  client: MutationFunctionContext['client'],
  queryKey: EntitiesKey,
): Promise<void> {
  const isFirstRead = ({ state }: { readonly state: { readonly data: unknown } }) => state.data === undefined
  const firstReads = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate: isFirstRead })
    .map(({ promise }) => promise)
  await client.invalidateQueries({ queryKey })
  if (firstReads.length === 0) return
  await Promise.allSettled(firstReads)
  await client.invalidateQueries({ queryKey })
}

/**
 * Whether an error shows that a write was not processed. The client's errors have an outcome. After any other error, the write
 * may have been processed.
 */
function wasCertainlyNotDone(error: Error | null): boolean {
  return error !== null && 'outcome' in error && error.outcome === 'not_done'
}
