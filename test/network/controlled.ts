import type { Network } from 'entity-screening-sdk'
import { indexNetwork, type NetworkIndex } from 'entity-screening-sdk/network'
import { createControlRule } from '../../src/network/propagation/control-rule.ts'
import type { Bound } from '../../src/network/propagation/counted-holdings.ts'
import { propagate } from '../../src/network/propagation/propagate.ts'

/** The ids of those whom a party controls: certainly (`min`), or possibly. */
export function controlledBy(network: Network | NetworkIndex, id: string, bound: Bound = 'min'): string[] {
  const index = 'parties' in network ? network : indexNetwork(network)
  const { reached } = propagate([id], createControlRule(index, bound))
  return [...reached.keys()].filter(one => one !== id)
}
