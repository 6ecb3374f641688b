/**
 * Query and mutation options of TanStack Query 5 for the calls of the client: keys, types and what to make stale. They are
 * plain options without a hook among them, for components and for prefetching on a server alike. Runs wherever React does.
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
import type { BulkRow, BulkSummary } from '../model/bulk.ts'
import type { CreateEntity } from '../model/creation.ts'
import type { AttachedDocument, DocumentInput } from '../model/document.ts'
import type { CreatedEntity, Entity } from '../model/entity.ts'
import type { EntityReference } from '../model/entity-reference.ts'
import type { Network } from '../model/network.ts'
import type {
  EntityQuery,
  OrganizationProfile,
  OrganizationQuery,
  PersonProfile,
  PersonQuery,
} from '../model/search.ts'
import type { Health } from '../model/service.ts'

/**
 * Distinguishes the options of one client from those of another.
 *
 * @example
 * const screening = screeningOptions(client, { scope: 'team-a' })
 */
export interface ScopeOptions {
  /**
   * Part of every key: give each client of a `QueryClient` another one, such as the team's name, or they share what is cached.
   * Never the API key.
   *
   * @default the client's baseUrl
   */
  scope?: string | undefined
}

/** Options for `useQuery`, `useSuspenseQuery`, `prefetchQuery` and their like. */
export interface ScreeningQuery<Data, Rest extends readonly unknown[]> {
  /** Knows the type of what is cached under it. */
  readonly queryKey: DataTag<readonly ['entity-screening', scope: string, ...Rest], Data, Error>
  /** Sends the request; aborts it when the query has no observers. Throws what the call throws. */
  readonly queryFn: (context: Pick<QueryFunctionContext, 'signal'>) => Promise<Data>
  /** The client repeats by itself what may be repeated. */
  readonly retry: false
}

/** Options for `useMutation`. A request in progress continues after the component unmounts: the write may still be processed. */
export interface ScreeningMutation<Data, Variables> {
  /** Names the operation, for `useIsMutating` and its like. */
  readonly mutationKey: readonly ['entity-screening', scope: string, 'entities', operation: string]
  /** Sends the request. Throws what the call throws. */
  readonly mutationFn: (variables: Variables) => Promise<Data>
  /** Makes all cached entities stale, but after an error that says that nothing was done. */
  readonly onSettled: (
    data: Data | undefined,
    error: Error | null,
    variables: Variables,
    result: unknown,
    context: Pick<MutationFunctionContext, 'client'>,
  ) => Promise<void> | undefined
  /** A write is never repeated but by the client, which knows when it has not been done. */
  readonly retry: false
}

/**
 * Options for each operation, under the client's own names. Those with an input throw nothing by themselves: what is wrong
 * with it is the query's error, or the mutation's.
 *
 * @example
 * import { QueryClient } from '@tanstack/react-query'
 *
 * const screening = screeningOptions(client)
 * const queries = new QueryClient()
 * const entities = await queries.fetchQuery(screening.entities.list())
 * await queries.invalidateQueries({ queryKey: screening.entities.key })
 */
export interface ScreeningOptions {
  /** The team's organizations and persons. */
  readonly entities: {
    /** What all keys of entities begin with: for `invalidateQueries` and its like. */
    readonly key: readonly ['entity-screening', scope: string, 'entities']
    /** All entities of the team (specification: GET /v1/entities). */
    list(): ScreeningQuery<Entity[], ['entities', 'list']>
    /** The network around an entity (specification: GET /v1/entities/{id}/network). */
    network(entity: EntityReference): ScreeningQuery<Network, ['entities', 'network', id: string]>
    /** Some of the team's entities (specification: POST /v1/entities/search). */
    search(query: EntityQuery): ScreeningQuery<Entity[], ['entities', 'search', EntityQuery]>
    /** Creates one entity (specification: POST /v1/entities). */
    create(): ScreeningMutation<CreatedEntity, CreateEntity>
    /** Creates up to 1000 entities (specification: POST /v1/entities/bulk). */
    createBulk(): ScreeningMutation<BulkSummary, readonly BulkRow[]>
    /** Screens again (specification: PUT /v1/entities/{id}). */
    rescan(): ScreeningMutation<Entity, EntityReference>
    /** Attaches a document (specification: POST /v1/entities/{id}/documents). */
    attachDocument(): ScreeningMutation<
      AttachedDocument,
      {
        /** The entity, or its identifier. */
        entity: EntityReference
        /** The document, by its public address. */
        document: DocumentInput
      }
    >
  }
  /** Profiles found on the web. */
  readonly search: {
    /** Organizations found on the web (specification: POST /api/search/organizations). */
    organizations(
      query: OrganizationQuery,
    ): ScreeningQuery<OrganizationProfile[], ['search', 'organizations', OrganizationQuery]>
    /** Persons found on the web (specification: POST /api/search/persons). */
    persons(query: PersonQuery): ScreeningQuery<PersonProfile[], ['search', 'persons', PersonQuery]>
  }
  /** The service itself. */
  readonly service: {
    /** Whether the service is up (specification: GET /v1/health). */
    health(): ScreeningQuery<Health, ['service', 'health']>
  }
}

/**
 * The operations of a client as options for TanStack Query (5.89 or later). A query ends with the last component that waits for
 * it, and nothing is repeated but by the client, which knows what may be. A write that was done, or may have been, makes the
 * cached entities stale.
 *
 * Keys hold what was asked for: wherever the cache is kept, the names that were searched for are kept too.
 *
 * @param client - Whose calls they make.
 * @param options - How to distinguish them from those of another client.
 * @example
 * import { useMutation, useQuery } from '@tanstack/react-query'
 *
 * const screening = screeningOptions(client)
 *
 * function Team() {
 *   const { data: entities = [], error } = useQuery(screening.entities.list())
 *   const { mutate: create } = useMutation(screening.entities.create())
 *   const add = () => create({ type: 'organization', name: 'Nordwind GmbH' })
 *   return <button onClick={add}>{error ? error.message : `${entities.length} entities: add one`}</button>
 * }
 */
export function screeningOptions(
  client: EntityScreening,
  { scope = client.baseUrl }: ScopeOptions = {},
): ScreeningOptions {
  const { entities, search, service } = client
  const key = ['entity-screening', scope, 'entities'] as const

  function query<Data, const Rest extends readonly unknown[]>(
    rest: Rest,
    ask: (options: { signal: AbortSignal }) => Promise<Data>,
  ): ScreeningQuery<Data, Rest> {
    const queryFn = ({ signal }: { signal: AbortSignal }) => ask({ signal })
    const { queryKey } = queryOptions({ queryKey: ['entity-screening', scope, ...rest] as const, queryFn })
    return { queryKey, queryFn, retry: false }
  }

  /** A first read that is under way is not begun anew by itself, and may be from before the write. */
  async function readAnew(client: MutationFunctionContext['client']): Promise<void> {
    const isFirst = ({ state }: { readonly state: { readonly data: unknown } }) => state.data === undefined
    const reads = client
      .getQueryCache()
      .findAll({ queryKey: key, fetchStatus: 'fetching', predicate: isFirst })
      .map(({ promise }) => promise)
    await client.invalidateQueries({ queryKey: key })
    if (reads.length === 0) return
    await Promise.allSettled(reads)
    await client.invalidateQueries({ queryKey: key })
  }

  function mutation<Data, Variables>(
    operation: string,
    mutationFn: (variables: Variables) => Promise<Data>,
  ): ScreeningMutation<Data, Variables> {
    return {
      mutationKey: [...key, operation],
      mutationFn,
      onSettled: (_data, error, _variables, _result, context) =>
        wasCertainlyNotDone(error) ? undefined : readAnew(context.client),
      retry: false,
    }
  }

  return {
    entities: {
      key,
      list: () => query(['entities', 'list'], options => entities.list(options)),
      network(entity) {
        const id = typeof entity === 'string' ? entity : entity.id
        return query(['entities', 'network', id], options => entities.network(id, options))
      },
      search: given => query(['entities', 'search', given], options => entities.search(given, options)),
      create: () => mutation('create', input => entities.create(input)),
      createBulk: () => mutation('createBulk', rows => entities.createBulk(rows)),
      rescan: () => mutation('rescan', entity => entities.rescan(entity)),
      attachDocument: () =>
        mutation('attachDocument', ({ entity, document }) => entities.attachDocument(entity, document)),
    },
    search: {
      organizations: given =>
        query(['search', 'organizations', given], options => search.organizations(given, options)),
      persons: given => query(['search', 'persons', given], options => search.persons(given, options)),
    },
    service: {
      health: () => query(['service', 'health'], options => service.health(options)),
    },
  }
}

/** Every error of the client has an outcome; after any other it is unknown. */
function wasCertainlyNotDone(error: Error | null): boolean {
  return error !== null && 'outcome' in error && error.outcome === 'not_done'
}
