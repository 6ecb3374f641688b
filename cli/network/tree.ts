import type { Network, Relation } from '../../src/model/network.ts'
import { createDirectionLookup, type IndexOptions } from '../../src/network/graph/index-options.ts'
import { getOrInsertList } from '../../src/shared/get-or-insert.ts'
import { isHolding } from './relation-words.ts'

/** A party in a tree of a network, and how it is connected to the one above it. */
export interface TreeNode {
  readonly id: string
  /** Null for the party that a tree begins with. */
  readonly link: TreeLink | null
  /** Whether the party has its own place elsewhere: what is below it is shown there, which cuts cycles. */
  readonly isElsewhere: boolean
  /** One entry for each level of the tree, the party's own included: whether it is the last below its parent. */
  readonly isLast: readonly boolean[]
}

/** A relation, seen from the party above. */
export interface TreeLink {
  readonly relation: Relation
  readonly from: 'source' | 'target'
}

/**
 * A network as trees: that of the root, and one for each part that is not connected to it. Owners come before holdings, and these
 * before other relations. Each party has one place, and each relation one line.
 */
export function* treesOf({ rootId, nodes, relations }: Network): Generator<TreeNode> {
  const links = linksOf(relations)
  const parents = new Map<string, TreeLink | null>()
  const starts: string[] = []
  for (const id of rootId === null ? [] : [rootId]) starts.push(grow(id, links, parents))
  for (const id of [...nodes.map(node => node.id), ...links.keys()])
    if (!parents.has(id)) starts.push(grow(id, links, parents))
  const places = new Map(Array.from(parents.keys(), (id, place) => [id, place]))
  for (const id of starts) yield* walk(id, links, parents, places)
}

/** The network with the owner of each holding as its source, whichever end a caller says the owner is. */
export function withOwnersFirst(network: Network, direction: IndexOptions['direction']): Network {
  const directionOf = createDirectionLookup(direction ?? null)
  const isTurned = (one: Relation) => isHolding(one) && directionOf(one.type) === 'target_owns_source'
  const turn = (one: Relation) => (isTurned(one) ? { ...one, source: one.target, target: one.source } : one)
  return { ...network, relations: network.relations.map(turn) }
}

type Links = ReadonlyMap<string, readonly TreeLink[]>

/** By id, the relations of a party in the order in which they are shown. */
function linksOf(relations: readonly Relation[]): Links {
  const links = new Map<string, TreeLink[]>()
  for (const relation of relations) {
    const { source, target } = relation
    getOrInsertList(links, target).push({ relation, from: 'target' })
    if (source !== target) getOrInsertList(links, source).push({ relation, from: 'source' })
  }
  for (const list of links.values()) list.sort((one, other) => rank(one) - rank(other) || byShare(one, other))
  return links
}

function rank({ relation, from }: TreeLink): number {
  if (!isHolding(relation)) return 2
  return from === 'target' ? 0 : 1
}

function byShare({ relation: one }: TreeLink, { relation: other }: TreeLink): number {
  return (other.details.exactShare ?? 0) - (one.details.exactShare ?? 0)
}

/** Finds a place for all parties that are connected to one: the owners of owners first, then holdings of holdings, then the others. */
function grow(start: string, links: Links, parents: Map<string, TreeLink | null>): string {
  const found = [start]
  parents.set(start, null)
  const reach = (from: readonly string[], isWanted: (link: TreeLink) => boolean) => {
    const queue = [...from]
    for (const id of queue) {
      for (const link of links.get(id) ?? []) {
        const other = otherEnd(link)
        if (parents.has(other) || !isWanted(link)) continue
        parents.set(other, link)
        queue.push(other)
        found.push(other)
      }
    }
  }
  reach([start], link => rank(link) === 0)
  reach([start], link => rank(link) === 1)
  reach([...found], () => true)
  return start
}

function otherEnd({ relation, from }: TreeLink): string {
  return from === 'source' ? relation.target : relation.source
}

function* walk(
  start: string,
  links: Links,
  parents: ReadonlyMap<string, TreeLink | null>,
  places: ReadonlyMap<string, number>,
): Generator<TreeNode> {
  // Networks may be deeper than a stack.
  const waiting: TreeNode[] = [{ id: start, link: null, isElsewhere: false, isLast: [] }]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node
    if (node.isElsewhere) continue
    const { id, isLast } = node
    const place = places.get(id) ?? 0
    const children = (links.get(id) ?? []).flatMap(link => {
      const other = otherEnd(link)
      const isElsewhere = parents.get(other)?.relation !== link.relation
      // A relation that gives no place has its line at the end that was found first.
      return isElsewhere && (places.get(other) ?? 0) < place ? [] : [{ id: other, link, isElsewhere }]
    })
    const below = children.filter(({ link }) => parents.get(id)?.relation !== link.relation)
    waiting.push(
      ...below
        .map((child, at): TreeNode => ({ ...child, isLast: [...isLast, at === below.length - 1] }))
        .reverse(),
    )
  }
}
