import type { Issue } from '../contract/issues.ts'
import { bulkRowInput } from '../model/bulk.ts'
import { createEntityInput } from '../model/creation.ts'
import type { Entity } from '../model/entity.ts'
import { type EntityReference, identify, isId } from '../model/entity-reference.ts'
import type { CalledMethod } from '../operations/operation-spec.ts'
import { isRecord } from '../shared/json.ts'
import { findIssues, refuseIssues } from '../transport/check-input.ts'
import { copyOptions } from '../transport/options/copy.ts'
import type { RequestOptions } from '../transport/options/options.ts'
import { requestRules, spanRule } from '../transport/options/resolve.ts'
import { createRule, findOptionIssues } from '../transport/options/rules.ts'
import { type Creation, groupInputs } from './group-inputs.ts'
import type { KnownEntities } from './match-inputs.ts'

/**
 * A creation other than those to reconcile: its entity, its identifier or, if its outcome is `unknown`, its input.
 *
 * @example
 * const { id } = await client.entities.create({ type: 'organization', name: 'Nordwind GmbH' })
 * const otherCreations: OtherCreation[] = [id, { type: 'organization', name: 'Larkspur Bearings AG' }]
 */
export type OtherCreation = EntityReference | Creation

/**
 * Options of `reconcile`: which entities the failed call cannot have created, and how often to read the list.
 * Without `before`, the outcome of a person with a match is `unknown`.
 *
 * @example
 * const options: ReconcileOptions = { before: await client.entities.list(), otherCreations: [], recheckDelay: 10_000 }
 */
export interface ReconcileOptions {
  /**
   * Entities that existed before the failed call, or their identifiers. `reconcile` ignores them. If you have no list from before
   * the call, select the entities by `createdAt`, which is a time of the service's clock, not of yours.
   */
  before?: (Iterable<EntityReference> & object) | undefined
  /**
   * All other creations in the team since `before`, by any program: each by its entity or identifier or, if its
   * outcome is `unknown`, by its input. An entity that one of them may have created is not `done`. `[]` states that there are
   * none; `null` that they are not known, and `null` in the list that there may be more. No outcome is `done` then.
   */
  otherCreations: (Iterable<OtherCreation | null> & object) | null
  /**
   * Milliseconds between two reads of the list; with 0, the list is read only once. The list is read until two reads agree, or
   * all inputs are `done`. Choose a time longer than the service needs to process a request and to list a new entity: a creation
   * that is processed after the second read is `not_done`. Default: 5000.
   */
  recheckDelay?: number | undefined
}

export const reconcileMethod = {
  operation: 'reconcile',
  methodName: 'entities.reconcile',
} as const satisfies CalledMethod<string>

const reconcileRules = {
  ...requestRules,
  before: createRule(
    value => Array.isArray(value) && value.every(isReference),
    'must be entities or their identifiers',
  ),
  otherCreations: createRule(
    value => value === null || (Array.isArray(value) && value.every(isOtherCreation)),
    'must be a list of entities, their identifiers, or inputs, or null',
  ),
  recheckDelay: spanRule,
}

function isReference(reference: EntityReference): boolean {
  return isId(identify(reference))
}

function isOtherCreation(other: OtherCreation | null): boolean {
  return other === null || (isInput(other) ? !(other instanceof Promise) : isReference(other))
}

/** Whether another creation is given by its input. */
export function isInput(other: OtherCreation | null): other is Creation {
  return isRecord(other) && !('id' in other)
}

type Options = ReconcileOptions & RequestOptions

/** Returns whether an entity existed before the failed call. The service never uses an identifier again. */
function classifyAge(
  id: string,
  idsBefore: ReadonlySet<string> | undefined,
): ReturnType<KnownEntities['ageOf']> {
  if (idsBefore === undefined) return 'undated'
  if (id === '') return 'unknown'
  return idsBefore.has(id) ? 'old' : 'new'
}

/** The arguments of `reconcile`, validated and copied. */
export type ReconcileRequest = ReturnType<typeof prepareReconcile>

/**
 * Validates the arguments of `reconcile`. Keeps copies of the inputs and the identifiers of the entities, because the caller may
 * change the arguments while the list is read.
 *
 * @throws InputValidationError if an argument is invalid.
 */
export function prepareReconcile(creations: Creation | readonly Creation[], options: Options) {
  const { before, otherCreations, ...rest } = readReconcileOptions(reconcileMethod, options)
  const { recheckDelay = 5000, ...requestOptions } = rest
  const inputs = [creations].flat()
  const others = Array.from(otherCreations ?? [null])
  const { otherIds, otherInputs } = divideOthers(others)
  refuseIssues(reconcileMethod, [
    ...inputs.flatMap((input, index) => findCreationIssues(input, Array.isArray(creations) ? [index] : [])),
    ...otherInputs.flatMap(({ input, index }) => findCreationIssues(input, ['otherCreations', index])),
  ])
  const idsBefore = before && new Set(Array.from(before, identify))
  return {
    groupedInputs: groupInputs(
      [
        ...inputs.map(input => ({ input: copyCreation(input), isOther: false })),
        ...otherInputs.map(({ input }) => ({ input: copyCreation(input), isOther: true })),
      ],
      ({ input }) => input,
    ),
    ageOf: ({ id }: Entity) => (otherIds.has(id) ? 'old' : classifyAge(id, idsBefore)),
    knownIds: new Set([...(idsBefore ?? []), ...otherIds]),
    areOthersKnown: !others.includes(null),
    recheckDelay,
    options: copyOptions(requestOptions),
  }
}

const missingOtherCreations = {
  path: ['otherCreations'],
  message: 'is required: all other creations since before; [] if there are none, null if they are not known',
}

/**
 * Validates the options. Lists `before` and `otherCreations`, because an iterator can be read only once.
 *
 * @param method - The method whose options they are.
 */
export function readReconcileOptions(method: CalledMethod<string>, options: Partial<Options> = {}) {
  if (!isRecord(options) || options instanceof Promise)
    refuseIssues(method, findOptionIssues(reconcileRules, options))
  const { before, otherCreations, ...others } = options
  const listedOptions = {
    ...others,
    before: before && toList(before),
    otherCreations: otherCreations && toList(otherCreations),
  }
  refuseIssues(method, [
    ...findOptionIssues(reconcileRules, listedOptions),
    ...(otherCreations === undefined ? [missingOtherCreations] : []),
  ])
  return listedOptions
}

/** Lists the items of an iterable. Returns any other value as it is, so that validation can refuse it. */
function toList<Item>(items: Iterable<Item>): Iterable<Item> {
  return typeof items === 'object' && Symbol.iterator in items ? Array.from(items) : items
}

/** Divides other creations into the identifiers of their entities, and the inputs whose outcome is unknown, with their indexes. */
function divideOthers(others: readonly (OtherCreation | null)[]) {
  const otherIds = new Set<string>()
  const otherInputs: { readonly input: Creation; readonly index: number }[] = []
  for (const [index, other] of others.entries())
    if (isInput(other)) otherInputs.push({ input: other, index })
    else if (other !== null) otherIds.add(identify(other))
  return { otherIds, otherInputs }
}

/** Returns the issues of what is neither an input of `create` nor a row of `createBulk`. @param path the path of the input. */
function findCreationIssues(input: Creation, path: Issue['path']): Issue[] {
  if (findIssues(bulkRowInput, input).length === 0) return []
  return findIssues(createEntityInput, input).map(issue => ({ ...issue, path: [...path, ...issue.path] }))
}

/** The names of all fields of an input. A row of `createBulk` may have each field that an input of `create` may have. */
const fieldNames = bulkRowInput.def.options.flatMap(({ def }) => Object.keys(def.shape))

/** Copies the fields of a valid input, which may be getters of its class. The caller may fill the same object again. */
export function copyCreation<Input extends Creation>(input: Input): Input {
  const fields = fieldNames.flatMap(name => {
    const value: unknown = Reflect.get(input, name)
    return value === undefined ? [] : [[name, Array.isArray(value) ? [...value] : value]]
  })
  // A valid input has no other fields.
  return Object.fromEntries(fields) as Input
}
