/**
 * Query and mutation options of TanStack Query 5 for the client's calls: keys, types, and cache invalidation. The options are
 * plain objects without hooks, so they also work for prefetching on a server. This module runs wherever React does.
 *
 * @module entity-screening-sdk/react-query
 */

import {
  type DataTag,
  type MutationFunctionContext,
  type QueryFunctionContext,
  queryOptions,
} from '@tanstack/react-query'
import type { EntityScreening } from '../client.ts'
import type { BulkEntityInput, BulkSummary } from '../model/bulk.ts'
import type { CreateEntityInput } from '../model/creation.ts'
import type { AttachDocumentInput, AttachedDocument } from '../model/document.ts'
import type { CreatedEntity, Entity } from '../model/entity.ts'
import type { EntityReference } from '../model/entity-reference.ts'
import type { Network } from '../model/network.ts'
import type {
  OrganizationProfile,
  PersonProfile,
  SearchEntitiesInput,
  SearchOrganizationsInput,
  SearchPersonsInput,
} from '../model/search.ts'
import type { Health } from '../model/service.ts'

/**
 * Options that keep the cached data of several clients apart.
 *
 * @example
 * const screening = screeningQueries(client, { scope: 'team-a' })
 */
type ScopeOptions = {
  /**
   * A part of every query key. Clients that share a `QueryClient` need different scopes, such as the team's
   * name; otherwise they share cached data. Never pass the API key.
   *
   * @default the client's baseUrl
   */
  scope?: string | undefined
}

/** Options for `useQuery`, `useSuspenseQuery`, `prefetchQuery` and similar functions. */
export interface ScreeningQuery<Data, Rest extends readonly unknown[]> {
  /** The query key, whose type includes the type of the cached data. */
  readonly queryKey: DataTag<readonly ['entity-screening', scope: string, ...Rest], Data, Error>
  /**
   * Sends the request. Aborts the request when no component uses the query any more. Throws the same errors
   * as the client's method.
   */
  readonly queryFn: (context: Pick<QueryFunctionContext, 'signal'>) => Promise<Data>
  /** Disables the retries of TanStack Query: the client retries requests that are safe to repeat. */
  readonly retry: false
}

/**
 * Options for `useMutation`. A request in progress continues after the component unmounts, because the service may process it
 * anyway.
 */
export interface ScreeningMutation<Data, Variables> {
  /** The mutation key, for `useIsMutating` and similar functions. */
  readonly mutationKey: readonly ['entity-screening', scope: string, 'entities', operation: string]
  /** Sends the request. Throws the same errors as the client's method. */
  readonly mutationFn: (variables: Variables) => Promise<Data>
  /** Invalidates all cached entities, except after an error whose outcome is `not_done`. */
  readonly onSettled: (
    data: Data | undefined,
    error: Error | null,
    variables: Variables,
    result: unknown,
    context: Pick<MutationFunctionContext, 'client'>,
  ) => Promise<void> | undefined
  /** Disables the retries of TanStack Query: the client retries a write only if it was certainly not processed. */
  readonly retry: false
}

/**
 * Options for each operation, named like the client's methods. Creating options never throws: an invalid input makes the query
 * or mutation fail.
 *
 * @example
 * import { QueryClient } from '@tanstack/react-query'
 *
 * const screening = screeningQueries(client)
 * const queries = new QueryClient()
 * const entities = await queries.fetchQuery(screening.entities.list())
 * await queries.invalidateQueries({ queryKey: screening.entities.key })
 */
export interface ScreeningQueries {
  /** The team's organizations and persons. */
  readonly entities: {
    /** The prefix of all query keys for entities, for `invalidateQueries` and similar functions. */
    readonly key: readonly ['entity-screening', scope: string, 'entities']
    /** Lists all entities of the team. */
    list(): ScreeningQuery<Entity[], ['entities', 'list']>
    /** Reads the network around an entity. */
    network(entity: EntityReference): ScreeningQuery<Network, ['entities', 'network', id: string]>
    /** Searches the team's entities. */
    search(query: SearchEntitiesInput): ScreeningQuery<Entity[], ['entities', 'search', SearchEntitiesInput]>
    /** Creates an entity. */
    create(): ScreeningMutation<CreatedEntity, CreateEntityInput>
    /** Creates up to 1000 entities. */
    createBulk(): ScreeningMutation<BulkSummary, readonly BulkEntityInput[]>
    /** Starts a new screening of an entity. */
    rescan(): ScreeningMutation<Entity, EntityReference>
    /** Attaches a document to an entity. */
    attachDocument(): ScreeningMutation<
      AttachedDocument,
      {
        /** The entity, or its identifier. */
        entity: EntityReference
        /** The document, with its public URL. */
        document: AttachDocumentInput
      }
    >
  }
  /** Search for profiles on the web. */
  readonly search: {
    /** Searches the web for organizations. */
    organizations(
      query: SearchOrganizationsInput,
    ): ScreeningQuery<OrganizationProfile[], ['search', 'organizations', SearchOrganizationsInput]>
    /** Searches the web for persons. */
    persons(
      query: SearchPersonsInput,
    ): ScreeningQuery<PersonProfile[], ['search', 'persons', SearchPersonsInput]>
  }
  /** The service itself. */
  readonly service: {
    /** Checks whether the service is up. */
    health(): ScreeningQuery<Health, ['service', 'health']>
  }
}

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
