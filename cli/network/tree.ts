import type { Network, Relation } from '../../src/model/network.ts'
import { createDirectionLookup, type IndexOptions } from '../../src/network/graph/index-options.ts'
import { getOrInsertList } from '../../src/shared/get-or-insert.ts'
import { isHoldingRelation } from './describe-relation.ts'

/** One line of a tree: a party, and its relation to the parent line. */
export interface TreeNode {
  readonly id: string
  /** The relation to the parent; null for the root of a tree. */
  readonly link: TreeLink | null
  /**
   * Whether the party's children are listed at another line of the tree, its main line. If so, this line has no children, which
   * prevents endless cycles.
   */
  readonly isElsewhere: boolean
  /** For each level of the tree, whether the party there is the last child of its parent. */
  readonly lastFlags: readonly boolean[]
}

/** A relation between two lines of a tree, as seen from the parent. */
export interface TreeLink {
  readonly relation: Relation
  readonly from: 'source' | 'target'
}

/**
 * Builds a tree that begins with the requested entity, and a tree for each part of the network that is not connected to that
 * entity. Owners come before holdings, and holdings before other relations. Each party has one main line, at which its children
 * are listed, and each relation is shown once.
 */
export function* buildTrees({ rootId, nodes, relations }: Network): Generator<TreeNode> {
  const links = linksByParty(relations)
  const parents = new Map<string, TreeLink | null>()
  const roots: string[] = []
  for (const id of rootId === null ? [] : [rootId]) roots.push(placeConnected(id, links, parents))
  for (const id of [...nodes.map(node => node.id), ...links.keys()])
    if (!parents.has(id)) roots.push(placeConnected(id, links, parents))
  const positions = new Map(Array.from(parents.keys(), (id, position) => [id, position]))
  for (const id of roots) yield* walkTree(id, links, parents, positions)
}

/** Reverses holdings so that the owner is always the source. */
export function withOwnersFirst(network: Network, direction: IndexOptions['direction']): Network {
  const directionOf = createDirectionLookup(direction ?? null)
  const isReversed = (relation: Relation) =>
    isHoldingRelation(relation) && directionOf(relation.type) === 'target_owns_source'
  const orient = (relation: Relation) =>
    isReversed(relation) ? { ...relation, source: relation.target, target: relation.source } : relation
  return { ...network, relations: network.relations.map(orient) }
}

type Links = ReadonlyMap<string, readonly TreeLink[]>

/** Returns the relations of each party, by id, in the order in which the tree shows them. */
function linksByParty(relations: readonly Relation[]): Links {
  const links = new Map<string, TreeLink[]>()
  for (const relation of relations) {
    const { source, target } = relation
    getOrInsertList(links, target).push({ relation, from: 'target' })
    if (source !== target) getOrInsertList(links, source).push({ relation, from: 'source' })
  }
  for (const list of links.values()) list.sort((a, b) => rank(a) - rank(b) || compareByShare(a, b))
  return links
}

function rank({ relation, from }: TreeLink): number {
  if (!isHoldingRelation(relation)) return 2
  return from === 'target' ? 0 : 1
}

function compareByShare({ relation: a }: TreeLink, { relation: b }: TreeLink): number {
  return (b.details.exactShare ?? 0) - (a.details.exactShare ?? 0)
}

/**
 * Assigns a parent to each party that is connected to the root: first to direct and indirect owners, then to direct and
 * indirect holdings, then to all others.
 */
function placeConnected(rootId: string, links: Links, parents: Map<string, TreeLink | null>): string {
  const placedIds = [rootId]
  parents.set(rootId, null)
  const follow = (from: readonly string[], mayFollow: (link: TreeLink) => boolean) => {
    const queue = [...from]
    for (const id of queue) {
      for (const link of links.get(id) ?? []) {
        const other = otherEnd(link)
        if (parents.has(other) || !mayFollow(link)) continue
        parents.set(other, link)
        queue.push(other)
        placedIds.push(other)
      }
    }
  }
  follow([rootId], link => rank(link) === 0)
  follow([rootId], link => rank(link) === 1)
  follow([...placedIds], () => true)
  return rootId
}

function otherEnd({ relation, from }: TreeLink): string {
  return from === 'source' ? relation.target : relation.source
}

function* walkTree(
  rootId: string,
  links: Links,
  parents: ReadonlyMap<string, TreeLink | null>,
  places: ReadonlyMap<string, number>,
): Generator<TreeNode> {
  // Uses an array as a stack instead of recursion, because a network may be deeper than the call stack.
  const stack: TreeNode[] = [{ id: rootId, link: null, isElsewhere: false, lastFlags: [] }]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    yield node
    if (node.isElsewhere) continue
    const { id, lastFlags } = node
    const position = places.get(id) ?? 0
    const children = (links.get(id) ?? []).flatMap(link => {
      const other = otherEnd(link)
      const isElsewhere = parents.get(other)?.relation !== link.relation
      // A relation between parties that are not parent and child is shown only once, under the party that comes first in the
      // tree.
      return isElsewhere && (places.get(other) ?? 0) < position ? [] : [{ id: other, link, isElsewhere }]
    })
    const shownChildren = children.filter(({ link }) => parents.get(id)?.relation !== link.relation)
    stack.push(
      ...shownChildren
        .map(
          (child, index): TreeNode => ({
            ...child,
            lastFlags: [...lastFlags, index === shownChildren.length - 1],
          }),
        )
        .reverse(),
    )
  }
}
