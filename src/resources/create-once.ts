import { type CreateEntityInput, createEntityInput } from '../model/creation.ts'
import type { CreatedEntity, Entity } from '../model/entity.ts'
import { type EntityReference, identify } from '../model/entity-reference.ts'
import type { CalledMethod } from '../operations/operation-spec.ts'
import { withTimeout } from '../pacing/with-timeout.ts'
import { findIssues, refuseIssues } from '../transport/check-input.ts'
import { createAbortedError } from '../transport/create-error.ts'
import { EntityScreeningError } from '../transport/errors/EntityScreeningError.ts'
import { copyOptions } from '../transport/options/copy.ts'
import type { RequestOptions } from '../transport/options/options.ts'
import { createIdempotencyKey } from '../transport/request/headers.ts'
import { listingKey, toListIdentity } from './group-inputs.ts'
import {
  copyCreation,
  isInput,
  type OtherCreation,
  type ReconcileOptions,
  readReconcileOptions,
} from './prepare-reconcile.ts'
import { reconcile } from './reconcile.ts'
import type { EntitySource } from './stream-entities.ts'

/** Options of `createOnce`: those of `reconcile`. One of `before` and `since` is required. */
export type CreateOnceOptions = Omit<ReconcileOptions, 'before' | 'since'> &
  RequestOptions &
  (
    | { before: Iterable<EntityReference>; since?: string | undefined }
    | { before?: Iterable<EntityReference> | undefined; since: string }
  )

/**
 * The entity that `createOnce` created.
 *
 * @example
 * const input: CreateEntityInput = { type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' }
 * const before = await client.entities.list()
 * const { id, created }: CreatedOnce = await client.entities.createOnce(input, { before, otherCreations: [] })
 * if (created === null) console.error(`the response was lost: found ${id} in the list`)
 */
export interface CreatedOnce {
  /** The identifier of the entity. */
  readonly id: string
  /** The response to the creation; null if it was lost, and the entity was found in the list. */
  readonly created: CreatedEntity | null
  /** The entity in the list, if it was found there; null if the response arrived. */
  readonly entity: Entity | null
}

export const createOnceMethod = {
  operation: 'createEntity',
  methodName: 'entities.createOnce',
} as const satisfies CalledMethod

/** A creation of this client. */
interface OwnCreation {
  readonly input: CreateEntityInput
  /** The identifier of its entity; null while it is in progress, and if its outcome is unknown. */
  id: string | null
  /** The value of `performance.now()` when the creation began. */
  readonly startedAt: number
}

/** The creations by `createOnce` that a client remembers, so that none is taken for another one. */
export interface OwnCreations {
  /** Those of the last 24 hours, the oldest first. */
  readonly recent: Set<OwnCreation>
  /** For each input, by its {@link listingKey}, a promise that resolves when all its creations so far have ended. */
  readonly turns: Map<string, Promise<unknown>>
}

export function createOwnCreations(): OwnCreations {
  return { recent: new Set(), turns: new Map() }
}

/** The parts of a client that `createOnce` needs. */
interface CreatingClient {
  readonly team: EntitySource
  readonly own: OwnCreations
  create(input: CreateEntityInput, options: RequestOptions): Promise<CreatedEntity>
}

/** How long a creation is remembered, in milliseconds: longer than a list from before a creation is used. */
const rememberedFor = 24 * 3_600_000

/** Creates an entity, or finds it in the list if the response is lost. Calls with inputs that look the same wait for each other. */
export async function createOnce(
  input: CreateEntityInput,
  options: CreateOnceOptions,
  client: CreatingClient,
): Promise<CreatedOnce> {
  const request = prepareCreateOnce(input, options)
  const { turns } = client.own
  const key = listingKey(toListIdentity(request.input))
  const previous = turns.get(key)
  const result = waitForTurn(previous, request, client).then(() => createInTurn(request, client))
  const allEnded = Promise.allSettled([previous, result])
  turns.set(key, allEnded)
  try {
    return await result
  } finally {
    if (turns.get(key) === allEnded) turns.delete(key)
  }
}

type CreateOnceRequest = ReturnType<typeof prepareCreateOnce>

const missingBefore = {
  path: ['before'],
  message: 'is required, or since: the entities from before the creation, or its time',
}

/** Validates and copies the arguments. @throws InputValidationError if one is invalid. */
function prepareCreateOnce(input: CreateEntityInput, options: CreateOnceOptions) {
  const { before, since, otherCreations, recheckDelay, ...requestOptions } = readReconcileOptions(
    createOnceMethod,
    options,
  )
  refuseIssues(createOnceMethod, [
    ...findIssues(createEntityInput, input),
    ...(before === undefined && since === undefined ? [missingBefore] : []),
  ])
  return {
    input: copyCreation(input),
    ...(before && { before: Array.from(before, identify) }),
    ...(since !== undefined && { since }),
    otherCreations: otherCreations ? Array.from(otherCreations, copyOther) : null,
    ...(recheckDelay !== undefined && { recheckDelay }),
    requestOptions: copyOptions(requestOptions),
  }
}

function copyOther(other: OtherCreation): OtherCreation {
  return isInput(other) ? copyCreation(other) : identify(other)
}

/** Waits until the earlier creations of inputs that look the same have ended. */
async function waitForTurn(
  previous: Promise<unknown> | undefined,
  { requestOptions: { signal } }: CreateOnceRequest,
  { team: { redact } }: CreatingClient,
): Promise<void> {
  if (previous === undefined) return
  const failed = { ...createOnceMethod, outcome: 'not_done', repeatable: false, signal, redact } as const
  await withTimeout(previous, { signal }).catch(() => {
    throw createAbortedError(failed)
  })
}

/** Creates the entity, and remembers it for the creations that follow. */
async function createInTurn(request: CreateOnceRequest, client: CreatingClient): Promise<CreatedOnce> {
  const { recent } = client.own
  const startedAt = performance.now()
  for (const creation of recent) if (startedAt - creation.startedAt > rememberedFor) recent.delete(creation)
  const creation: OwnCreation = { input: request.input, id: null, startedAt }
  recent.add(creation)
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
  const create = async (options: RequestOptions) => {
    const created = await client.create(input, options)
    return { id: created.id, created, entity: null }
  }
  try {
    return await create(requestOptions)
  } catch (error) {
    if (!EntityScreeningError.is(error) || error.outcome === 'not_done') throw error
    // The caller no longer waits for a result.
    if (requestOptions.signal?.aborted) throw error
    const { outcome, entities } = await findCreated(request, client, creation).catch((readError: unknown) => {
      Object.defineProperty(error, 'cause', { value: readError, configurable: true, writable: true })
      throw error
    })
    const [entity] = entities
    if (outcome === 'done' && entity !== undefined) return { id: entity.id, created: null, entity }
    // A creation that the service reported as done is not repeated, even if the list does not contain it.
    if (outcome === 'not_done' && error.outcome === 'unknown') return create(withOtherKey(requestOptions))
    error.candidates = entities.map(({ id }) => id)
    throw error
  }
}

/** Replaces the caller's key in a second creation, which a proxy would take for a repetition of the first one. */
function withOtherKey({ idempotencyKey, ...options }: RequestOptions): RequestOptions {
  return idempotencyKey === undefined ? options : { ...options, idempotencyKey: createIdempotencyKey() }
}

/** Looks for the entity of a creation in the list. */
function findCreated(
  { input, requestOptions, otherCreations, ...options }: CreateOnceRequest,
  { team, own }: CreatingClient,
  creation: OwnCreation,
) {
  const others = [...own.recent].filter(other => other !== creation)
  // Creations may end between two reads. That of the entity to find has no identifier yet.
  const listOwnIds = () => [...own.recent].flatMap(({ id }) => id ?? [])
  // A read has no idempotency key.
  const { idempotencyKey, ...readOptions } = requestOptions
  const knownOthers = otherCreations && [...otherCreations, ...others.map(({ id, input }) => id ?? input)]
  return reconcile(input, team, { ...options, ...readOptions, otherCreations: knownOthers }, listOwnIds)
}
