import type * as z from 'zod/mini'
import { type Endpoint, endpoints } from './endpoints.ts'
import * as entity from './entity.ts'
import * as search from './search.ts'

/**
 * One operation of the service, as the client and the mock server use it (specification: Endpoints).
 *
 * @example
 * const routes = Object.values(operations).map(({ method, path }) => `${method} ${path}`)
 */
export interface Operation extends Endpoint {
  /** The schema of the request body, if the operation has one. */
  readonly request?: z.ZodMiniType
}

/** Adds the schema of the request body to the row of an operation. */
function withRequest<Row extends Endpoint, Request extends z.ZodMiniType>(row: Row, request: Request) {
  return { ...row, request } as const
}

/**
 * Every operation of the service. The keys are the operation names used in errors, hooks and simulated faults (specification:
 * Endpoints).
 *
 * @example
 * const { method, path, response } = operations.getNetwork
 * const result = await fetch(baseUrl + path.replace('{id}', id), { method, headers: { authorization: `Bearer ${apiKey}` } })
 * const { data } = response.parse(await result.json())
 */
export const operations = {
  /** Lists all entities of the team. The response is a bare array. */
  listEntities: endpoints.listEntities,
  /** Creates an entity, and starts its screening and enrichment. */
  createEntity: withRequest(endpoints.createEntity, entity.createEntityRequest),
  /** Creates many entities. The status is 201 even if rows failed. The body has an error for each failed row. */
  createEntitiesBulk: withRequest(endpoints.createEntitiesBulk, entity.bulkRequest),
  /** Searches the entities of the team. An entity must match every filter. */
  searchEntities: withRequest(endpoints.searchEntities, entity.searchEntitiesRequest),
  /** Gets the network of an entity: the organizations and persons around it, their risks and their relations. */
  getNetwork: endpoints.getNetwork,
  /** Attaches a document to an entity by the document's public URL, and starts its analysis. */
  attachDocument: withRequest(endpoints.attachDocument, entity.attachDocumentRequest),
  /** Screens an entity again. Resets its case status to NOT_STARTED, and restarts screening and enrichment. */
  rescanEntity: withRequest(endpoints.rescanEntity, entity.rescanRequest),
  /** Searches organizations on the web. The specification does not state whether a key is required. */
  searchOrganizations: withRequest(endpoints.searchOrganizations, search.searchOrganizationsRequest),
  /** Searches persons on the web. The specification does not state whether a key is required. */
  searchPersons: withRequest(endpoints.searchPersons, search.searchPersonsRequest),
  /** Checks the health of the service. The mock server requires no key. */
  getHealth: endpoints.getHealth,
  /** Gets the service index. The mock server requires no key. The path is not documented, so the mock server accepts two paths. */
  getServiceIndex: endpoints.getServiceIndex,
} satisfies Record<string, Operation>

/** The name of an operation: a key of `operations`, such as `listEntities` (specification: Endpoints). */
export type OperationName = keyof typeof operations
