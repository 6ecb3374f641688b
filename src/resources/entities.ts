import type { BulkEntityInput, BulkSummary } from '../model/bulk.ts'
import type { CreateEntityInput } from '../model/creation.ts'
import type { AttachDocumentInput, AttachedDocument } from '../model/document.ts'
import type { CreatedEntity, Entity } from '../model/entity.ts'
import { type EntityReference, identify } from '../model/entity-reference.ts'
import type { Network } from '../model/network.ts'
import type { SearchEntitiesInput } from '../model/search.ts'
import { attachDocument } from '../operations/attach-document.ts'
import { createEntitiesBulk } from '../operations/create-entities-bulk.ts'
import { createEntity } from '../operations/create-entity.ts'
import { getNetwork } from '../operations/get-network.ts'
import { listEntities } from '../operations/list-entities.ts'
import { rescanEntity } from '../operations/rescan-entity.ts'
import { searchEntities } from '../operations/search-entities.ts'
import type { ApiPromise } from '../transport/api-promise.ts'
import type { RequestOptions } from '../transport/options/options.ts'
import type { ClientSettings } from '../transport/options/resolve.ts'
import type { Transport } from '../transport/transport.ts'
import { copyReconcile, copyWait } from './call-inputs.ts'
import { createLoader } from './load-on-demand.ts'
import type { Creation, Reconciled, ReconcileOptions } from './reconcile.ts'
import { createWaitTimeoutError } from './wait-timeout.ts'
import type { Waited, WaitOptions, WaitPredicate } from './waiting.ts'

/** The operations of {@link Entities}. */
export const entityOperations = {
  listEntities,
  createEntity,
  createEntitiesBulk,
  searchEntities,
  getNetwork,
  attachDocument,
  rescanEntity,
}

const loadWaiting = createLoader(() => import('./waiting.ts'))
const loadReconciling = createLoader(() => import('./reconcile.ts'))

/**
 * The team's organizations and persons: `client.entities` (specification: Resources, Entity). {@link ApiPromise} has the errors that all
 * methods share.
 *
 * @example
 * const created = await client.entities.create({ type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' })
 * const { nodes } = await client.entities.network(created)
 */
export class Entities {
  readonly #transport: Transport
  readonly #limits: Pick<ClientSettings, 'wait' | 'totalTimeout'>

  /** @internal */
  constructor(transport: Transport, { wait, totalTimeout }: Pick<ClientSettings, 'wait' | 'totalTimeout'>) {
    this.#transport = transport
    this.#limits = { wait, totalTimeout }
  }

  /**
   * Lists all entities of the team (specification: GET /v1/entities). The list has no pages and no documented order.
   *
   * @throws {@link ApiError} (`http_error`) for an error status, and as every {@link ApiPromise}.
   * @example
   * const entities = await client.entities.list()
   */
  list(options?: RequestOptions): ApiPromise<Entity[]> {
    return this.#transport.call(listEntities, {}, options)
  }

  /**
   * Lists the entities one by one as they arrive (specification: GET /v1/entities). Each loop sends a request; leaving it cancels
   * the response. `timeout` limits the wait for each piece, `totalTimeout` that for the response.
   *
   * @throws {@link ConnectionError} (`no_connection`) if the response breaks off, and as every {@link ApiPromise}.
   * @example
   * for await (const entity of client.entities.stream()) console.log(entity.id)
   */
  stream(options?: RequestOptions): AsyncIterable<Entity> {
    return this.#transport.stream(listEntities, options)
  }

  /**
   * Creates one entity and starts its screening (specification: POST /v1/entities).
   *
   * @throws {@link PermissionDeniedError} (`entity_limit`) if the team has reached its entity limit, and as every {@link ApiPromise}.
   * @example
   * const { id } = await client.entities.create({ type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' })
   */
  create(input: CreateEntityInput, options?: RequestOptions): ApiPromise<CreatedEntity> {
    return this.#transport.call(createEntity, { input }, options)
  }

  /**
   * Creates up to 1000 entities (specification: POST /v1/entities/bulk). An invalid row throws before anything is sent. A row that
   * the service refuses is in `errors` with the service's own row number, and the others are created.
   *
   * @throws {@link InputValidationError} (`row_limit`) for no rows, or more than 1000.
   * @throws {@link PermissionDeniedError} (`entity_limit`) if the team has no room at all. Further as every {@link ApiPromise}.
   * @example
   * const rows: BulkEntityInput[] = [{ type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE', tags: ['supplier'] }]
   * const { successCount, errors } = await client.entities.createBulk(rows)
   */
  createBulk(rows: readonly BulkEntityInput[], options?: RequestOptions): ApiPromise<BulkSummary> {
    return this.#transport.call(createEntitiesBulk, { input: { rows } }, options)
  }

  /**
   * Reads the owners, officers and holdings around an entity, with their sanctions, PEP and adverse media entries
   * (specification: GET /v1/entities/{id}/network). Before the first screening is done it may hold the entity alone.
   *
   * @throws {@link NotFoundError} (`not_found`) if the team has no such entity, and as every {@link ApiPromise}.
   * @example
   * const { nodes } = await client.entities.network(id)
   * const toLookAt = nodes.filter(node => node.hitStatus !== 'no_hit')
   */
  network(entity: EntityReference, options?: RequestOptions): ApiPromise<Network> {
    return this.#transport.call(getNetwork, { entity }, options)
  }

  /**
   * Attaches a document by its public URL and starts its analysis (specification: POST /v1/entities/{id}/documents).
   *
   * @throws {@link BadRequestError} (`bad_request`) if the service cannot reach the URL. Further as every {@link ApiPromise}.
   * @example
   * const report: AttachDocumentInput = { url: 'https://example.com/report.pdf', type: 'financial_statement' }
   * const { documentId, runId } = await client.entities.attachDocument(id, report)
   */
  attachDocument(
    entity: EntityReference,
    document: AttachDocumentInput,
    options?: RequestOptions,
  ): ApiPromise<AttachedDocument> {
    return this.#transport.call(attachDocument, { entity, input: document }, options)
  }

  /**
   * Resets the case status and screens again (specification: PUT /v1/entities/{id}). The entity may still show the previous
   * results: pass it to `waitForScreening`.
   *
   * @throws {@link NotFoundError} (`not_found`) if the team has no such entity, and as every {@link ApiPromise}.
   * @example
   * const rescanned = await client.entities.rescan(id)
   * const { riskLevel } = await client.entities.waitForScreening(rescanned, { every: 100 })
   */
  rescan(entity: EntityReference, options?: RequestOptions): ApiPromise<Entity> {
    return this.#transport.call(rescanEntity, { entity }, options)
  }

  /**
   * Searches the team's own entities by fields that this package chooses (specification: POST /v1/entities/search).
   *
   * @throws {@link ApiError} (`http_error`) for an error status, and as every {@link ApiPromise}.
   * @example
   * const gravest = await client.entities.search({ type: 'organization', riskLevel: 'high', limit: 20 })
   */
  search(query: SearchEntitiesInput, options?: RequestOptions): ApiPromise<Entity[]> {
    return this.#transport.call(searchEntities, { input: query }, options)
  }

  /**
   * Polls the list until the predicate has held for an entity, or for each of several (specification: States and transitions), and
   * returns each as it was then. `previous` is the entity in the poll before, null at first. Temporary failures (no connection, no
   * response in time, 408, 429, 5xx) do not end the wait.
   *
   * @throws {@link WaitTimeoutError} (`wait_timeout`) when the time is up, and as every {@link ApiPromise}.
   * @example
   * const begun = await client.entities.waitFor(id, entity => entity.caseStatus !== 'NOT_STARTED', { every: 10_000 })
   */
  async waitFor<Given extends EntityReference | readonly EntityReference[]>(
    reference: Given,
    predicate: WaitPredicate,
    options: WaitOptions = {},
  ): Promise<Waited<Given>> {
    return this.#startWait('waitFor', reference, predicate, options)
  }

  /**
   * Waits until an entity shows the same screening results in two consecutive polls: a guess, because the service does not say when
   * a screening is complete (specification: States and transitions). After a rescan, pass the entity that `rescan` returned, not its
   * identifier: results count when risk or `updatedAt` differ from it. One that stays at `NOT_STARTED` is never done.
   *
   * @throws {@link WaitTimeoutError} (`wait_timeout`) when the time is up, and as every {@link ApiPromise}.
   * @example
   * const rescanned = await client.entities.rescan(id)
   * const { riskLevel } = await client.entities.waitForScreening(rescanned, { every: 250, timeout: 60_000 })
   */
  async waitForScreening<Given extends EntityReference | readonly EntityReference[]>(
    reference: Given,
    options: WaitOptions = {},
  ): Promise<Waited<Given>> {
    return this.#startWait('waitForScreening', reference, 'screening', options)
  }

  async #startWait<Given extends EntityReference | readonly EntityReference[]>(
    operation: 'waitFor' | 'waitForScreening',
    reference: Given,
    predicate: WaitPredicate | 'screening',
    waitOptions: WaitOptions,
  ): Promise<Waited<Given>> {
    const startedAt = performance.now()
    const { references, options } = copyWait(operation, reference, waitOptions)
    const { signal, timeout = this.#limits.wait?.timeout ?? 300_000 } = Object(options)
    const { wait } = await loadWaiting({
      operation: 'listEntities',
      signal,
      timeout,
      createTimeoutError: () =>
        createWaitTimeoutError({ operation, timeout, pending: [references].flat().map(identify) }),
    })
    return wait(references, { team: this, predicate, options, defaults: this.#limits.wait, startedAt })
  }

  /**
   * Finds out from the list (specification: GET /v1/entities) whether creations in doubt were processed: calls of `create` or
   * `createBulk` that failed with the outcome `unknown`. If the result is `not_done`, create it again. If it is `unknown`, do not:
   * compare its `entities`, or reconcile again later. Spelling and word order do not matter; anything similar is `unknown`. Only
   * `before` or `since` distinguish a person from earlier namesakes.
   *
   * @throws {@link AbortedError} (`aborted`) when the signal aborts, and as every {@link ApiPromise}.
   * @example
   * const input: CreateEntityInput = { type: 'person', name: 'Ilse Brandt', countryCode: 'DE' }
   * const before = await client.entities.list()
   * const failure = await client.entities.create(input).catch(error => error)
   * if (EntityScreeningError.is(failure) && failure.outcome === 'unknown')
   *   console.error(await client.entities.reconcile(input, { before }))
   */
  async reconcile<Given extends Creation | readonly Creation[]>(
    inputs: Given,
    options: ReconcileOptions & RequestOptions = {},
  ): Promise<Reconciled<Given>> {
    const copy = copyReconcile(inputs, options)
    const { reconcile } = await loadReconciling({
      operation: 'listEntities',
      signal: copy.options?.signal,
      timeout: this.#limits.totalTimeout,
    })
    return reconcile(copy.inputs, this, copy.options)
  }
}
