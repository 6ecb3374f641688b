import * as z from 'zod/mini'
import { isRecord } from '../../../contract/json.ts'
import type { Entity } from '../../../model/entity.ts'
import type { Network } from '../../../model/network.ts'
import { check } from '../../../transport/check.ts'
import type { EntityChange, NetworkChange } from './changes.ts'
import { diffEntities, identityOf } from './entities.ts'
import { diffNetworks } from './networks.ts'

const some = (what: string) => z.unknown().check(z.refine(isRecord, `must be ${what}`))
const entities = z.array(some('an entity'), 'must be a list of entities, as the other is')
const network = z.looseObject(
  { nodes: z.array(some('a node')), relations: z.array(some('a relation')) },
  'must be a network, or both must be lists of entities',
)

/**
 * Compares two lists of the team's entities. Entities are matched by identifier; several with one identifier are each compared.
 * Order, times, `platformId` and `extra` are ignored.
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
 * Compares two networks: findings, owners and their shares, roles, and the parties themselves. Entries are compared by their
 * whole content, relations by source, target, type and identifier. Order is ignored.
 *
 * A node or relation that is gone is one that the later network does not show, and no more.
 *
 * @throws InputValidationError (`invalid_input`) if one of them is not a network.
 * @example
 * const before = await client.entities.network(id)
 * // … later
 * const changes = diff(before, await client.entities.network(id))
 * for (const change of changes) if (change.kind === 'sanctions_new') console.log(formatChange(change))
 */
export function diff(before: Network, after: Network): NetworkChange[]
export function diff(
  before: readonly Entity[] | Network,
  after: readonly Entity[] | Network,
): EntityChange[] | NetworkChange[] {
  const side = isList(before) ? entities : network
  check('diff', z.strictObject({ before: side, after: side }), { before, after })
  if (isList(before) && isList(after)) return diffEntities(before, after, identityOf)
  return isList(before) || isList(after) ? [] : diffNetworks(before, after)
}

function isList(value: readonly Entity[] | Network): value is readonly Entity[] {
  return Array.isArray(value)
}
