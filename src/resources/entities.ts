import { type BulkRow, type BulkSummary, bulkInput, decodeBulkSummary, encodeBulk } from '../model/bulk.ts'
import {
  type AttachedDocument,
  type DocumentInput,
  decodeAttachedDocument,
  documentInput,
  encodeDocument,
} from '../model/document.ts'
import {
  type CreatedEntity,
  type CreateEntity,
  createEntityInput,
  decodeCreatedEntity,
  decodeEntities,
  decodeRescannedEntity,
  type Entity,
  encodeCreateEntity,
} from '../model/entity.ts'
import { decodeNetwork, type Network } from '../model/network.ts'
import { type EntityQuery, encodeEntityQuery, entityQueryInput } from '../model/search.ts'
import type { Call } from '../transport/call.ts'
import { check } from '../transport/check.ts'
import type { RequestOptions } from '../transport/options.ts'
import type { Transport } from '../transport/transport.ts'

/** An entity, or anything that carries its identifier, or the identifier alone. */
export type EntityReference = string | { readonly id: string }

/** The team's organizations and persons. */
export class Entities {
  readonly #call: Transport

  /** @internal */
  constructor(call: Transport) {
    this.#call = call
  }

  /**
   * All entities of the team (specification: GET /v1/entities). The service has no pages and shows no order.
   *
   * @example
   * const entities = await client.entities.list()
   * const risky = entities.filter(entity => entity.riskLevel === 'high')
   */
  list(options?: RequestOptions): Call<Entity[]> {
    return this.#call({ operation: 'listEntities', decode: decodeEntities, options })
  }

  /**
   * Creates one entity and starts its screening (specification: POST /v1/entities).
   *
   * @throws InputValidationError before any request, naming each field that is wrong.
   * @throws PermissionDeniedError where the team has no room for more entities.
   * @example
   * const { id } = await client.entities.create({ type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' })
   */
  create(input: CreateEntity, options?: RequestOptions): Call<CreatedEntity> {
    return this.#call({
      operation: 'createEntity',
      encode: log => encodeCreateEntity(check('createEntity', createEntityInput, input), log),
      decode: decodeCreatedEntity,
      options,
    })
  }

  /**
   * Creates up to 1000 entities (specification: POST /v1/entities/bulk). A row that the client can see to be wrong throws before
   * anything is sent (`rows[2]`, counted from 0); a row that the service refuses is in `errors` with the number that the service
   * gives it, and the others are created.
   *
   * @example
   * const { successCount, errors } = await client.entities.createBulk([
   *   { type: 'organization', name: 'Nordwind GmbH', countryCode: 'Germany', tags: ['supplier'] },
   *   { type: 'person', firstName: 'Ilse', lastName: 'Brandt', countryCode: 'DE', birthDate: '1961-04-09' },
   * ])
   */
  createBulk(rows: readonly BulkRow[], options?: RequestOptions): Call<BulkSummary> {
    return this.#call({
      operation: 'createEntitiesBulk',
      encode: log => encodeBulk(check('createEntitiesBulk', bulkInput, { rows }).rows, log),
      decode: decodeBulkSummary,
      options,
    })
  }

  /**
   * The owners, officers and holdings around an entity, with what is held against them (specification: GET
   * /v1/entities/{id}/network).
   *
   * @example
   * const { nodes } = await client.entities.network(id)
   * const sanctioned = nodes.filter(node => node.sanctions.length > 0)
   */
  network(entity: EntityReference, options?: RequestOptions): Call<Network> {
    const id = identify(entity)
    return this.#call({
      operation: 'getNetwork',
      id,
      decode: (body, log) => decodeNetwork(body, id, log),
      options,
    })
  }

  /**
   * Attaches a document by its public address and starts its analysis (specification: POST /v1/entities/{id}/documents).
   *
   * @example
   * await client.entities.attachDocument(id, { url: 'https://example.com/report.pdf', type: 'financial_statement' })
   */
  attachDocument(
    entity: EntityReference,
    document: DocumentInput,
    options?: RequestOptions,
  ): Call<AttachedDocument> {
    return this.#call({
      operation: 'attachDocument',
      id: identify(entity),
      encode: () => encodeDocument(check('attachDocument', documentInput, document)),
      decode: decodeAttachedDocument,
      options,
    })
  }

  /** Resets the case status and screens again (specification: PUT /v1/entities/{id}). */
  rescan(entity: EntityReference, options?: RequestOptions): Call<Entity> {
    return this.#call({
      operation: 'rescanEntity',
      id: identify(entity),
      encode: () => ({ action: 'rescan' }),
      decode: decodeRescannedEntity,
      options,
    })
  }

  /** Finds among the team's own entities. The service lists the operation without its fields: see docs/decisions.md. */
  search(query: EntityQuery, options?: RequestOptions): Call<Entity[]> {
    return this.#call({
      operation: 'searchEntities',
      encode: log => encodeEntityQuery(check('searchEntities', entityQueryInput, query), log),
      decode: decodeEntities,
      options,
    })
  }
}

function identify(entity: EntityReference): string {
  return typeof entity === 'string' ? entity : entity?.id
}
