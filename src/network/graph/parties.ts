import type { EntityType, Open } from '../../contract/values.ts'
import type { NetworkNode } from '../../model/network.ts'
import { getOrInsertList } from '../../shared/get-or-insert.ts'
import { isNamed, isPlaceholderName } from '../../shared/names/placeholder-names.ts'
import { isInvisible } from '../../shared/text/invisible.ts'
import type { HoldingKind } from '../relations/relation-types.ts'
import type { DataIssueWithoutNames } from './data-issues.ts'
import type { Holdings } from './holdings.ts'

/** A party of a network, with its name. */
export type NamedParty = {
  /** Identifier within the network. */
  readonly id: string
  /** Name; null if the party has none. */
  readonly name: string | null
}

/** A party of a network, with its name and type. */
export interface Party extends NamedParty {
  /** Type: `organization`, `person`, or another; null if the party's nodes are missing, have no type, or have different types. */
  readonly type: Open<EntityType> | null
}

/** A party, with the nodes of the network that describe it. */
export type NetworkParty = Party & {
  /**
   * The party's nodes: usually one; several if nodes have the same id or were merged; none if the network has
   * no node for the party.
   */
  readonly nodes: readonly NetworkNode[]
}

/** @param idOf returns the id of a node's party. */
export function collectParties(
  nodes: readonly NetworkNode[],
  idOf: (id: string) => string,
  issues: DataIssueWithoutNames[],
): Map<string, NetworkParty> {
  const byParty = new Map<string, NetworkNode[]>()
  for (const node of nodes) getOrInsertList(byParty, idOf(node.id)).push(node)
  const parties = new Map<string, NetworkParty>()
  for (const [id, partyNodes] of byParty) {
    // If the nodes of a party have different types, the party may be of either type.
    const type = partyNodes.every(node => node.type === partyNodes[0]?.type)
      ? (partyNodes[0]?.type ?? null)
      : null
    const names = partyNodes
      .flatMap(node => [node.name, node.fullName])
      .flatMap(candidate => (candidate === null || isInvisible(candidate) ? [] : candidate))
    const name = names.find(candidate => !isPlaceholderName(candidate, type)) ?? names[0] ?? null
    parties.set(id, { id, name, type, nodes: partyNodes })
    const flags = {
      duplicate_node: new Set(partyNodes.map(node => node.id)).size < partyNodes.length,
      unnamed_node: name === null,
      placeholder_name: name !== null && !isNamed({ name, type }),
      unclear_node: partyNodes.some(
        node => node.sanctionsStatus === 'unclear' || hasUnreadableSanctions(node),
      ),
      not_shown: partyNodes.every(isNotShown),
    }
    for (const kind of nodeIssues) if (flags[kind]) issues.push({ kind, ids: [id] })
  }
  return parties
}

const nodeIssues = [
  'duplicate_node',
  'unnamed_node',
  'placeholder_name',
  'unclear_node',
  'not_shown',
] as const

/**
 * Whether a party has the type `person`, and has neither owners nor a registration number, which would
 * contradict this type.
 */
export function isCertainlyPerson(
  { shares, votes }: Readonly<Record<HoldingKind, Holdings>>,
  { id, type, nodes }: NetworkParty,
): boolean {
  const isOwned = shares.ofCompany.has(id) || votes.ofCompany.has(id)
  const isCompany = nodes.some(
    node => node.registrationNumber !== null || /entity|organi[sz]ation|company/i.test(node.nodeType ?? ''),
  )
  return type === 'person' && !isOwned && !isCompany
}

export function hasUnreadableSanctions({ sanctions }: NetworkNode): boolean {
  return sanctions.some(entry => !entry.isReadable)
}

/** Whether a node has no list of sanctions. Hits of other kinds do not prove that the party was screened for sanctions. */
export function isNotShown({ sanctionsStatus }: NetworkNode): boolean {
  return sanctionsStatus === 'not_shown'
}
