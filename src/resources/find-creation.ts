import type { CreateEntityInput } from '../model/creation.ts'
import type { CreatedEntity, Entity } from '../model/entity.ts'
import type { CalledMethod } from '../operations/operation-spec.ts'
import { withTimeout } from '../pacing/with-timeout.ts'
import { foldRegistration } from '../shared/names/fold-name.ts'
import { createAbortedError } from '../transport/create-error.ts'
import { PossibleDuplicateError } from '../transport/errors/PossibleDuplicateError.ts'
import type { RequestOptions } from '../transport/options/options.ts'
import { listingKey, toListIdentity } from './group-inputs.ts'
import type { OwnCreations } from './own-creations.ts'
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
  readonly own: OwnCreations
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
  const twins: Entity[] = []
  const watching = { ...client, team: watchTwins(request, client.team, twins) }
  // A repetition in this process may come before the service has processed the first request.
  const isRepetition = [...client.own.recent].some(({ key }) => key === request.key)
  const first = await findCreated(isRepetition ? request : { ...request, recheckDelay: 0 }, watching, false)
  const isDoubtful = first.outcome === 'unknown' && first.entities.length === 0
  // A list that lacks entities may come from an outdated replica.
  const { outcome, entities } = isDoubtful ? await findCreated(request, watching, false) : first
  const [entity] = entities
  if (outcome === 'done' && entity !== undefined) return entity
  if (outcome === 'not_done' && twins.length === 0) return null
  throw createPossibleDuplicateError(outcome === 'unknown' ? entities : twins)
}

/** Adds each entity of the list that is the organization of the input, unless the caller knows it as another creation, to `twins`. */
function watchTwins(
  { input, otherCreations }: CreateOnceRequest,
  team: EntitySource,
  twins: Entity[],
): EntitySource {
  return {
    ...team,
    async *stream(options) {
      twins.length = 0
      for await (const entity of team.stream(options)) {
        if (isSameOrganization(input, entity) && !otherCreations?.includes(entity.id)) twins.push(entity)
        yield entity
      }
    },
  }
}

/** Whether an entity has the name, country and registration number of an input. */
function isSameOrganization(input: CreateEntityInput, entity: Entity): boolean {
  if (input.type !== 'organization' || !input.registration || !entity.registration) return false
  const isSameNumber = foldRegistration(input.registration) === foldRegistration(entity.registration)
  return isSameNumber && listingKey(toListIdentity(input)) === listingKey(entity)
}

function createPossibleDuplicateError(entities: readonly Entity[]): PossibleDuplicateError {
  const { operation, methodName } = createOnceMethod
  const doubt =
    entities.length === 0
      ? 'the list may be incomplete or outdated'
      : `the list has ${entities.length} that may be this entity: compare the candidates, and pass those that are not in otherCreations`
  return new PossibleDuplicateError(`${methodName}: nothing was sent, because ${doubt}`, {
    operation,
    outcome: 'unknown',
    candidates: entities.map(({ id }) => id),
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
  const earlierIds = new Set([...recent].flatMap(other => (other.key === key && other.id) || []))
  const listOthers = () => [...recent].filter(other => other.key !== key)
  // Creations may end between two reads.
  const listOtherIds = () => listOthers().flatMap(({ id }) => id ?? [])
  for (;;) {
    // If nothing was sent, a list is new enough although it lacks what this client has just created.
    const others = listOthers().flatMap(({ id, input }) => (id === null ? input : wasSent ? id : []))
    const options = {
      ...readOptions,
      before: before.filter(id => !earlierIds.has(id)),
      otherCreations: otherCreations && [...otherCreations, ...others],
      recheckDelay,
    }
    const ignoreStrangers = otherCreations === null && !wasSent
    const result = await reconcile(input, client.team, options, { listOtherIds, ignoreStrangers })
    if (result.outcome !== 'unknown' || result.entities.length === 0) return result
    // The response to another creation of this client may follow its entity in the list.
    await waitForOthers(Promise.allSettled(listOthers().map(({ response }) => response)), request, client)
    const otherIds = new Set(listOtherIds())
    if (!result.entities.every(({ id }) => otherIds.has(id))) return result
  }
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
