import type { CreateEntityInput } from '../model/creation.ts'
import type { CreatedEntity, Entity } from '../model/entity.ts'
import type { CalledMethod } from '../operations/operation-spec.ts'
import { withTimeout } from '../pacing/with-timeout.ts'
import { foldRegistration, isSameName } from '../shared/names/fold-name.ts'
import { refuseIssues } from '../transport/check-input.ts'
import { createAbortedError } from '../transport/create-error.ts'
import { EntityScreeningError } from '../transport/errors/EntityScreeningError.ts'
import { PossibleDuplicateError } from '../transport/errors/PossibleDuplicateError.ts'
import type { RequestOptions } from '../transport/options/options.ts'
import { type ListIdentity, toListIdentity } from './group-inputs.ts'
import { isOfKind } from './match-inputs.ts'
import type { OwnCreation, OwnWrites } from './own-writes.ts'
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
  /** The creations of others. It includes null if there may be more. */
  readonly otherCreations: readonly (OtherCreation | null)[]
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
  const { otherCreations, recheckDelay } = request
  const own = [...client.own.recent].filter(other => mayRepeat(request, other))
  const find = (delay: number | undefined) =>
    findCreated({ ...request, recheckDelay: delay }, client, false).catch((error: unknown) => {
      // An earlier call of this client may have created the entity.
      if (own.length > 0 && EntityScreeningError.is(error)) Object.assign(error, { outcome: 'unknown' })
      throw error
    })
  // A repetition in this process may come before the service has processed the first request.
  let result = await find(own.length > 0 ? recheckDelay : 0)
  // A list that lacks entities may come from an outdated replica.
  if (result.outcome === 'unknown' && result.entities.length === 0) result = await find(recheckDelay)
  const { outcome, entities } = result
  // An entity that this client has created exists, even if the list does not show it yet.
  const ids = new Set(
    [...entities, ...own].flatMap(({ id }) => (otherCreations.includes(id) ? [] : (id ?? []))),
  )
  if (outcome === 'not_done' && ids.size === 0) return null
  const [entity] = entities
  if (outcome === 'done' && entity !== undefined) return entity
  const { operation, methodName } = createOnceMethod
  const doubt =
    ids.size === 0
      ? 'list may be incomplete or outdated'
      : 'team may have this entity: if one of the candidates is it, use its id; pass those of other parties in otherCreations'
  throw new PossibleDuplicateError(`${methodName}: nothing was sent, because the ${doubt}`, {
    ...{ operation, outcome: 'unknown', candidates: [...ids] },
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
    !wasSent && mayBeSame(toParty(input), entity) && !otherCreations.includes(entity.id)
  // The service may have renamed the entity of a creation whose outcome is unknown.
  const wasEverSent = wasSent || [...recent].some(other => other.id === null && mayRepeat(request, other))
  const ignoreStrangers = otherCreations.includes(null) && !wasEverSent
  const knowledge = { listOtherIds, isDuplicate, ignoreStrangers }
  for (;;) {
    const earlierOthers = new Set(listOtherIds())
    // If nothing was sent, a list is new enough although it lacks what this client has just created.
    const others = listOthers().flatMap(({ id, input }) => (id === null ? input : wasSent ? id : []))
    const options = {
      ...readOptions,
      before: before.filter(id => !earlierIds.has(id)),
      otherCreations: [...otherCreations, ...others],
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

/** The facts that tell two parties with the same name apart. The list shows only the first. */
const factNames = ['registration', 'birthDate', 'nationalId'] as const

/** The known facts of an entity, from the list or from the input that created it. */
type Party = ListIdentity & Partial<Record<(typeof factNames)[number], string | null | undefined>>

function toParty(input: CreateEntityInput): Party {
  return { ...input, ...toListIdentity(input) }
}

/** Whether two parties have the same type, name and country, and no fact tells them apart. A missing country or fact does not. */
function mayBeSame(party: Party, other: Party): boolean {
  const areToldApart = factNames.some(name => {
    const [fact, otherFact] = [party[name], other[name]]
    return fact && otherFact && foldRegistration(fact) !== foldRegistration(otherFact)
  })
  return !areToldApart && isOfKind(party, other) && isSameName(party.name, other.name)
}

/** @throws InputValidationError if the key is that of the creation of another party. */
export function refuseForeignKey({ key, input }: CreateOnceRequest, { recent }: OwnWrites): void {
  const isForeign = [...recent].some(
    other => key === other.key && !mayBeSame(toParty(input), toParty(other.input)),
  )
  if (!isForeign) return
  const message = 'is that of a creation of another party: each needs its own, such as the customer number'
  refuseIssues(createOnceMethod, [{ path: ['idempotencyKey'], message }])
}

/** Whether an earlier creation of this client may have been for the same party. Callers give different parties different keys. */
function mayRepeat({ key, input }: CreateOnceRequest, earlier: OwnCreation): boolean {
  if (typeof key === 'string' && typeof earlier.key === 'string') return key === earlier.key
  return mayBeSame(toParty(input), toParty(earlier.input))
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
