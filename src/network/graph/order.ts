import type { NetworkNode, Relation } from '../../model/network.ts'
import { writtenAs } from '../../shared/json.ts'
import { listOf } from '../../shared/lists.ts'

/** A sorted copy: whatever the order of a network, its results are the same. */
export function inOrder<Item>(items: readonly Item[], compare: (one: Item, other: Item) => number): Item[] {
  return items.toSorted(
    (one, other) => compare(one, other) || byText(writtenAs(one) ?? '', writtenAs(other) ?? ''),
  )
}

export function byText(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1
}

export function byId(one: Pick<NetworkNode, 'id'>, other: Pick<NetworkNode, 'id'>): number {
  return byText(one.id, other.id)
}

/** {@link inOrder} by their ends and types: those of one source are few. */
export function relationsInOrder(relations: readonly Relation[]): Relation[] {
  const bySource = new Map<string, Relation[]>()
  for (const relation of relations) {
    listOf(bySource, relation.source).push(relation)
  }
  return [...bySource]
    .sort(([one], [other]) => byText(one, other))
    .flatMap(([, some]) => inOrder(some, byTarget))
}

function byTarget(one: Relation, other: Relation): number {
  return byText(one.target, other.target) || byText(one.type, other.type)
}
