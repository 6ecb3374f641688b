import { type CreateEntityInput, createEntityInput } from '../model/creation.ts'
import type { CreatedEntity, Entity } from '../model/entity.ts'
import { type EntityReference, identify } from '../model/entity-reference.ts'
import { foldWords } from '../shared/names/fold-name.ts'
import { findIssues, refuseIssues } from '../transport/check-input.ts'
import { EntityScreeningError } from '../transport/errors/EntityScreeningError.ts'
import { copyOptions } from '../transport/options/copy.ts'
import type { RequestOptions } from '../transport/options/options.ts'
import { createIdempotencyKey } from '../transport/request/headers.ts'
import {
  type CreateOnceRequest,
  type CreatingClient,
  createOnceMethod,
  findCreated,
  findEarlier,
  refuseForeignKey,
  waitForOthers,
} from './find-creation.ts'
import { toListIdentity } from './group-inputs.ts'
import { forgetOldCreations, type OwnCreation } from './own-writes.ts'
import {
  copyCreation,
  isInput,
  type OtherCreation,
  type ReconcileOptions,
  readReconcileOptions,
} from './prepare-reconcile.ts'

/** Options of `createOnce`: those of `reconcile`. `before` is required. */
export type CreateOnceOptions = Omit<ReconcileOptions, 'before'> &
  RequestOptions & {
    /** The entities from before the first call, or their identifiers. Store them, and pass them again in a repetition. */
    before: Iterable<EntityReference> & object
  }

/**
 * The entity that `createOnce` created or found.
 *
 * @example
 * const input: CreateEntityInput = { type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' }
 * const before = await client.entities.list()
 * const { id, created }: CreatedOnce = await client.entities.createOnce(input, { before, otherCreations: [] })
 * if (created === null) console.error(`created by an earlier request: found ${id} in the list`)
 */
export interface CreatedOnce {
  /** The identifier of the entity. */
  readonly id: string
  /** The response to the creation; null if it was lost, or an earlier call created the entity. */
  readonly created: CreatedEntity | null
  /** The entity in the list, if it was found there; null if the response arrived. */
  readonly entity: Entity | null
}

/** Creates an entity, or finds it in the list. Calls with inputs of the same name wait for each other. */
export async function createOnce(
  input: CreateEntityInput,
  options: CreateOnceOptions,
  client: CreatingClient,
): Promise<CreatedOnce> {
  const request = prepareCreateOnce(input, options)
  const { turns } = client.own
  const key = foldWords(toListIdentity(request.input).name)
  const previous = turns.get(key)
  const result = waitForOthers(previous, request, client).then(() => createInTurn(request, client))
  const allEnded = Promise.allSettled([previous, result])
  turns.set(key, allEnded)
  // An aborted call ends before the one that it waits for.
  void allEnded.then(() => turns.get(key) === allEnded && turns.delete(key))
  return result
}

const missingBefore = {
  path: ['before'],
  message: 'is required: the entities from before the first call',
}

/** Validates and copies the arguments. @throws InputValidationError if one is invalid. */
function prepareCreateOnce(input: CreateEntityInput, options: CreateOnceOptions): CreateOnceRequest {
  const { before, otherCreations, recheckDelay, ...requestOptions } = readReconcileOptions(
    createOnceMethod,
    options,
  )
  refuseIssues(createOnceMethod, [
    ...findIssues(createEntityInput, input),
    ...(before === undefined ? [missingBefore] : []),
  ])
  return {
    key: requestOptions.idempotencyKey ?? Symbol(),
    input: copyCreation(input),
    before: Array.from(before ?? [], identify),
    otherCreations: Array.from(otherCreations ?? [null], copyOther),
    recheckDelay,
    requestOptions: copyOptions(requestOptions),
  }
}

function copyOther(other: OtherCreation | null): OtherCreation | null {
  return isInput(other) ? copyCreation(other) : other && identify(other)
}

/** Creates the entity, unless an earlier call has created it. Remembers it for the creations that follow. */
async function createInTurn(request: CreateOnceRequest, client: CreatingClient): Promise<CreatedOnce> {
  const { recent } = client.own
  const { key, input } = request
  forgetOldCreations(client.own)
  refuseForeignKey(request, client.own)
  const earlier = await findEarlier(request, client)
  // A creation under another name may have begun meanwhile.
  refuseForeignKey(request, client.own)
  for (const creation of recent) if (creation.key === key) recent.delete(creation)
  const creation: OwnCreation = {
    key,
    input,
    startedAt: performance.now(),
    id: earlier?.id ?? null,
    response: null,
  }
  recent.add(creation)
  if (earlier !== null) return { id: earlier.id, created: null, entity: earlier }
  try {
    const result = await createOrFind(request, client, creation)
    creation.id = result.id
    return result
  } catch (error) {
    if (!EntityScreeningError.is(error) || error.outcome === 'not_done') recent.delete(creation)
    throw error
  }
}

/** Creates the entity. If the outcome is unknown, looks for it in the list. */
async function createOrFind(
  request: CreateOnceRequest,
  client: CreatingClient,
  creation: OwnCreation,
): Promise<CreatedOnce> {
  const { input, requestOptions } = request
  const create = (options: RequestOptions): Promise<CreatedOnce> => {
    const response = client.create(input, options).then(created => {
      creation.id = created.id
      return { id: created.id, created, entity: null }
    })
    creation.response = response
    return response
  }
  try {
    return await create(requestOptions)
  } catch (error) {
    if (!EntityScreeningError.is(error) || error.outcome === 'not_done') throw error
    // The caller no longer waits for a result.
    if (requestOptions.signal?.aborted) throw error
    const { outcome, entities } = await findCreated(request, client, true).catch((readError: unknown) => {
      Object.defineProperty(error, 'cause', { value: readError, configurable: true, writable: true })
      throw error
    })
    const [entity] = entities
    if (outcome === 'done' && entity !== undefined) return { id: entity.id, created: null, entity }
    // A creation that the service reported as done is not repeated, even if the list does not contain it.
    if (outcome === 'not_done' && error.outcome === 'unknown') return create(withOtherKey(requestOptions))
    throw Object.assign(error, { candidates: entities.map(({ id }) => id) })
  }
}

/** Replaces the caller's key in a second creation, which a proxy would take for a repetition of the first one. */
function withOtherKey({ idempotencyKey, ...options }: RequestOptions): RequestOptions {
  return idempotencyKey === undefined ? options : { ...options, idempotencyKey: createIdempotencyKey() }
}
