import { decodeNetwork } from '../../../src/model/network.ts'
import {
  assessSanctions,
  findBeneficialOwners,
  indexNetwork,
  type NetworkGraph,
  toGraph,
  toSentences,
} from '../../../src/network/index.ts'
import { QuirkLog } from '../../../src/reading/quirk-log.ts'
import { isRecord, type JsonRecord } from '../../../src/shared/json.ts'
import type { ShownNetwork } from '../../admin/entities.ts'

/** The sanctions regimes with their labels. */
export const regimeLabels = { ofac: 'OFAC', eu: 'EU', uk: 'UK' } as const
export const ownerRuleLabels = { amlr: 'AMLR', amld: 'AMLD' } as const

export type SanctionsRegime = keyof typeof regimeLabels
export type OwnershipRule = keyof typeof ownerRuleLabels

export interface NetworkView {
  readonly graph: NetworkGraph
  readonly isQuirky: boolean
  /** The nodes by id. A party that occurs only in relations has no node. */
  readonly nodes: Readonly<Record<string, JsonRecord>>
  readonly sanctions: readonly string[]
  readonly owners: readonly string[]
}

export function createNetworkView(
  { network: body, isQuirky, screening }: ShownNetwork,
  id: string,
  regime: SanctionsRegime,
  rule: OwnershipRule,
): NetworkView {
  const network = decodeNetwork({ success: true, data: body }, { id, log: new QuirkLog('getNetwork') })
  const index = indexNetwork(network)
  return {
    graph: toGraph(index, { regime, screening }),
    isQuirky,
    nodes: listNodes(body.nodes),
    sanctions: toSentences(assessSanctions(index, { regime, screening })),
    owners: toSentences(findBeneficialOwners(index, { rule })),
  }
}

/**
 * Returns the nodes with the field names of the response. Leaves out nodes that are not objects, which a recorded network may
 * contain.
 */
function listNodes(nodes: unknown): Record<string, JsonRecord> {
  const entries = isRecord(nodes) ? Object.entries(nodes) : []
  return Object.fromEntries(entries.flatMap(([id, node]) => (isRecord(node) ? [[id, node]] : [])))
}
