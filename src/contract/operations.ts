import type * as z from 'zod/mini'
import * as entity from './entity.ts'
import { network } from './network.ts'
import * as search from './search.ts'
import { envelope, health, serviceIndex } from './service.ts'

/**
 * One operation of the service, as the client and the mock server use it (specification: Endpoints).
 *
 * @example
 * const routes = Object.values(operations).map(({ method, path }) => `${method} ${path}`)
 */
export interface Operation {
  /** The HTTP method. */
  readonly method: 'GET' | 'POST' | 'PUT'
  /** The path, with `{id}` for the identifier of an entity. */
  readonly path: `/${string}`
  /** Alternative paths. Only the operation whose path is not documented has them. */
  readonly otherPaths?: readonly `/${string}`[]
  /**
   * Whether the operation requires a key (specification: Authentication). The client sends its key in any case: the specification
   * does not state which operations accept requests without one.
   */
  readonly needsKey: boolean
  /** The schema of the request body, if the operation has one. */
  readonly request?: z.ZodMiniType
  /** The HTTP status of a success response. */
  readonly status: 200 | 201
  /** The schema of the body of a success response. */
  readonly response: z.ZodMiniType
  /** The content of the response, if the client must check whether it is complete: a list or a network. */
  readonly holds?: 'list' | 'network'
  /**
   * Whether a repeated request has no additional effect. If so, the client may retry a request that the
   * service may have received.
   */
  readonly repeatable: boolean
  /** Whether the operation changes the team's data. A read or search that fails has done nothing. */
  readonly isWrite: boolean
  /**
   * Whether the body of a success response may contain error texts. The client masks the key in these texts,
   * as in any error.
   */
  readonly tellsErrors?: boolean
  /** The heading of the section of the specification that describes the operation. */
  readonly section: string
}

type OperationRow = Pick<Operation, 'response'> & Partial<Operation>

/** Creates an entry for the table of operations, with defaults that fit most operations. */
function operation<
  Method extends Operation['method'],
  Path extends Operation['path'],
  const Options extends OperationRow,
>(method: Method, path: Path, row: Options) {
  const usual: Pick<Operation, 'needsKey' | 'status' | 'repeatable' | 'isWrite' | 'section'> = {
    needsKey: true,
    status: 200,
    repeatable: true,
    isWrite: false,
    section: `${method} ${path}`,
  }
  return { method, path, ...usual, ...row }
}

const creation = { status: 201, repeatable: false, isWrite: true } as const

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
  listEntities: operation('GET', '/v1/entities', { response: entity.entityList, holds: 'list' }),
  /** Creates an entity, and starts its screening and enrichment. */
  createEntity: operation('POST', '/v1/entities', {
    ...creation,
    request: entity.createEntityRequest,
    response: envelope(entity.createdEntityRecord),
  }),
  /** Creates many entities. The status is 201 even if rows failed. The body has an error for each failed row. */
  createEntitiesBulk: operation('POST', '/v1/entities/bulk', {
    ...creation,
    request: entity.bulkRequest,
    response: envelope(entity.bulkSummary),
    tellsErrors: true,
  }),
  /** Searches the entities of the team. An entity must match every filter. */
  searchEntities: operation('POST', '/v1/entities/search', {
    request: entity.searchEntitiesRequest,
    response: envelope(entity.entityList),
    holds: 'list',
  }),
  /** Gets the network of an entity: the organizations and persons around it, their risks and their relations. */
  getNetwork: operation('GET', '/v1/entities/{id}/network', {
    response: envelope(network),
    holds: 'network',
  }),
  /** Attaches a document to an entity by the document's public URL, and starts its analysis. */
  attachDocument: operation('POST', '/v1/entities/{id}/documents', {
    request: entity.attachDocumentRequest,
    response: envelope(entity.attachedDocument),
    repeatable: false,
    isWrite: true,
  }),
  /** Screens an entity again. Resets its case status to NOT_STARTED, and restarts screening and enrichment. */
  rescanEntity: operation('PUT', '/v1/entities/{id}', {
    request: entity.rescanRequest,
    response: envelope(entity.entityRecord),
    isWrite: true,
  }),
  /** Searches organizations on the web. The specification does not state whether a key is required. */
  searchOrganizations: operation('POST', '/api/search/organizations', {
    request: search.searchOrganizationsRequest,
    response: search.organizationResults,
    holds: 'list',
  }),
  /** Searches persons on the web. The specification does not state whether a key is required. */
  searchPersons: operation('POST', '/api/search/persons', {
    request: search.searchPersonsRequest,
    response: search.personResults,
    holds: 'list',
  }),
  /** Checks the health of the service. The mock server requires no key. */
  getHealth: operation('GET', '/v1/health', { response: health, needsKey: false }),
  /** Gets the service index. The mock server requires no key. The path is not documented, so the mock server accepts two paths. */
  getServiceIndex: operation('GET', '/v1', {
    otherPaths: ['/'],
    response: serviceIndex,
    needsKey: false,
    section: 'Service index',
  }),
} satisfies Record<string, Operation>

/** The name of an operation: a key of `operations`, such as `listEntities` (specification: Endpoints). */
export type OperationName = keyof typeof operations
