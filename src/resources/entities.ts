import type { BulkRow, BulkSummary } from '../model/bulk.ts'
import type { AttachedDocument, DocumentInput } from '../model/document.ts'
import type { CreatedEntity, CreateEntity, Entity } from '../model/entity.ts'
import type { Network } from '../model/network.ts'
import type { EntityQuery } from '../model/search.ts'
import type { Call } from '../transport/call.ts'
import { onDemand } from '../transport/on-demand.ts'
import type { ClientOptions, RequestOptions } from '../transport/options.ts'
import type { Caller } from './caller.ts'
import type { Creation, Reconciled, ReconcileOptions, Reconciliation } from './reconcile.ts'
import { type EntityReference, identify } from './reference.ts'
import type { Waited, WaitOptions, WaitPredicate } from './waiting.ts'

const loadWaiting = onDemand(() => import('./waiting.ts'))
const loadReconciling = onDemand(() => import('./reconcile.ts'))

/**
 * The team's organizations and persons: `client.entities` (specification: Resources, Entity). What any call may end in, {@link
 * Call} says; the methods name what is particular to them.
 *
 * @example
 * const created = await client.entities.create({ type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' })
 * const screened = await client.entities.waitForScreening(created, { every: 100 })
 * const { nodes } = await client.entities.network(screened)
 */
export class Entities {
  readonly #call: Caller
  readonly #waitDefaults: ClientOptions['wait']

  /** @internal */
  constructor(call: Caller, waitDefaults: ClientOptions['wait']) {
    this.#call = call
    this.#waitDefaults = waitDefaults
  }

  /**
   * All entities of the team (specification: GET /v1/entities). The service has no pages and shows no order.
   *
   * @throws {@link ResponseValidationError} (`unreadable_answer`) where the answer is no list.
   * @example
   * const entities = await client.entities.list()
   * const risky = entities.filter(entity => entity.riskLevel === 'high')
   */
  list(options?: RequestOptions): Call<Entity[]> {
    return this.#call('listEntities', content => content(), options)
  }

  /**
   * The same list, entity by entity while it arrives (specification: GET /v1/entities): a team of a million need not fit in
   * memory. The request is sent when the loop begins, and again by each loop; leaving the loop ends the answer, and nothing is
   * read that the loop does not ask for. `timeout` limits the wait for the answer, and then that for each next piece of it;
   * the time that the loop takes does not count, nor does `totalTimeout` once the answer has begun. `onQuirk` is told when the
   * loop ends.
   *
   * @throws {@link ConnectionError} (`no_connection`) where the answer breaks off: a list that is not whole never ends as if
   * it were.
   * @throws {@link ResponseValidationError} (`unreadable_answer`) where its JSON breaks off, or is no list.
   * @example
   * for await (const entity of client.entities.stream()) {
   *   if (entity.riskLevel === 'high') console.log(entity.name)
   * }
   */
  stream(options?: RequestOptions): AsyncIterable<Entity> {
    return this.#call.stream('listEntities', content => content(), options)
  }

  /**
   * Creates one entity and starts its screening (specification: POST /v1/entities).
   *
   * @throws {@link InputValidationError} (`invalid_input`) before any request, naming each field that is wrong.
   * @throws {@link PermissionDeniedError} (`entity_limit`) where the team has no room for more entities.
   * @example
   * const { id } = await client.entities.create({ type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' })
   */
  create(input: CreateEntity, options?: RequestOptions): Call<CreatedEntity> {
    return this.#call('createEntity', content => content(input), options)
  }

  /**
   * Creates up to 1000 entities (specification: POST /v1/entities/bulk). A row that the client can see to be wrong throws before
   * anything is sent (`rows[2]`, counted from 0); a row that the service refuses is in `errors` with the number that the service
   * gives it, and the others are created.
   *
   * @throws {@link InputValidationError} (`invalid_input`) before any request, naming each field that is wrong; `row_limit`
   * for no rows, or more than 1000.
   * @throws {@link PermissionDeniedError} (`entity_limit`) where the team is full; the reference server creates the rows for
   * which it has room.
   * @example
   * const { successCount, errors } = await client.entities.createBulk([
   *   { type: 'organization', name: 'Nordwind GmbH', countryCode: 'Germany', tags: ['supplier'] },
   *   { type: 'person', firstName: 'Ilse', lastName: 'Brandt', countryCode: 'DE', birthDate: '1961-04-09' },
   * ])
   */
  createBulk(rows: readonly BulkRow[], options?: RequestOptions): Call<BulkSummary> {
    return this.#call('createEntitiesBulk', content => content(rows), options)
  }

  /**
   * The owners, officers and holdings around an entity, with what is held against them (specification: GET
   * /v1/entities/{id}/network). Before the first screening is done it may hold the entity alone.
   *
   * @throws {@link NotFoundError} (`not_found`) where the team has no such entity.
   * @throws {@link ResponseValidationError} (`unreadable_answer`) where the answer has no nodes, or a node cannot be read.
   * @example
   * const { nodes } = await client.entities.network(id)
   * const sanctioned = nodes.filter(node => node.sanctions.length > 0)
   */
  network(entity: EntityReference, options?: RequestOptions): Call<Network> {
    return this.#call('getNetwork', content => content(identify(entity)), options)
  }

  /**
   * Attaches a document by its public address and starts its analysis (specification: POST /v1/entities/{id}/documents).
   *
   * @throws {@link InputValidationError} (`invalid_input`) before any request, naming each field that is wrong.
   * @throws {@link NotFoundError} (`not_found`) where the team has no such entity.
   * @throws {@link BadRequestError} (`bad_request`) where the service finds the address not publicly reachable.
   * @example
   * const report: DocumentInput = { url: 'https://example.com/report.pdf', type: 'financial_statement' }
   * const { documentId, runId } = await client.entities.attachDocument(id, report)
   */
  attachDocument(
    entity: EntityReference,
    document: DocumentInput,
    options?: RequestOptions,
  ): Call<AttachedDocument> {
    return this.#call('attachDocument', content => content(identify(entity), document), options)
  }

  /**
   * Resets the case status and screens again (specification: PUT /v1/entities/{id}). What it answers may still show the
   * results of the screening before: hand it to `waitForScreening`.
   *
   * @throws {@link NotFoundError} (`not_found`) where the team has no such entity.
   * @throws {@link ResponseValidationError} (`unreadable_answer`) where the answer is no entity, or another one.
   * @example
   * const rescanned = await client.entities.rescan(id)
   * const { riskLevel } = await client.entities.waitForScreening(rescanned, { every: 100 })
   */
  rescan(entity: EntityReference, options?: RequestOptions): Call<Entity> {
    return this.#call('rescanEntity', content => content(identify(entity)), options)
  }

  /**
   * Lists again and again until the predicate has held for an entity, or for each of several, in their order. An entity for
   * which it has held once is done, and is answered as it then was; one that is not in the list is waited for. Failures that
   * may pass (no connection, no answer in time, 408, 429, 5xx) do not end the wait, other errors do (specification: States and
   * transitions).
   *
   * @throws {@link InputValidationError} (`invalid_input`) before any request, naming each option that is wrong.
   * @throws {@link WaitTimeoutError} (`wait_timeout`) when the time is up, with the identifiers that are still waited for as
   * `pending`.
   * @throws {@link AbortedError} (`aborted`) when the signal says so.
   * @example
   * const begun = await client.entities.waitFor(id, entity => entity.caseStatus !== 'NOT_STARTED', { every: 10_000 })
   */
  // One signature for both, not one each: the compiler then names what is wrong, and not that no overload matches.
  waitFor<Given extends EntityReference | readonly EntityReference[]>(
    given: Given,
    predicate: WaitPredicate,
    options?: WaitOptions,
  ): Promise<Waited<Given>>
  waitFor(
    given: EntityReference | readonly EntityReference[],
    predicate: WaitPredicate,
    options?: WaitOptions,
  ): Promise<Entity | Entity[] | undefined> {
    return this.#wait('waitFor', given, predicate, options)
  }

  /**
   * Waits until an entity shows results of a screening, and shows the same in two polls of the list, one after the other. The
   * service says in no other way that a screening is over, and names no status for it (specification: States and transitions).
   * So it is a good guess, not a promise:
   *
   * - Results that come in parts, further apart than `every`, are taken for whole.
   * - After a rescan the old results may stay for a while. Give what `rescan` answered, not the identifier alone: results
   *   count when risk or `updatedAt` differ from it.
   * - An entity that stays at `NOT_STARTED` is never done. Where that is what the service does, use `waitFor`.
   *
   * @throws {@link InputValidationError} (`invalid_input`) before any request, naming each option that is wrong.
   * @throws {@link WaitTimeoutError} (`wait_timeout`) when the time is up, with the identifiers that are still waited for as
   * `pending`.
   * @throws {@link AbortedError} (`aborted`) when the signal says so.
   * @example
   * const created = await client.entities.create({ type: 'organization', name: 'Nordwind GmbH' })
   * const often: WaitOptions = { every: 250, timeout: 60_000 }
   * const { riskLevel } = await client.entities.waitForScreening(created, often)
   * const rescanned = await client.entities.rescan(created)
   * const { riskLevel: today } = await client.entities.waitForScreening(rescanned, often)
   */
  waitForScreening<Given extends EntityReference | readonly EntityReference[]>(
    given: Given,
    options?: WaitOptions,
  ): Promise<Waited<Given>>
  waitForScreening(
    given: EntityReference | readonly EntityReference[],
    options?: WaitOptions,
  ): Promise<Entity | Entity[] | undefined> {
    return this.#wait('waitForScreening', given, null, options)
  }

  /**
   * Finds out by listing what became of creations in doubt: of `create` or `createBulk` that failed with the outcome `unknown`.
   * What is `not_done` can be created again: nothing in the list is similar to it, in two looks with a pause of `settle` between
   * them. What is `unknown` cannot: look at its `entities`, or reconcile again later.
   *
   * Names are compared without regard to case, accents, punctuation and the order of their words, registration numbers by their
   * letters and digits. The service may fill in a country or registration number that was not given. A name of which the list
   * has a part, another country, type or registration number, and another name with the same registration number make the
   * outcome `unknown`. Birth dates are not in the list, so that persons are told from namesakes that were there before only with
   * `before` or `since`. Documents are in no list. It lists and does nothing else (specification: GET /v1/entities).
   *
   * @throws {@link InputValidationError} (`invalid_input`) naming each field that is wrong.
   * @throws {@link AbortedError} (`aborted`) when the signal says so, between two looks too.
   * @example
   * const input: CreateEntity = { type: 'person', name: 'Ilse Brandt', countryCode: 'DE' }
   * const before = await client.entities.list()
   * try {
   *   await client.entities.create(input)
   * } catch (error) {
   *   if (!EntityScreeningError.is(error) || error.outcome !== 'unknown') throw error
   *   const { outcome, entities } = await client.entities.reconcile(input, { before })
   *   if (outcome === 'not_done') await client.entities.create(input)
   *   if (outcome === 'unknown') console.error(`created, or not: compare ${entities.map(({ id }) => id).join(', ')}`)
   * }
   */
  reconcile<Given extends Creation | readonly Creation[]>(
    given: Given,
    options?: ReconcileOptions & RequestOptions,
  ): Promise<Reconciled<Given>>
  async reconcile(
    given: Creation | readonly Creation[],
    options: ReconcileOptions & RequestOptions = {},
  ): Promise<Reconciliation<Creation> | Reconciliation<Creation>[] | undefined> {
    const { reconcile } = await loadReconciling('listEntities')
    const team = { stream: (request: RequestOptions) => this.stream(request) }
    const found = await reconcile([given].flat(), team, options)
    return Array.isArray(given) ? found : found[0]
  }

  /**
   * Finds among the team's own entities. The service lists the operation without its fields (specification: POST
   * /v1/entities/search): what is sent and read is a choice of this package, see docs/decisions.md.
   *
   * @throws {@link InputValidationError} (`invalid_input`) before any request, naming each field that is wrong.
   * @example
   * const gravest = await client.entities.search({ type: 'organization', riskLevel: 'high', limit: 20 })
   */
  search(query: EntityQuery, options?: RequestOptions): Call<Entity[]> {
    return this.#call('searchEntities', content => content(query), options)
  }

  async #wait(
    operation: 'waitFor' | 'waitForScreening',
    given: EntityReference | readonly EntityReference[],
    predicate: WaitPredicate | null,
    options: WaitOptions = {},
  ): Promise<Entity | Entity[] | undefined> {
    const { wait } = await loadWaiting('listEntities')
    const list = (request: RequestOptions) => this.stream(request)
    const entities = await wait(list, { operation, given, predicate, options, defaults: this.#waitDefaults })
    return Array.isArray(given) ? entities : entities[0]
  }
}
