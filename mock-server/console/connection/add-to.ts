/** Adds to a set; returns a function that removes it again. */
export function addTo<Item>(set: Set<Item>, item: Item): () => void {
  set.add(item)
  return () => {
    set.delete(item)
  }
}
