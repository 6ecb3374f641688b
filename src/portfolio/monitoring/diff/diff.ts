import type { Issue } from '../../../contract/issues.ts'
import type { Entity } from '../../../model/entity.ts'
import type { Network } from '../../../model/network.ts'
import { isRecord } from '../../../shared/json.ts'
import { invalidInput } from '../../../transport/create-error.ts'
import type { EntityChange, NetworkChange } from './changes.ts'
import { diffEntities, identityOf } from './entities.ts'
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
  const issuesOf = isList(before) ? entityIssues : networkIssues
  const issues = [...issuesOf('before', before), ...issuesOf('after', after)]
  if (issues.length > 0) throw invalidInput('diff', issues)
  if (isList(before) && isList(after)) return diffEntities(before, after, identityOf)
  return isList(before) || isList(after) ? [] : diffNetworks(before, after)
}

function isList(value: readonly Entity[] | Network): value is readonly Entity[] {
  return Array.isArray(value)
}

function entityIssues(side: string, value: unknown): Issue[] {
  if (!Array.isArray(value)) return [{ path: [side], message: 'must be a list of entities, as the other is' }]
  return memberIssues([side], value, 'must be an entity')
}

function networkIssues(side: string, value: unknown): Issue[] {
  if (!isRecord(value) || !Array.isArray(value.nodes) || !Array.isArray(value.relations)) {
    return [{ path: [side], message: 'must be a network, or both must be lists of entities' }]
  }
  return [
    ...memberIssues([side, 'nodes'], value.nodes, 'must be a node'),
    ...memberIssues([side, 'relations'], value.relations, 'must be a relation'),
  ]
}

function memberIssues(path: readonly string[], members: readonly unknown[], message: string): Issue[] {
  return members.flatMap((member, at) => (isRecord(member) ? [] : [{ path: [...path, at], message }]))
}
