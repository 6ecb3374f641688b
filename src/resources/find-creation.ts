import type { CreateEntityInput } from '../model/creation.ts'
import type { CreatedEntity, Entity } from '../model/entity.ts'
import type { CalledMethod } from '../operations/operation-spec.ts'
import { withTimeout } from '../pacing/with-timeout.ts'
import { foldRegistration } from '../shared/names/fold-name.ts'
import { createAbortedError } from '../transport/create-error.ts'
import { PossibleDuplicateError } from '../transport/errors/PossibleDuplicateError.ts'
import type { RequestOptions } from '../transport/options/options.ts'
import { listingKey, toListIdentity } from './group-inputs.ts'
import type { OwnWrites } from './own-writes.ts'
import type { OtherCreation } from './prepare-reconcile.ts'
import { type Reconciliation, reconcile } from './reconcile.ts'
import type { EntitySource } from './stream-entities.ts'

export const createOnceMethod = {
  operation: 'createEntity',
  methodName: 'entities.createOnce',
} as const satisfies CalledMethod

/** The arguments of `createOnce`, validated and copied. */
export interface CreateOnceRequest {
  readonly key: string | symbol
  readonly input: CreateEntityInput
  readonly before: readonly string[]
  readonly otherCreations: readonly OtherCreation[] | null
  readonly recheckDelay: number | undefined
  readonly requestOptions: RequestOptions
}

/** The parts of a client that `createOnce` needs. */
export interface CreatingClient {
  readonly team: EntitySource
  readonly own: OwnWrites
  create(input: CreateEntityInput, options: RequestOptions): Promise<CreatedEntity>
}

/**
 * Looks for the entity of an earlier call, such as one of a process that has ended. Returns null if there is none.
 *
 * @throws PossibleDuplicateError if this is in doubt.
 */
export async function findEarlier(
  request: CreateOnceRequest,
  client: CreatingClient,
): Promise<Entity | null> {
  // A repetition in this process may come before the service has processed the first request.
  const isRepetition = [...client.own.recent].some(({ key }) => key === request.key)
  let result = await findCreated(isRepetition ? request : { ...request, recheckDelay: 0 }, client, false)
  // A list that lacks entities may come from an outdated replica.
  if (result.outcome === 'unknown' && result.entities.length === 0)
    result = await findCreated(request, client, false)
  const { outcome, entities } = result
  if (outcome === 'not_done') return null
  const [entity] = entities
  if (outcome === 'done' && entity !== undefined) return entity
  const { operation, methodName } = createOnceMethod
  const candidates = entities.map(({ id }) => id)
  const doubt =
    candidates.length === 0
      ? 'may be incomplete or outdated'
      : `may have this entity: compare the ${candidates.length} candidates, and pass those that differ in otherCreations`
  throw new PossibleDuplicateError(`${methodName}: nothing was sent, because the list ${doubt}`, {
    ...{ operation, outcome, candidates },
  })
}

/** Looks for the entity of a creation in the list. @param wasSent whether this call has sent the creation. */
export async function findCreated(
  request: CreateOnceRequest,
  client: CreatingClient,
  wasSent: boolean,
): Promise<Reconciliation<CreateEntityInput>> {
  const { input, key, before, otherCreations, recheckDelay, requestOptions } = request
  const { recent } = client.own
  // A read has no idempotency key.
  const { idempotencyKey, ...readOptions } = requestOptions
  const earlierIds = new Set(Array.from(recent, other => other.key === key && other.id))
  const listOthers = () => [...recent].filter(other => other.key !== key)
  // Creations may end between two reads.
  const listOtherIds = () => listOthers().flatMap(({ id }) => id ?? [])
  const isDuplicate = (entity: Entity) =>
    !wasSent && isSameOrganization(input, entity) && !otherCreations?.includes(entity.id)
  const knowledge = { listOtherIds, isDuplicate, ignoreStrangers: otherCreations === null && !wasSent }
  for (;;) {
    const earlierOthers = new Set(listOtherIds())
    // If nothing was sent, a list is new enough although it lacks what this client has just created.
    const others = listOthers().flatMap(({ id, input }) => (id === null ? input : wasSent ? id : []))
    const options = {
      ...readOptions,
      before: before.filter(id => !earlierIds.has(id)),
      otherCreations: otherCreations && [...otherCreations, ...others],
      recheckDelay,
    }
    const result = await reconcile(input, client.team, options, knowledge)
    if (result.outcome !== 'unknown' || result.entities.length === 0) return result
    // The response to another creation of this client may follow its entity in the list.
    await waitForOthers(Promise.allSettled(listOthers().map(({ response }) => response)), request, client)
    const newOthers = listOtherIds().filter(id => !earlierOthers.has(id))
    if (!result.entities.every(({ id }) => newOthers.includes(id))) return result
  }
}

/** Whether an entity has the name, country and registration number of an input. */
function isSameOrganization(input: CreateEntityInput, entity: Entity): boolean {
  if (input.type !== 'organization' || !input.registration || !entity.registration) return false
  const isSameNumber = foldRegistration(input.registration) === foldRegistration(entity.registration)
  return isSameNumber && listingKey(toListIdentity(input)) === listingKey(entity)
}

/** Waits until other creations have ended. */
export async function waitForOthers(
  others: Promise<unknown> | undefined,
  { requestOptions: { signal } }: CreateOnceRequest,
  { team: { redact } }: CreatingClient,
): Promise<void> {
  if (others === undefined) return
  const failed = { ...createOnceMethod, outcome: 'not_done', repeatable: false, signal, redact } as const
  await withTimeout(others, { signal }).catch(() => {
    throw createAbortedError(failed)
  })
}
