import type * as z from 'zod/mini'
import {
  attachDocumentRequest,
  attachedDocument,
  bulkRequest,
  bulkSummary,
  createdEntityRecord,
  createEntityRequest,
  entityList,
  entityRecord,
  rescanRequest,
  searchEntitiesRequest,
} from './entity.ts'
import { network } from './network.ts'
import {
  organizationResults,
  personResults,
  searchOrganizationsRequest,
  searchPersonsRequest,
} from './search.ts'
import { envelope, health, serviceIndex } from './service.ts'

/**
 * One row of the contract: what client and mock server need to know of an operation (specification: Endpoints).
 *
 * @example
 * const routes = Object.values<Operation>(operations).map(({ method, path }) => `${method} ${path}`)
 */
export interface Operation {
  /** The HTTP method. */
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Where it is served; `{id}` stands for a parameter. */
  readonly path: `/${string}`
  /** Where else it may be served; for the one operation whose path is not shown. */
  readonly otherPaths?: readonly `/${string}`[]
  /** Whether the general rule asks for a key (specification: Authentication). */
  readonly needsKey: boolean
  /** The body that is sent, where one is. */
  readonly request?: z.ZodMiniType
  /** The status of success. */
  readonly status: 200 | 201
  /** The body of a success. */
  readonly response: z.ZodMiniType
  /** What a success holds that must be whole, and might come in parts. */
  readonly holds?: 'list' | 'network'
  /** Whether it may be sent again after it may have reached the service: true where twice does what once does. */
  readonly repeatable: boolean
  /** Whether a success may hold sentences about what was refused: what they repeat of the key is struck out, as of any error. */
  readonly tellsErrors?: boolean
  /** The heading of the specification that describes it. */
  readonly section: string
}

/** A row, in which what most operations have may be left out. */
function operation<const Row extends Pick<Operation, 'method' | 'path' | 'response'> & Partial<Operation>>(
  row: Row,
) {
  const usual: Pick<Operation, 'needsKey' | 'status' | 'repeatable' | 'section'> = {
    needsKey: true,
    status: 200,
    repeatable: true,
    section: `${row.method} ${row.path}`,
  }
  return { ...usual, ...row }
}

/**
 * Every operation of the service, by the name that it has in errors, hooks and faults (specification: Endpoints).
 *
 * @example
 * const { method, path, response } = operations.getNetwork
 * const result = await fetch(baseUrl + path.replace('{id}', id), { method, headers: { authorization: `Bearer ${apiKey}` } })
 * const { data } = response.parse(await result.json())
 */
export const operations = {
  /** Lists the entities of the team. All of them, in a bare array. */
  listEntities: operation({
    method: 'GET',
    path: '/v1/entities',
    response: entityList,
    holds: 'list',
  }),
  /** Creates an entity. Its screening and enrichment start. */
  createEntity: operation({
    method: 'POST',
    path: '/v1/entities',
    request: createEntityRequest,
    status: 201,
    response: envelope(createdEntityRecord),
    repeatable: false,
  }),
  /** Creates many entities. The status is 201 even where rows failed: the body says which, and why. */
  createEntitiesBulk: operation({
    method: 'POST',
    path: '/v1/entities/bulk',
    request: bulkRequest,
    status: 201,
    response: envelope(bulkSummary),
    repeatable: false,
    tellsErrors: true,
  }),
  /** Searches the entities of the team. An entity must match every filter. */
  searchEntities: operation({
    method: 'POST',
    path: '/v1/entities/search',
    request: searchEntitiesRequest,
    response: envelope(entityList),
    holds: 'list',
  }),
  /** Gets the network of an entity. The organizations and persons around it, their risks, and how they are related. */
  getNetwork: operation({
    method: 'GET',
    path: '/v1/entities/{id}/network',
    response: envelope(network),
    holds: 'network',
  }),
  /** Attaches a document to an entity. It is named by its public address, and its analysis starts. */
  attachDocument: operation({
    method: 'POST',
    path: '/v1/entities/{id}/documents',
    request: attachDocumentRequest,
    response: envelope(attachedDocument),
    repeatable: false,
  }),
  /** Screens an entity again. Its case status is NOT_STARTED again, and screening and enrichment start anew. */
  rescanEntity: operation({
    method: 'PUT',
    path: '/v1/entities/{id}',
    request: rescanRequest,
    response: envelope(entityRecord),
  }),
  /** Searches organizations on the web. The specification leaves open whether a key is needed. */
  searchOrganizations: operation({
    method: 'POST',
    path: '/api/search/organizations',
    request: searchOrganizationsRequest,
    response: organizationResults,
    holds: 'list',
  }),
  /** Searches persons on the web. The specification leaves open whether a key is needed. */
  searchPersons: operation({
    method: 'POST',
    path: '/api/search/persons',
    request: searchPersonsRequest,
    response: personResults,
    holds: 'list',
  }),
  /** Checks the health of the service. It needs no key. */
  getHealth: operation({
    method: 'GET',
    path: '/v1/health',
    needsKey: false,
    response: health,
  }),
  /** Gets the service index. It needs no key, and its path is not shown: the mock server serves both. */
  getServiceIndex: operation({
    method: 'GET',
    path: '/v1',
    otherPaths: ['/'],
    needsKey: false,
    response: serviceIndex,
    section: 'Service index',
  }),
} satisfies Record<string, Operation>

/** The name of an operation: a key of `operations`, such as `listEntities` (specification: Endpoints). */
export type OperationName = keyof typeof operations
