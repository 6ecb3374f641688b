import { tryStringify } from '../../shared/json.ts'

export function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}

/**
 * Sorts items by a key, then by their JSON, so that results do not depend on the order of items in the
 * network.
 */
export function sortItems<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return items
    .map(item => ({ item, key: keyOf(item) }))
    .sort((a, b) => compareText(a.key, b.key) || compareText(writeJson(a.item), writeJson(b.item)))
    .map(({ item }) => item)
}

function writeJson(item: unknown): string {
  return tryStringify(item) ?? ''
}
