import type { Issue } from '../contract/issues.ts'
import { type BulkEntityInput, bulkRowInput } from '../model/bulk.ts'
import { type CreateEntityInput, createEntityInput } from '../model/creation.ts'
import type { Entity } from '../model/entity.ts'
import { type EntityReference, identify } from '../model/entity-reference.ts'
import { sleep } from '../pacing/sleep.ts'
import type { Outcome } from '../transport/attempts/outcome.ts'
import { findIssues, guardInput, refuseIssues } from '../transport/check-input.ts'
import type { RequestOptions } from '../transport/options/options.ts'
import { findOptionIssues } from '../transport/options/rules.ts'
import { attributeEntities } from './attribute-entities.ts'
import { reconcileMethod, reconcileRules } from './call-inputs.ts'
import { groupInputs } from './group-inputs.ts'
import { compareEntity, concludeComparison, createAgeClassifier, createComparison } from './match-inputs.ts'
import { pollUntilStable } from './poll-until-stable.ts'
import { type EntitySource, IncompleteListError, streamCompleteList } from './stream-entities.ts'

/**
 * Options of `reconcile`: which entities the failed call cannot have created, and how often to read the list.
 * Without `before` and `since`, the outcome of a person with a match is `unknown`.
 *
 * @example
 * const options: ReconcileOptions = { before: await client.entities.list(), otherCreations: [], recheckDelay: 10_000 }
 */
export interface ReconcileOptions {
  /** Entities that existed before the failed call, or their identifiers. `reconcile` ignores them. */
  before?: Iterable<EntityReference> | undefined
  /**
   * The time of the failed call, by the service's clock: ISO 8601, in UTC unless a zone is given. Entities created more than a
   * minute before it are ignored. For a similar entity created within that minute, the outcome is `unknown`, because clocks may
   * differ. With a time after that of the service, every entity is ignored: with the mock server, take `server.clock.now()`.
   */
  since?: string | undefined
  /**
   * All other creations in the team since `before` or `since`, by any program: each by its entity or identifier or, if its
   * outcome is `unknown`, by its input. An entity that one of them may have created is not `done`. `[]` states that there are
   * none; `null` that they are not known, so that no outcome is `done`.
   */
  otherCreations: Iterable<OtherCreation> | null
  /**
   * Milliseconds between two reads of the list; with 0, the list is read only once. The list is read until two reads agree, or
   * all inputs are `done`. Choose a time longer than the service needs to process a request and to list a new entity: a creation
   * that is processed after the second read is `not_done`. Default: 5000.
   */
  recheckDelay?: number | undefined
}

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

/** An input of `create` or `createBulk`. @inline */
export type Creation = CreateEntityInput | BulkEntityInput

/** A creation other than those to reconcile: its entity, or its input. @inline */
export type OtherCreation = EntityReference | Creation

/** The result for one creation, or a list of results in the order of the creations. */
export type Reconciled<Given> = [Given] extends [Creation]
  ? Reconciliation<Given>
  : Given extends readonly (infer Input)[]
    ? Reconciliation<Input>[]
    : Reconciliation<Given>

type Creations = Creation | readonly Creation[]
type Options = ReconcileOptions & RequestOptions

/** Searches the list for each input. Reads the list again until two reads agree. */
export function reconcile<Given extends Creations>(
  inputs: Given,
  team: EntitySource,
  options: Options,
): Promise<Reconciled<Given>>
export async function reconcile(inputs: Creations, team: EntitySource, options: Options) {
  const request = guardInput(reconcileMethod, () =>
    prepareReconcile([inputs].flat(), Array.isArray(inputs), options),
  )
  const { recheckDelay, groupedInputs } = request
  const { outcomes, reads, isSteady } = await pollUntilStable(
    () => readMatches(request, team),
    recheckDelay === 0 ? 1 : maxReads,
    () => sleep(recheckDelay, request.options.signal),
  )
  const attributions = attributeEntities(groupedInputs, outcomes, request.areOthersKnown)
  const results = attributions.map(({ input, outcome, entities }) => {
    const isUnsteady = outcome === 'not_done' && !isSteady && recheckDelay > 0
    return { input, outcome: isUnsteady ? 'unknown' : outcome, entities, reads }
  })
  return Array.isArray(inputs) ? results : results[0]
}

/** Reads the list once and compares it with the inputs. */
async function readMatches(
  { groupedInputs, ageOf, knownIds, options }: ReturnType<typeof prepareReconcile>,
  team: EntitySource,
) {
  const groups = new Set(groupedInputs.map(({ group }) => group))
  const comparison = createComparison(groups, { ageOf })
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

function prepareReconcile(inputs: readonly Creation[], isList: boolean, options: Options) {
  refuseIssues(reconcileMethod, [
    ...findOptionIssues(reconcileRules, options),
    ...(options.otherCreations === undefined ? [missingOtherCreations] : []),
  ])
  const { since, before, otherCreations, recheckDelay = 5000, ...requestOptions } = options
  const others = divideOthers(otherCreations ?? [])
  refuseIssues(reconcileMethod, [
    ...inputs.flatMap((input, index) => findCreationIssues(input, isList ? [index] : [])),
    ...others.inputs.flatMap(({ input, index }) => findCreationIssues(input, ['otherCreations', index])),
  ])
  const idsBefore = before && new Set(Array.from(before, identify))
  const ageOf = createAgeClassifier(since, idsBefore)
  return {
    groupedInputs: groupInputs(
      [
        ...inputs.map(input => ({ input, isOther: false })),
        ...others.inputs.map(({ input }) => ({ input, isOther: true })),
      ],
      ({ input }) => input,
    ),
    ageOf: (entity: Entity) => (others.ids.has(entity.id) ? 'old' : ageOf(entity)),
    knownIds: new Set([...(idsBefore ?? []), ...others.ids]),
    areOthersKnown: otherCreations !== null,
    recheckDelay,
    options: requestOptions,
  }
}

const missingOtherCreations = {
  path: ['otherCreations'],
  message:
    'is required: all other creations since before or since; [] if there are none, null if they are not known',
}

/** Divides other creations into the identifiers of their entities, and the inputs whose outcome is unknown, with their indexes. */
function divideOthers(others: Iterable<OtherCreation>) {
  const ids = new Set<string>()
  const inputs: { readonly input: Creation; readonly index: number }[] = []
  for (const [index, other] of Array.from(others).entries())
    if (isInput(other)) inputs.push({ input: other, index })
    else ids.add(identify(other))
  return { ids, inputs }
}

function isInput(other: OtherCreation): other is Creation {
  return typeof other !== 'string' && !('id' in other)
}

/** Returns the issues of what is neither an input of `create` nor a row of `createBulk`. @param path the path of the input. */
function findCreationIssues(input: Creation, path: Issue['path']): Issue[] {
  if (findIssues(bulkRowInput, input).length === 0) return []
  return findIssues(createEntityInput, input).map(issue => ({ ...issue, path: [...path, ...issue.path] }))
}
