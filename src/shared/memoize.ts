/** The maximum number of cached results, enough for the dates of five years. */
const maxEntries = 2000

/** The maximum length of a string whose result is cached. Names of fields, dates, labels and countries are shorter. */
const maxKeyLength = 60

/** Caches the results of a function that takes a string or a number. Callers share the results and must not change them. */
export function memoize<Value, Key extends string | number = string>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const cache = new Map<Key, { readonly value: Value }>()
  return key => (cache.get(key) ?? remember(key)).value

  function remember(key: Key): { readonly value: Value } {
    const entry = { value: compute(key) }
    if (cache.size >= maxEntries) cache.clear()
    if (typeof key === 'number' || key.length <= maxKeyLength) cache.set(key, entry)
    return entry
  }
}
