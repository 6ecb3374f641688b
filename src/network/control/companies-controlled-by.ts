import type { Network } from '../../model/network.ts'
import { checkId } from '../graph/check.ts'
import { indexed, type NetworkIndex } from '../graph/index-network.ts'
import { isMajority } from '../graph/share.ts'
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
 * @throws InputValidationError (`invalid_input`) where no node has the id.
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
  const owner = checkId('companiesControlledBy', index, id)
  const { unknown = 'left_out' } = options
  const companies = spread(
    [owner],
    controlling(index, ({ min, max }) => isMajority(unknown === 'counted' ? max : min)),
  )
  companies.delete(owner)
  return [...companies]
}
