import {
  type BeneficialOwnerRule,
  beneficialOwners,
  explain,
  exposure,
  indexNetwork,
  type NetworkGraph,
  type Regime,
  toGraph,
  toSvg,
} from '../../../src/network/index.ts'
import { type Layout, layOut } from '../../../src/network/picture/layout.ts'
import type { NetworkBody } from '../../dialects/bodies.ts'
import { type NetworkNode, readNetwork } from './read-network.ts'

/** What is shown of a network under the rule of a regime. */
export interface Analysis {
  readonly regime: Regime
  readonly graph: NetworkGraph
  readonly layout: Layout
  /** How it stands, in sentences. */
  readonly exposure: readonly string[]
  /** The sentences about its beneficial owners under a rule. */
  owners(rule: BeneficialOwnerRule): readonly string[]
  /** All nodes of an id: a network may have several. */
  nodesOf(id: string): readonly NetworkNode[]
  /** The whole picture as a file. */
  svg(): Promise<string>
}

export async function analyse(body: NetworkBody, rootId: string, regime: Regime): Promise<Analysis> {
  const network = readNetwork(body, rootId)
  const index = indexNetwork(network)
  const graph = toGraph(index, { regime })
  return {
    regime,
    graph,
    layout: await layOut(graph),
    exposure: explain(exposure(index, { regime })),
    owners: rule => explain(beneficialOwners(index, { rule })),
    nodesOf: id => index.parties.get(id)?.nodes ?? [],
    svg: () => toSvg(index, { regime, theme: 'light' }),
  }
}
