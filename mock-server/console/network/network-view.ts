import { decodeNetwork } from '../../../src/model/network.ts'
import {
  assessSanctions,
  beneficialOwners,
  explain,
  indexNetwork,
  type NetworkGraph,
  toGraph,
} from '../../../src/network/index.ts'
import { createQuirkLog } from '../../../src/reading/log.ts'
import type { ShownNetwork } from '../../admin/entities.ts'
import type { NodeBody } from '../../dialects/bodies.ts'

export type Regime = 'ofac' | 'eu' | 'uk'

export interface NetworkView {
  readonly graph: NetworkGraph
  readonly isQuirky: boolean
  /** By id. A missing node is not there. */
  readonly nodes: Readonly<Record<string, NodeBody>>
  readonly sanctions: readonly string[]
  readonly owners: readonly string[]
}

export function viewOf(
  { network: body, isQuirky, screening }: ShownNetwork,
  id: string,
  regime: Regime,
  rule: 'amlr' | 'amld',
): NetworkView {
  const network = decodeNetwork({ success: true, data: body }, id, createQuirkLog('getNetwork'))
  const index = indexNetwork(network)
  return {
    graph: toGraph(index, { regime }),
    isQuirky,
    nodes: body.nodes,
    sanctions: explain(assessSanctions(index, { regime, screening })),
    owners: explain(beneficialOwners(index, { rule })),
  }
}
