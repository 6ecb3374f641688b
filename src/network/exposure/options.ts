import { checkId, checkOneOf, checkOptions, refuse } from '../graph/check.ts'
import type { NetworkIndex } from '../graph/index-network.ts'
import type { ExposureOptions } from './exposure.ts'
import { regimes } from './regimes.ts'

/**
 * The id of the company.
 *
 * @throws InputValidationError where an option is not what it has to be.
 */
export function checkExposureOptions(
  operation: string,
  index: NetworkIndex,
  options: ExposureOptions,
): string {
  checkOptions(operation, options)
  const { regime, isBlocked, jointArrangements, unlistedOwners }: Readonly<Record<string, unknown>> = {
    ...options,
  }
  checkOneOf(operation, 'regime', regime, Object.keys(regimes))
  checkOneOf(operation, 'unlistedOwners', unlistedOwners ?? 'flagged', ['flagged', 'possible'])
  if (isBlocked !== undefined && typeof isBlocked !== 'function')
    refuse(operation, 'isBlocked', 'must be a function')
  const joint = jointArrangements ?? []
  if (!Array.isArray(joint) || !joint.every(Array.isArray))
    refuse(operation, 'jointArrangements', 'must be lists of ids')
  for (const id of joint.flat()) {
    if (!index.parties.has(id))
      refuse(operation, 'jointArrangements', 'must be lists of ids of nodes of the network')
  }
  return checkId(operation, index, options.id)
}
