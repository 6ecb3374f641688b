/** A `Map` or a `WeakMap`. */
interface KeyedValues<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): unknown
}

/** Returns the value of a key in a map. If the key is missing, creates a value and inserts it. */
export function getOrInsert<Key, Value>(map: KeyedValues<Key, Value>, key: Key, create: () => Value): Value {
  const existing = map.get(key)
  if (existing !== undefined) return existing
  const created = create()
  map.set(key, created)
  return created
}

/** Returns the list that a map has for a key. Inserts an empty list if the key is missing. */
export function getOrInsertList<Key, Item>(lists: Map<Key, Item[]>, key: Key): Item[] {
  const list = lists.get(key)
  if (list !== undefined) return list
  const emptyList: Item[] = []
  lists.set(key, emptyList)
  return emptyList
}
