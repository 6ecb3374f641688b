import type { BulkEntityInput, BulkSummary } from '../model/bulk.ts'
import type { CreateEntityInput } from '../model/creation.ts'
import type { AttachDocumentInput, AttachedDocument } from '../model/document.ts'
import type { CreatedEntity, Entity } from '../model/entity.ts'
import type { EntityReference } from '../model/entity-reference.ts'
import type { Network } from '../model/network.ts'
import type { SearchEntitiesInput } from '../model/search.ts'
import { attachDocument } from '../operations/attach-document.ts'
import { createEntitiesBulk } from '../operations/create-entities-bulk.ts'
import { createEntity } from '../operations/create-entity.ts'
import { getNetwork } from '../operations/get-network.ts'
import { listEntities } from '../operations/list-entities.ts'
import type { CalledMethod } from '../operations/operation-spec.ts'
import { rescanEntity } from '../operations/rescan-entity.ts'
import { searchEntities } from '../operations/search-entities.ts'
import { skipVueProxy } from '../shared/vue.ts'
import type { ApiPromise } from '../transport/api-promise.ts'
import { withCaller } from '../transport/caller.ts'
import { setNotify } from '../transport/notify.ts'
import type { RequestOptions, WaitDefaults } from '../transport/options/options.ts'
import type { ClientSettings } from '../transport/options/resolve.ts'
import type { Transport } from '../transport/transport.ts'
import { type CreatedOnce, type CreateOnceOptions, createOnce } from './create-once.ts'
import { createOnceMethod } from './find-creation.ts'
import { getEntity, getMethod } from './get-entity.ts'
import type { Creation } from './group-inputs.ts'
import { type OwnWrites, rememberRescan, shareRescans } from './own-writes.ts'
import { type ReconcileOptions, reconcileMethod } from './prepare-reconcile.ts'
import { type Reconciled, reconcile } from './reconcile.ts'
import { streamMethod } from './stream-entities.ts'
import { type Waited, type WaitOptions, type WaitPredicate, wait } from './waiting.ts'

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

/**
 * The team's organizations and persons: `client.entities`. {@link ApiPromise} lists the errors that all methods share.
 *
 * @example
 * const created = await client.entities.create({ type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' })
 * const { nodes } = await client.entities.network(created)
 */
export class Entities {
  readonly #transport: Transport
  readonly #waitDefaults: WaitDefaults | undefined
  readonly #ownWrites: OwnWrites

  /** @internal */
  constructor(transport: Transport, { wait }: Pick<ClientSettings, 'wait'>, ownWrites: OwnWrites) {
    skipVueProxy(this)
    this.#transport = transport
    this.#ownWrites = ownWrites
    this.#waitDefaults = wait
    setNotify(this, transport.notify)
    shareRescans(this, ownWrites)
  }

  /**
   * Lists all entities of the team. The list has no pages and no documented order.
   *
   * @throws {@link ApiError} (`http_error`) if the service responds with an error status; also the errors that {@link
   * ApiPromise} lists.
   * @example
   * const entities = await client.entities.list()
   */
  list(options?: RequestOptions): ApiPromise<Entity[]> {
    return this.#transport.call(listEntities, {}, options)
  }

  /**
   * Lists the entities one by one as they arrive. Each loop sends a request; leaving the loop cancels the response. `timeout`
   * limits the wait for each chunk of the body. `totalTimeout` limits the wait until the response begins.
   *
   * @throws {@link ConnectionError} (`no_connection`) if the connection breaks before the response is complete; also the errors
   * that {@link ApiPromise} lists.
   * @example
   * for await (const entity of client.entities.stream()) console.log(entity.id)
   */
  stream(options?: RequestOptions): AsyncIterable<Entity> {
    return this.#transport.stream({ ...listEntities, ...streamMethod }, options)
  }

  /**
   * Reads one entity. The service has no operation for this, so the client reads the list until the entity arrives: half of the
   * list on average, and all of it if the team does not have the entity. For several entities, read the list once.
   *
   * @throws {@link NotFoundError} (`not_found`) with the status null if the complete list lacks the entity.
   * @throws {@link ConnectionError} (`no_connection`) if the connection breaks before the entity arrives.
   * @throws {@link ResponseValidationError} (`unreadable_response`) if a list lacks it that may be incomplete or outdated; also the
   * errors that {@link ApiPromise} lists.
   * @example
   * const { riskLevel } = await client.entities.get(id)
   */
  get(entity: EntityReference, options?: RequestOptions): Promise<Entity> {
    return withCaller(() => getEntity(entity, this.#source(getMethod.methodName), options))
  }

  /**
   * Creates one entity and starts its screening. Each call creates another entity, also with the same input: after an error, read
   * its `outcome` before you call again.
   *
   * @throws {@link PermissionDeniedError} (`entity_limit`) if the team has reached its entity limit; also the errors that {@link
   * ApiPromise} lists.
   * @example
   * const { id } = await client.entities.create({ type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' })
   */
  create(input: CreateEntityInput, options?: RequestOptions): ApiPromise<CreatedEntity> {
    return this.#transport.call(createEntity, { input }, options)
  }

  /**
   * Creates one entity, or returns the one that an earlier call with the same `before` created: it reads the list first. If the
   * response is lost, it looks for the entity as `reconcile` does, and sends the request once more if the list shows that it was
   * not processed. So each call reads the whole list at least once.
   *
   * It sends nothing if an entity in the list has the same type, name and country, even if `before` contains it, and no different
   * registration number. A missing country or number may be the same. The list has no birth dates, so this includes persons with
   * the same name. Pass other parties in `otherCreations`: `[...ids]`, or `[...ids, null]` if others may have created more.
   *
   * A client remembers for 24 hours what it created in this way. Calls with the same `idempotencyKey` are one creation, and calls
   * with two different keys are two. Without a key, a second intended namesake with the same input is refused with the first one's
   * identifier, unless both inputs state a registration number, birth date or national ID, and it differs. Calls with the same
   * name run one after the other.
   *
   * Two clients or processes must not run it at once for one input: share one client, and take a lock, such as `pg_advisory_lock`. A
   * call of another client or process that comes before the list shows the entity creates a second one.
   *
   * If an outcome is still `unknown`, `candidates` has the identifiers of the entities that may be this one, and `cause` the error
   * of reading the list, if that failed.
   *
   * @throws {@link PossibleDuplicateError} (`possible_duplicate`) if an earlier call may have created the entity. Nothing was sent.
   * @throws {@link PermissionDeniedError} (`entity_limit`) if the team has reached its entity limit; also the errors that {@link
   * ApiPromise} lists.
   * @example
   * const input: CreateEntityInput = { type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' }
   * const before = await client.entities.list()
   * const { id } = await client.entities.createOnce(input, { before, otherCreations: [] })
   */
  createOnce(input: CreateEntityInput, options: CreateOnceOptions): Promise<CreatedOnce> {
    return withCaller(() =>
      createOnce(input, options, {
        team: this.#source(createOnceMethod.methodName),
        own: this.#ownWrites,
        create: (input, requestOptions) =>
          this.#transport.call({ ...createEntity, ...createOnceMethod }, { input }, requestOptions),
      }),
    )
  }

  /**
   * Creates up to 1000 entities. If a row is invalid, the call throws before anything is sent. Rows that the service refuses
   * are listed in `errors`, with the service's row numbers; the other rows are created.
   *
   * @throws {@link InputValidationError} (`row_limit`) if there are no rows, or more than 1000.
   * @throws {@link PermissionDeniedError} (`entity_limit`) if the team has reached its entity limit; also the errors that {@link
   * ApiPromise} lists.
   * @example
   * const rows: BulkEntityInput[] = [{ type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE', tags: ['supplier'] }]
   * const { successCount, errors } = await client.entities.createBulk(rows)
   */
  createBulk(rows: readonly BulkEntityInput[], options?: RequestOptions): ApiPromise<BulkSummary> {
    return this.#transport.call(createEntitiesBulk, { input: { rows } }, options)
  }

  /**
   * Reads the network of an entity: its owners, officers and holdings, with their sanctions, PEP and adverse
   * media entries. Before the first screening has ended, the network may contain only the entity itself.
   *
   * @throws {@link NotFoundError} (`not_found`) if the team has no such entity; also the errors that {@link ApiPromise} lists.
   * @example
   * const { nodes } = await client.entities.network(id)
   * const toLookAt = nodes.filter(node => node.hitStatus !== 'no_hit')
   */
  network(entity: EntityReference, options?: RequestOptions): ApiPromise<Network> {
    return this.#transport.call(getNetwork, { entity }, options)
  }

  /**
   * Attaches a document by its public URL and starts its analysis.
   *
   * @throws {@link BadRequestError} (`bad_request`) if the service cannot reach the URL; also the errors that {@link ApiPromise}
   * lists.
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
   * Resets the case status and starts a new screening. The returned entity may still have the previous results: wait for new ones
   * with `waitForScreening`.
   *
   * @throws {@link NotFoundError} (`not_found`) if the team has no such entity; also the errors that {@link ApiPromise} lists.
   * @example
   * const rescanned = await client.entities.rescan(id)
   * const { riskLevel } = await client.entities.waitForScreening(rescanned, { every: 100 })
   */
  rescan(entity: EntityReference, options?: RequestOptions): ApiPromise<Entity> {
    const decode: typeof rescanEntity.decode = (body, context) => {
      const rescanned = rescanEntity.decode(body, context)
      rememberRescan(this.#ownWrites, rescanned)
      return rescanned
    }
    return this.#transport.call({ ...rescanEntity, decode }, { entity }, options)
  }

  /**
   * Searches the team's own entities. The service does not document which fields this search accepts, so the
   * client's choice of fields is an assumption.
   *
   * @throws {@link ApiError} (`http_error`) if the service responds with an error status; also the errors that {@link
   * ApiPromise} lists.
   * @example
   * const gravest = await client.entities.search({ type: 'organization', riskLevel: 'high', limit: 20 })
   */
  search(query: SearchEntitiesInput, options?: RequestOptions): ApiPromise<Entity[]> {
    return this.#transport.call(searchEntities, { input: query }, options)
  }

  /**
   * Polls the list until the predicate has returned true once for each entity. Returns each entity in the
   * state for which the predicate returned true. `previous` is the entity in the previous poll, or null in
   * the first. Transient failures (no connection, no response in time, 408, 429, 5xx) do not end the wait.
   *
   * @throws {@link WaitTimeoutError} (`wait_timeout`) when the time is up; also the errors that {@link ApiPromise} lists.
   * @example
   * const begun = await client.entities.waitFor(id, entity => entity.caseStatus !== 'NOT_STARTED', { every: 10_000 })
   */
  waitFor<Given extends EntityReference | readonly EntityReference[]>(
    reference: Given,
    predicate: WaitPredicate,
    options: WaitOptions = {},
  ): Promise<Waited<Given>> {
    return withCaller(() => this.#startWait('waitFor', reference, predicate, options))
  }

  /**
   * Waits until an entity has the same screening results in two consecutive polls. Equal results suggest that
   * the screening has ended; the service itself does not report the end. After a rescan by this client, or if
   * you pass the entity that `rescan` returned, results are ignored until the entity's risk or `updatedAt`
   * has changed. After a rescan by another process, its identifier alone may lead to the old results.
   *
   * @throws {@link WaitTimeoutError} (`wait_timeout`) when the time is up; also the errors that {@link ApiPromise} lists.
   * @example
   * const rescanned = await client.entities.rescan(id)
   * const { riskLevel } = await client.entities.waitForScreening(rescanned, { every: 250, timeout: 60_000 })
   */
  waitForScreening<Given extends EntityReference | readonly EntityReference[]>(
    reference: Given,
    options: WaitOptions = {},
  ): Promise<Waited<Given>> {
    return withCaller(() => this.#startWait('waitForScreening', reference, 'screening', options))
  }

  #startWait<Given extends EntityReference | readonly EntityReference[]>(
    operation: 'waitFor' | 'waitForScreening',
    reference: Given,
    predicate: WaitPredicate | 'screening',
    options: WaitOptions,
  ): Promise<Waited<Given>> {
    const methodName = `entities.${operation}` as const
    const team = this.#source(methodName)
    const method = { operation, methodName }
    const { rescans } = this.#ownWrites
    return wait(reference, { method, team, predicate, rescans, options, defaults: this.#waitDefaults })
  }

  /**
   * Checks in the list whether creations were processed, after `create` or `createBulk` failed with the
   * outcome `unknown`. If an input's new outcome is `not_done`, create it again. If it is still `unknown`, do
   * not create it again: review the `entities` in the result, or reconcile again later. Entities that are
   * only similar to the input also lead to `unknown`. Pass `before` to distinguish a person from earlier
   * namesakes.
   *
   * @throws {@link AbortedError} (`aborted`) when the signal aborts; also the errors that {@link ApiPromise} lists.
   * @example
   * const input: CreateEntityInput = { type: 'person', name: 'Ilse Brandt', countryCode: 'DE' }
   * const before = await client.entities.list()
   * const failure = await client.entities.create(input).catch(error => error)
   * if (EntityScreeningError.is(failure) && failure.outcome !== 'not_done')
   *   console.error(await client.entities.reconcile(input, { before, otherCreations: [] }))
   */
  reconcile<Given extends Creation | readonly Creation[]>(
    inputs: Given,
    options: ReconcileOptions & RequestOptions,
  ): Promise<Reconciled<Given>> {
    return withCaller(() => reconcile(inputs, this.#source(reconcileMethod.methodName), options))
  }

  /**
   * Creates an {@link EntitySource} for a method. The messages of its errors begin with the method's name.
   */
  #source(methodName: CalledMethod['methodName']) {
    return {
      methodName,
      redact: this.#transport.redact,
      write: this.#transport.write,
      stream: (options?: RequestOptions) =>
        this.#transport.stream({ ...listEntities, methodName }, options, null),
    }
  }
}
