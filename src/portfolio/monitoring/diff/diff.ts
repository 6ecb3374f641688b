import { createValueIssues } from '../../../contract/issues.ts'
import type { Entity } from '../../../model/entity.ts'
import type { Network } from '../../../model/network.ts'
import { isRecord } from '../../../shared/json.ts'
import { createInputError } from '../../../transport/create-error.ts'
import { compareEntities, type EntityChange } from './entities.ts'
import { compareNetworks, type NetworkChange } from './networks.ts'

/**
 * Compares two lists of the team's entities. Entities are matched by identifier; several entities with one identifier are all
 * compared. Order, times, `platformId` and `unknownFields` are ignored. The changes come in the order of `after`, followed by
 * the entities that are gone.
 *
 * @throws InputValidationError (`invalid_input`) if an argument is not a list of entities.
 * @example
 * const before = await client.entities.list()
 * // … later
 * const changes = diffEntities(before, await client.entities.list())
 * console.log(changes.filter(change => change.kind === 'risk_level_up'))
 */
export function diffEntities(before: readonly Entity[], after: readonly Entity[]): EntityChange[] {
  assertBoth('diffEntities', { before, after }, isEntities, 'a list of entities')
  return compareEntities(before, after)
}

/**
 * Compares two networks: hits, owners and their shares, roles, and the parties themselves. Hits are matched by the key that
 * `listHits` of `./network` returns. `gone` only means that the later network does not show an item. Order is ignored.
 *
 * @throws InputValidationError (`invalid_input`) if an argument is not a network.
 * @example
 * const before = await client.entities.network(id)
 * // … later
 * const changes = diffNetworks(before, await client.entities.network(id))
 * console.log(changes.filter(change => change.kind === 'hit_new'))
 */
export function diffNetworks(before: Network, after: Network): NetworkChange[] {
  assertBoth('diffNetworks', { before, after }, isNetwork, 'a network')
  return compareNetworks(before, after)
}

function assertBoth(
  name: string,
  states: { readonly before: unknown; readonly after: unknown },
  isValid: (state: unknown) => boolean,
  expected: string,
): void {
  const invalid = Object.entries(states).filter(([, state]) => !isValid(state))
  if (invalid.length === 0) return
  throw createInputError(
    name,
    invalid.flatMap(([parameter, state]) => createValueIssues([parameter], state, `must be ${expected}`)),
  )
}

function isEntities(value: unknown): value is readonly Entity[] {
  return Array.isArray(value) && value.every(entity => isRecord(entity) && !(entity instanceof Promise))
}

function isNetwork(value: unknown): value is Network {
  return isRecord(value) && isEntities(value.nodes) && isEntities(value.relations)
}
