import { type DataTag, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { EntityScreening } from '../client.ts'
import type { BulkEntityInput } from '../model/bulk.ts'
import type { CreateEntityInput } from '../model/creation.ts'
import type { AttachDocumentInput } from '../model/document.ts'
import { type EntityReference, identify } from '../model/entity-reference.ts'
import type { SearchEntitiesInput, SearchOrganizationsInput, SearchPersonsInput } from '../model/search.ts'
import { type EntitiesKey, invalidate, invalidateChanged } from './invalidate.ts'
import { refuseRepetition, type WriteGuard, wasCertainlyNotDone } from './refuse-repetition.ts'

/**
 * Options that keep the cached data of several clients apart.
 *
 * @example
 * const screening = screeningQueries(client, { scope: 'team-a' })
 */
export type ScopeOptions = {
  /**
   * A part of every query key. Clients that share a `QueryClient` need different scopes, such as the team's
   * name; otherwise they share cached data. Never pass the API key.
   *
   * @default the client's baseUrl
   */
  scope?: string | undefined
}

/**
 * Options for each operation, named like the client's methods. Creating options never throws: an invalid input makes the query
 * or mutation fail.
 *
 * @example
 * import { QueryClient } from '@tanstack/react-query'
 *
 * const screening: ScreeningQueries = screeningQueries(client)
 * const queries = new QueryClient()
 * const entities = await queries.fetchQuery(screening.entities.list())
 * await queries.invalidateQueries({ queryKey: screening.entities.key })
 */
export type ScreeningQueries = ReturnType<typeof screeningQueries>

/**
 * Returns the operations of a client as options for TanStack Query (5.89 or later). A query is aborted when
 * the last component that uses it unmounts. Only the client retries requests. A mutation in progress continues after the component
 * unmounts, because the service may process it anyway. Any write, except one that was certainly not processed, invalidates the cached
 * entities. A write that succeeded ends after the shown ones have been refetched.
 *
 * The service does not tell when a screening has ended. So if `list` or `get` reads an entity that has changed since it was last
 * read, or that is read for the first time, the cached network, `get` and searches that depend on the entity are invalidated.
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
export function screeningQueries(client: EntityScreening, options: ScopeOptions = {}) {
  if (!('entities' in Object(client)))
    throw new TypeError('screeningQueries: client must be an EntityScreening: new EntityScreening({ … })')
  const { scope = client.baseUrl } = options
  const { entities, search, service } = client
  const prefix = ['entity-screening', scope] as const
  const key = [...prefix, 'entities'] as const
  return {
    /** The team's organizations and persons. */
    entities: {
      /** The prefix of all query keys for entities, for `invalidateQueries` and similar functions. */
      key,
      /** Lists all entities of the team. */
      list: () =>
        createQuery(
          [...key, 'list'],
          options => entities.list(options),
          (client, list) => invalidateChanged(client, key, 'list', list),
        ),
      /** Reads one entity. */
      get: (entity: EntityReference) =>
        createQuery(
          [...key, 'get', identify(entity)],
          options => entities.get(entity, options),
          (client, data) => invalidateChanged(client, key, 'get', [data]),
        ),
      /** Reads the network around an entity. */
      network: (entity: EntityReference) =>
        createQuery([...key, 'network', identify(entity)], options => entities.network(entity, options)),
      /** Searches the team's entities. */
      search: (query: SearchEntitiesInput) =>
        createQuery([...key, 'search', query], options => entities.search(query, options)),
      ...createEntityMutations(client, key),
    },
    /** Search for profiles on the web. */
    search: {
      /** Searches the web for organizations. */
      organizations: (query: SearchOrganizationsInput) =>
        createQuery([...prefix, 'search', 'organizations', query], options =>
          search.organizations(query, options),
        ),
      /** Searches the web for persons. */
      persons: (query: SearchPersonsInput) =>
        createQuery([...prefix, 'search', 'persons', query], options => search.persons(query, options)),
    },
    /** The service itself. */
    service: {
      /** Checks whether the service is up. */
      health: () => createQuery([...prefix, 'service', 'health'], options => service.health(options)),
    },
  }
}

const created = { operation: 'createEntity', methodName: 'entities.create' } as const
const createdBulk = { operation: 'createEntitiesBulk', methodName: 'entities.createBulk' } as const
const attached = { operation: 'attachDocument', methodName: 'entities.attachDocument' } as const

/** The options of the operations that write entities. */
function createEntityMutations(client: EntityScreening, key: EntitiesKey) {
  const { entities } = client
  return {
    /** Creates an entity. */
    create: () =>
      createMutation(
        key,
        'create',
        (input: CreateEntityInput) => entities.create(input),
        refuseRepetition(client, created),
      ),
    /** Creates up to 1000 entities. */
    createBulk: () =>
      createMutation(
        key,
        'createBulk',
        (rows: readonly BulkEntityInput[]) => entities.createBulk(rows),
        refuseRepetition(client, createdBulk),
      ),
    /** Starts a new screening of an entity. */
    rescan: () =>
      createMutation(
        key,
        'rescan',
        (entity: EntityReference) => entities.rescan(entity),
        (_, write) => write(),
      ),
    /** Attaches a document, by its public URL, to an entity. */
    attachDocument: () =>
      createMutation(
        key,
        'attachDocument',
        ({ entity, document }: { entity: EntityReference; document: AttachDocumentInput }) =>
          entities.attachDocument(entity, document),
        refuseRepetition(client, attached),
      ),
  }
}

/** The context that TanStack Query passes to a query or a mutation. */
interface CacheContext {
  /** The `QueryClient`. Its class has other types in a CommonJS file, which only `object` fits. */
  readonly client: object
}

/** The context of a query. */
interface QueryContext extends CacheContext {
  /** Aborts the query when the last component that uses it unmounts. */
  readonly signal: AbortSignal
}

function isQueryClient(client: unknown): client is QueryClient {
  return 'invalidateQueries' in Object(client)
}

/** The options of a query. The type of the key includes the type of the cached data. */
export interface ScreeningQuery<Data, Key extends QueryKey> {
  /** The key of the cached data. */
  readonly queryKey: DataTag<Key, Data, Error>
  /** Sends the request. */
  readonly queryFn: (context: QueryContext) => Promise<Data>
  /** The client retries the request. */
  readonly retry: false
}

function createQuery<Data, const Key extends QueryKey>(
  queryKey: Key,
  send: (options: { signal: AbortSignal }) => Promise<Data>,
  onRead?: (client: QueryClient, data: Data) => void,
): ScreeningQuery<Data, Key> {
  const queryFn = async ({ client, signal }: QueryContext) => {
    const data = await send({ signal })
    if (isQueryClient(client)) onRead?.(client, data)
    return data
  }
  return { queryKey: queryOptions({ queryKey, queryFn }).queryKey, queryFn, retry: false }
}

/** The options of a mutation. They leave `onSuccess`, `onError` and `onSettled` to you. */
export interface ScreeningMutation<Data, Variables> {
  /** The prefix of the keys of entities, and the name of the operation. */
  readonly mutationKey: QueryKey
  /**
   * Sends the request. Then invalidates all entity queries, unless the write was certainly not processed. If it succeeded, settles
   * after the shown ones have been refetched. An input that equals one in progress, as after a double click, is refused with an
   * error. An object whose creation may have been processed is not sent again: look at the list first, and pass a copy. If you call
   * it yourself, pass the context on: without it, nothing is sent.
   */
  readonly mutationFn: (variables: Variables, context: CacheContext) => Promise<Data>
  /** The client retries the request. */
  readonly retry: false
}

function createMutation<Data, Variables>(
  key: QueryKey,
  operation: string,
  send: (variables: Variables) => Promise<Data>,
  guard: WriteGuard<Variables>,
): ScreeningMutation<Data, Variables> {
  return {
    mutationKey: [...key, operation],
    // The invalidation is here because users may replace `onSettled`.
    mutationFn: async (variables, context) => {
      const client: unknown = Object(context).client
      if (!isQueryClient(client))
        throw new TypeError(
          `screeningQueries: ${operation}: mutationFn needs a context, which TanStack Query passes since 5.89`,
        )
      return guard({ variables, context }, async () => {
        try {
          const data = await send(variables)
          await invalidate(client, { queryKey: key })
          return data
        } catch (error) {
          // The refetches do not delay the error, because the service may be down.
          if (!wasCertainlyNotDone(error)) void invalidate(client, { queryKey: key })
          throw error
        }
      })
    },
    retry: false,
  }
}
