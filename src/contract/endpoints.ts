import type * as z from 'zod/mini'
import * as entity from './entity.ts'
import { network } from './network.ts'
import * as search from './search.ts'
import { envelope, health, serviceIndex } from './service.ts'

/** An operation for the client and the proxy, without the schema of the request body. */
export interface Endpoint {
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

type EndpointRow = Pick<Endpoint, 'response'> & Partial<Endpoint>

/** Creates a row of the table, with defaults that fit most operations. */
function endpoint<
  Method extends Endpoint['method'],
  Path extends Endpoint['path'],
  const Options extends EndpointRow,
>(method: Method, path: Path, row: Options) {
  const usual: Pick<Endpoint, 'needsKey' | 'status' | 'repeatable' | 'isWrite' | 'section'> = {
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
 * A row for each operation. `operations` has the same rows with the schemas of the requests, which only who receives them
 * needs: a client's bundle does without them.
 */
export const endpoints = {
  listEntities: endpoint('GET', '/v1/entities', { response: entity.entityList, holds: 'list' }),
  createEntity: endpoint('POST', '/v1/entities', {
    ...creation,
    response: envelope(entity.createdEntityRecord),
  }),
  createEntitiesBulk: endpoint('POST', '/v1/entities/bulk', {
    ...creation,
    response: envelope(entity.bulkSummary),
    tellsErrors: true,
  }),
  searchEntities: endpoint('POST', '/v1/entities/search', {
    response: envelope(entity.entityList),
    holds: 'list',
  }),
  getNetwork: endpoint('GET', '/v1/entities/{id}/network', {
    response: envelope(network),
    holds: 'network',
  }),
  attachDocument: endpoint('POST', '/v1/entities/{id}/documents', {
    response: envelope(entity.attachedDocument),
    repeatable: false,
    isWrite: true,
  }),
  rescanEntity: endpoint('PUT', '/v1/entities/{id}', {
    response: envelope(entity.entityRecord),
    isWrite: true,
  }),
  searchOrganizations: endpoint('POST', '/api/search/organizations', {
    response: search.organizationResults,
    holds: 'list',
  }),
  searchPersons: endpoint('POST', '/api/search/persons', {
    response: search.personResults,
    holds: 'list',
  }),
  getHealth: endpoint('GET', '/v1/health', { response: health, needsKey: false }),
  getServiceIndex: endpoint('GET', '/v1', {
    otherPaths: ['/'],
    response: serviceIndex,
    needsKey: false,
    section: 'Service index',
  }),
} satisfies Record<string, Endpoint>
