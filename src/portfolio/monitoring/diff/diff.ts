import type { Entity } from '../../../model/entity.ts'
import type { Network } from '../../../model/network.ts'
import { isRecord } from '../../../shared/json.ts'
import { invalidInput } from '../../../transport/create-error.ts'
import type { EntityChange, NetworkChange } from './changes.ts'
import { diffEntities } from './entities.ts'
import { diffNetworks } from './networks.ts'

/**
 * Compares two lists of the team's entities. Entities are matched by identifier; several with one identifier are each compared.
 * Order, times, `platformId` and `unknownFields` are ignored.
 *
 * The changes come in the order of `after`, entities that are gone last. They are JSON, and share parts of the input.
 *
 * @throws InputValidationError (`invalid_input`) if one of them is not a list of entities.
 * @example
 * const before = await client.entities.list()
 * // … later
 * const changes = diff(before, await client.entities.list())
 * const worse = changes.filter(change => change.kind === 'risk_level_up')
 */
export function diff(before: readonly Entity[], after: readonly Entity[]): EntityChange[]
/**
 * Compares two networks: hits, owners and their shares, roles, and the parties themselves. Hits are known again by their key, as
 * `hitsOf` of `./network` gives it, relations by source, target, type and identifier. Order is ignored.
 *
 * A node or relation that is gone is one that the later network does not show, and no more.
 *
 * @throws InputValidationError (`invalid_input`) if one of them is not a network.
 * @example
 * const before = await client.entities.network(id)
 * // … later
 * const changes = diff(before, await client.entities.network(id))
 * for (const change of changes) if (change.kind === 'hit_new') console.log(formatChange(change))
 */
export function diff(before: Network, after: Network): NetworkChange[]
export function diff(
  before: readonly Entity[] | Network,
  after: readonly Entity[] | Network,
): EntityChange[] | NetworkChange[] {
  const isRight = isList(before) ? isListOfRecords : isNetwork
  const message = `must be a ${isList(before) ? 'list of entities' : 'network'}, as the other is`
  const wrong = Object.entries({ before, after }).filter(([, given]) => !isRight(given))
  if (wrong.length > 0)
    throw invalidInput(
      'diff',
      wrong.map(([side]) => ({ path: [side], message })),
    )
  if (isList(before) && isList(after)) return diffEntities(before, after)
  return isList(before) || isList(after) ? [] : diffNetworks(before, after)
}

function isList(value: readonly Entity[] | Network): value is readonly Entity[] {
  return Array.isArray(value)
}

function isListOfRecords(value: unknown): boolean {
  return Array.isArray(value) && value.every(isRecord)
}

function isNetwork(value: unknown): boolean {
  return isRecord(value) && isListOfRecords(value.nodes) && isListOfRecords(value.relations)
}
