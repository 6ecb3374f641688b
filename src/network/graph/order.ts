import { writtenAs } from '../../shared/json.ts'

/** A sorted copy, by a key and then by all else: whatever the order of a network, its results are the same. */
export function inOrder<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return items
    .map(item => ({ item, key: keyOf(item) }))
    .sort((one, other) => byText(one.key, other.key) || byText(textOf(one.item), textOf(other.item)))
    .map(({ item }) => item)
}

function textOf(item: unknown): string {
  return writtenAs(item) ?? ''
}

export function byText(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1
}
