import type { Entity } from '../../../model/entity.ts'
import type { Network } from '../../../model/network.ts'
import { isRecord } from '../../../shared/json.ts'
import { invalidInput } from '../../../transport/create-error.ts'
import { diffEntities, type EntityChange } from './entities.ts'
import { diffNetworks, type NetworkChange } from './networks.ts'

/**
 * Compares two lists of the team's entities. Entities are matched by identifier; several with one identifier are each compared.
 * Order, times, `platformId` and `unknownFields` are ignored. The changes come in the order of `after`, entities that are gone last.
 *
 * @throws InputValidationError (`invalid_input`) if one of them is not a list of entities.
 * @example
 * const before = await client.entities.list()
 * // … later
 * const worse = diff(before, await client.entities.list()).filter(change => change.kind === 'risk_level_up')
 */
export function diff(before: readonly Entity[], after: readonly Entity[]): EntityChange[]
/**
 * Compares two networks: hits, owners and their shares, roles, and the parties themselves. Hits are matched by their key, as `hitsOf`
 * of `./network` returns it. `gone` only means that the later network does not show an item. Order is ignored.
 *
 * @throws InputValidationError (`invalid_input`) if one of them is not a network.
 * @example
 * const before = await client.entities.network(id)
 * // … later
 * const hits = diff(before, await client.entities.network(id)).filter(change => change.kind === 'hit_new')
 */
export function diff(before: Network, after: Network): NetworkChange[]
export function diff(
  before: readonly Entity[] | Network,
  after: readonly Entity[] | Network,
): EntityChange[] | NetworkChange[] {
  if (isEntities(before) && isEntities(after)) return diffEntities(before, after)
  if (isNetwork(before) && isNetwork(after)) return diffNetworks(before, after)
  const isList = Array.isArray(before)
  const message = `must be a ${isList ? 'list of entities' : 'network'}, as the other is`
  const isValid = (value: unknown) => (isList ? isEntities(value) : isNetwork(value))
  const sides = Object.entries({ before, after }).filter(([, value]) => !isValid(value))
  const issues = sides.map(([side]) => ({ path: [side], message }))
  throw invalidInput('diff', issues)
}

function isEntities(value: unknown): value is readonly Entity[] {
  return Array.isArray(value) && value.every(isRecord)
}

function isNetwork(value: unknown): value is Network {
  return isRecord(value) && isEntities(value.nodes) && isEntities(value.relations)
}
