import type { Network } from '../../model/network.ts'
import { checkOneOf, checkParty, refuseUnknown } from '../graph/check.ts'
import { indexed, type NetworkIndex } from '../graph/index-network.ts'
import { controlling, spread } from './spread.ts'

/**
 * How to count what is not known.
 *
 * @example
 * const network = await client.entities.network(id)
 * const options: ControlOptions = { unknown: 'counted' }
 * const atMost = companiesControlledBy(network, id, options)
 */
export interface ControlOptions {
  /**
   * Whether shares and votes that are not known count at their least, so that control is certain, or at their most, so that it
   * is possible.
   *
   * @default 'left_out'
   */
  unknown?: 'left_out' | 'counted' | undefined
}

/**
 * The ids of the companies that a party controls: by more than half of the votes, alone or together with companies that it
 * controls. Where a company has no votes in the network its shares count. A `ControlsRelationship` is control, too.
 *
 * A party that relations name and the network has no node of may be asked for, too. A relation that does not name its company
 * does not count.
 *
 * @throws InputValidationError (`invalid_input`) where no party has the id, or `unknown` is neither.
 * @example
 * const index = indexNetwork(await client.entities.network(id))
 * for (const { id, name } of index.parties.values()) console.log(name, companiesControlledBy(index, id))
 */
export function companiesControlledBy(
  network: Network | NetworkIndex,
  id: string,
  options: ControlOptions = {},
): string[] {
  const index = indexed(network)
  refuseUnknown(operation, options, ['unknown'])
  const { unknown = 'left_out' } = options
  checkOneOf(operation, 'unknown', unknown, ['left_out', 'counted'])
  const owner = checkParty(operation, index, id)
  const { reached } = spread([owner], controlling(index, unknown === 'counted' ? 'max' : 'min'))
  return [...reached.keys()].filter(company => company !== owner)
}

const operation = 'companiesControlledBy'
