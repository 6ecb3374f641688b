import type { EntityType, Open } from '../../contract/values.ts'
import { isInvisible } from '../../contract/words/invisible.ts'
import type { NetworkNode } from '../../model/network.ts'
import type { Oddity } from './findings.ts'

/** Who is behind an id. */
export interface NetworkParty {
  /** Identifier within the network. */
  readonly id: string
  /** Name; null where none is given. */
  readonly name: string | null
  /** `organization`, `person`, or another; null where the source does not say, or its nodes say different things. */
  readonly type: Open<EntityType> | null
  /** Its node; several where the id is given twice, none where the node is missing. */
  readonly nodes: readonly NetworkNode[]
}

export function partiesOf(nodes: readonly NetworkNode[], findings: Oddity[]): Map<string, NetworkParty> {
  const parties = new Map<string, NetworkParty>()
  for (const node of nodes) {
    const { id } = node
    const known = parties.get(id)
    if (known?.nodes.length === 1) findings.push({ kind: 'duplicate_node', ids: [id] })
    parties.set(id, {
      id,
      name: known?.name ?? [node.name, node.fullName].find(isVisible) ?? null,
      // Who is a person here and an organization there may be either.
      type: known === undefined || known.type === node.type ? node.type : null,
      nodes: known === undefined ? [node] : [...known.nodes, node],
    })
  }
  for (const party of parties.values()) {
    if (party.name === null) findings.push({ kind: 'unnamed_node', ids: [party.id] })
    if (party.nodes.some(hasUnreadableSanctions))
      findings.push({ kind: 'unreadable_sanctions', ids: [party.id] })
  }
  return parties
}

/** An invisible name is none. */
function isVisible(name: string | null): boolean {
  return name !== null && !isInvisible(name)
}

/** An entry that could not be read has all that it held as `unreadable` or `value` (docs/quirks.md). */
export function isUnreadable({ name, extra }: NetworkNode['sanctions'][number]): boolean {
  return name === null && (Object.hasOwn(extra, 'unreadable') || Object.hasOwn(extra, 'value'))
}

export function hasUnreadableSanctions({ sanctions }: NetworkNode): boolean {
  return sanctions.some(isUnreadable)
}
