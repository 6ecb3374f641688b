import { bulkRowInput } from '../model/bulk.ts'
import { copyInput } from '../model/copy-input.ts'
import { type EntityReference, identify, isId } from '../model/entity-reference.ts'
import type { CalledMethod } from '../operations/operation-spec.ts'
import { copyFields, copyRecords } from '../shared/copy.ts'
import { isRecord, isString } from '../shared/json.ts'
import { readTime } from '../shared/time.ts'
import { guardInput } from '../transport/check-input.ts'
import { copyOptions } from '../transport/options/copy.ts'
import type { RequestOptions } from '../transport/options/options.ts'
import { requestRules, signalRule, spanRule, waitRules } from '../transport/options/resolve.ts'
import { createRule } from '../transport/options/rules.ts'
import type { OtherCreation, ReconcileOptions } from './reconcile.ts'
import type { WaitOptions } from './waiting.ts'

export const waitOptionRules = { ...waitRules, signal: signalRule }

export const reconcileMethod = {
  operation: 'reconcile',
  methodName: 'entities.reconcile',
} as const satisfies CalledMethod<string>

export const reconcileRules = {
  ...requestRules,
  since: createRule(
    value => isString(value) && readTime(value) !== null,
    'must be a time such as 2025-01-05T12:00:00Z',
  ),
  before: createRule(
    value => Array.isArray(value) && value.every(isId),
    'must be entities or their identifiers',
  ),
  otherCreations: createRule(
    value => value === null || (Array.isArray(value) && value.every(isOtherCreation)),
    'must be a list of entities, their identifiers, or inputs, or null',
  ),
  recheckDelay: spanRule,
}

function isOtherCreation(other: unknown): boolean {
  return isId(other) || (isRecord(other) && !(other instanceof Promise))
}

/** Copies the arguments of a wait. For each entity, copies only the fields that the wait compares. */
export function copyWait<References>(
  method: CalledMethod<string>,
  references: References,
  options: WaitOptions,
) {
  return guardInput(method, () => ({
    references: copyRecords(references, ['id', 'caseStatus', 'riskLabel', 'riskScore', 'updatedAt']),
    options: copyOptions(options),
  }))
}

/** Copies the arguments of `reconcile`. Copies only the identifiers of the entities in `before` and `otherCreations`. */
export function copyReconcile<Inputs>(inputs: Inputs, options: ReconcileOptions & RequestOptions) {
  return guardInput(reconcileMethod, () => {
    // Options that are not an object are refused by the validation.
    if (options !== undefined && (!isRecord(options) || options instanceof Promise))
      return { inputs: copyInput(bulkRowInput, inputs), options }
    const { before, otherCreations, ...others } = copyFields(options ?? {}, Object.keys(reconcileRules))
    return {
      inputs: copyInput(bulkRowInput, inputs),
      options: {
        ...copyOptions(others),
        ...(before !== undefined && { before: copyItems(before, copyReference) }),
        otherCreations: otherCreations && copyItems(otherCreations, copyOtherCreation),
      },
    }
  })
}

/** Copies each item of a list. Returns any other value as it is, so that validation can refuse it. */
function copyItems<Item, Copy>(items: Iterable<Item>, copy: (item: Item) => Copy) {
  const isList = typeof items === 'object' && items !== null && Symbol.iterator in items
  return isList ? Array.from(items, copy) : items
}

/** Returns the identifier of an entity. Returns a promise as it is, so that validation can name it. */
function copyReference(reference: EntityReference): EntityReference {
  return reference instanceof Promise ? reference : identify(reference)
}

/** Returns the identifier of an entity, or a copy of an input. */
function copyOtherCreation(other: OtherCreation): OtherCreation {
  if (typeof other === 'string') return other
  return isRecord(other) && 'id' in other ? identify(other) : copyInput(bulkRowInput, other)
}
