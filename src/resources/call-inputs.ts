import { bulkRowInput } from '../model/bulk.ts'
import { copyInput } from '../model/copy-input.ts'
import { identify, isId } from '../model/entity-reference.ts'
import type { CalledMethod } from '../operations/operation-spec.ts'
import { copyFields, copyRecords } from '../shared/copy.ts'
import { isString } from '../shared/json.ts'
import { readTime } from '../shared/time.ts'
import { guardInput } from '../transport/check-input.ts'
import { copyOptions } from '../transport/options/copy.ts'
import type { RequestOptions } from '../transport/options/options.ts'
import { createRule, requestRules, signalRule, spanRule, waitRules } from '../transport/options/resolve.ts'
import type { ReconcileOptions } from './reconcile.ts'
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
  recheckDelay: spanRule,
}

/** Copies the arguments of a wait. Of each entity, copies only the fields that the wait compares. */
export function copyWait<References>(
  method: CalledMethod<string>,
  references: References,
  options: WaitOptions,
) {
  return guardInput(method, () => ({
    references: copyRecords(references, ['id', 'caseStatus', 'riskLabel', 'riskScore', 'updatedAt']),
    options: copyOptions(options, waitOptionRules),
  }))
}

/** Copies the arguments of `reconcile`, including all entities in `before`. */
export function copyReconcile<Inputs>(inputs: Inputs, options: ReconcileOptions & RequestOptions) {
  return guardInput(reconcileMethod, () => {
    const { before, ...others } = copyFields(options, Object.keys(reconcileRules))
    const isList = typeof before === 'object' && before !== null && Symbol.iterator in before
    return {
      inputs: copyInput(bulkRowInput, inputs),
      // Copies only the identifiers of the entities.
      options: {
        ...copyOptions(others, reconcileRules),
        ...(before !== undefined && { before: isList ? Array.from(before, identify) : before }),
      },
    }
  })
}
