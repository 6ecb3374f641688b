import type { Entity } from '../model/entity.ts'
import { sleep } from '../pacing/sleep.ts'
import type { Outcome } from '../transport/attempts/outcome.ts'
import type { RequestOptions } from '../transport/options/options.ts'
import { attributeEntities } from './attribute-entities.ts'
import type { Creation } from './group-inputs.ts'
import { compareEntity, concludeComparison, createComparison } from './match-inputs.ts'
import { pollUntilStable } from './poll-until-stable.ts'
import { prepareReconcile, type ReconcileOptions, type ReconcileRequest } from './prepare-reconcile.ts'
import { type EntitySource, IncompleteListError, streamCompleteList } from './stream-entities.ts'

/** The outcome of an input that may have been created. */
export interface Reconciliation<Input> {
  /** A copy of the input. */
  readonly input: Input
  /**
   * `done`: the list contains an entity that only this input can have created; `not_done`: the list contains no similar entity;
   * `unknown`: an entity may have been created from the input, or the list may be incomplete.
   */
  readonly outcome: Outcome
  /**
   * For `done`, the one entity that was created from the input. For `unknown`, the entities that may have been
   * created from it: matching and similar entities; if there are none, new entities that are not similar to any
   * input; otherwise, entities with an unreadable name or type.
   */
  readonly entities: readonly Entity[]
  /** The number of times that the list was read. */
  readonly reads: number
}

/**
 * The maximum number of reads of the list. Without this limit, reading might never end, because replicas may
 * keep returning different lists.
 */
const maxReads = 20

/** The result for one creation, or a list of results in the order of the creations. */
export type Reconciled<Given> = [Given] extends [Creation]
  ? Reconciliation<Given>
  : Given extends readonly (infer Input)[]
    ? Reconciliation<Input>[]
    : Reconciliation<Given>

type Creations = Creation | readonly Creation[]

/** The knowledge of a caller inside the client about other creations. */
interface OtherCreators {
  /** Lists the entities of other creations that are known by now. Called before each read. */
  readonly listOtherIds?: () => readonly string[]
  /** Whether an entity from before, or of another creation of the caller, may be that of the input nevertheless. */
  readonly isDuplicate?: (entity: Entity) => boolean
  /** Whether new entities that are not similar to any input are others'. */
  readonly ignoreStrangers?: boolean
}

/** Searches the list for each input. Reads the list again until two reads agree. */
export function reconcile<Given extends Creations>(
  inputs: Given,
  team: EntitySource,
  options: ReconcileOptions & RequestOptions,
  others?: OtherCreators,
): Promise<Reconciled<Given>>
export async function reconcile(
  inputs: Creations,
  team: EntitySource,
  options: ReconcileOptions & RequestOptions,
  others: OtherCreators = {},
) {
  const isList = Array.isArray(inputs)
  const request = prepareReconcile(inputs, options)
  const { recheckDelay, groupedInputs } = request
  const { outcomes, reads, isSteady } = await pollUntilStable(
    () => readMatches(request, team, others),
    recheckDelay === 0 ? 1 : maxReads,
    () => sleep(recheckDelay, request.options.signal),
  )
  const attributions = attributeEntities(groupedInputs, outcomes, request.areOthersKnown)
  const results = attributions.map(({ input, outcome, entities }) => {
    const isUnsteady = outcome === 'not_done' && !isSteady && recheckDelay > 0
    return { input, outcome: isUnsteady ? 'unknown' : outcome, entities, reads }
  })
  return isList ? results : results[0]
}

/** Reads the list once and compares it with the inputs. */
async function readMatches(
  { groupedInputs, ageOf, knownIds, options }: ReconcileRequest,
  team: EntitySource,
  { listOtherIds, isDuplicate, ignoreStrangers = false }: OtherCreators,
) {
  const otherIds = new Set(listOtherIds?.())
  const groups = new Set(groupedInputs.map(({ group }) => group))
  const comparison = createComparison(groups, {
    ageOf: entity => {
      if (otherIds.has(entity.id)) return 'old'
      const age = ageOf(entity)
      return age === 'old' && isDuplicate?.(entity) ? 'unknown' : age
    },
    ignoreStrangers,
  })
  // The service never deletes entities, so a list without a known entity is outdated or incomplete.
  const missing = new Set(knownIds)
  try {
    for await (const entity of streamCompleteList(team, options)) {
      compareEntity(comparison, entity)
      missing.delete(entity.id)
    }
    return concludeComparison(comparison, missing.size === 0, missing.size === 0)
  } catch (error) {
    if (error instanceof IncompleteListError) return concludeComparison(comparison, false, missing.size === 0)
    throw error
  }
}
