import type { DataTag, MutationFunctionContext, QueryFunctionContext } from '@tanstack/react-query'
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
export type ScopeOptions = {
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
