import type { Network } from 'entity-screening-sdk'
import { indexNetwork, type NetworkIndex } from 'entity-screening-sdk/network'
import type { Bound } from '../../src/network/control/counted-holdings.ts'
import { createControlRule, propagate } from '../../src/network/control/propagate.ts'

/** The ids of those whom a party controls: certainly (`min`), or possibly. */
export function controlledBy(network: Network | NetworkIndex, id: string, bound: Bound = 'min'): string[] {
  const index = 'parties' in network ? network : indexNetwork(network)
  const { reached } = propagate([id], createControlRule(index, bound))
  return [...reached.keys()].filter(one => one !== id)
}
