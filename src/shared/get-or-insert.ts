/** Returns the value of a key in a map; creates and inserts it if it is missing. */
export function getOrInsert<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const existing = map.get(key)
  if (existing !== undefined) return existing
  const created = create()
  map.set(key, created)
  return created
}

/** Returns the list of a key, to append to; inserts an empty list if it is missing. */
export function getOrInsertList<Key, Item>(lists: Map<Key, Item[]>, key: Key): Item[] {
  return getOrInsert(lists, key, () => [])
}
