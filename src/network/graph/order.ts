import type { NetworkNode, Relation } from '../../model/network.ts'
import { writtenAs } from '../../shared/json.ts'

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

export function byEnds(one: Relation, other: Relation): number {
  return byText(one.source, other.source) || byText(one.target, other.target) || byText(one.type, other.type)
}
