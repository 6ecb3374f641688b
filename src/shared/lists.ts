/** What a map has under a key; made and added where it has nothing. */
export function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

/** The list of a key, to be added to. */
export function listOf<Key, Item>(lists: Map<Key, Item[]>, key: Key): Item[] {
  return entryOf(lists, key, () => [])
}
