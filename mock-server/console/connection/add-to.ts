/** Adds an item to a set. Returns a function that removes the item again. */
export function addTo<Item>(set: Set<Item>, item: Item): () => void {
  set.add(item)
  return () => {
    set.delete(item)
  }
}
