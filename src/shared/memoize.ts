/** As many as there are days in five years. */
const most = 2000

/** Names of fields, dates, labels and countries are shorter; whatever else a service sends is not kept. */
const longest = 60

/** Caches the results of a function of texts or numbers. Callers share the results and must not change them. */
export function memoize<Value, Key extends string | number = string>(
  of: (key: Key) => Value,
): (key: Key) => Value {
  const known = new Map<Key, { readonly value: Value }>()
  return key => (known.get(key) ?? learn(key)).value

  function learn(key: Key): { readonly value: Value } {
    const made = { value: of(key) }
    if (known.size >= most) known.clear()
    if (typeof key === 'number' || key.length <= longest) known.set(key, made)
    return made
  }
}
