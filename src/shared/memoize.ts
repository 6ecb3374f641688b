/** As many as there are days in five years. */
const most = 2000

/** Names of fields, dates, labels and countries are shorter; whatever else a service sends is not kept. */
const longest = 60

/** Caches the results of a function of texts. Callers share the results and must not change them. */
export function memoize<Value>(of: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, { readonly value: Value }>()
  return text => (known.get(text) ?? learn(text)).value

  function learn(text: string): { readonly value: Value } {
    const made = { value: of(text) }
    if (known.size >= most) known.clear()
    if (text.length <= longest) known.set(text, made)
    return made
  }
}
