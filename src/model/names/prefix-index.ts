/** The fewest letters that count as the beginning of a name: "Li" begins too many. */
const fewestLetters = 6

/** A text of an index, with the longest other text of the index that it begins with. */
interface Entry<Value> {
  readonly text: string
  readonly value: Value
  readonly beginning: Entry<Value> | null
}

/** Finds the texts that begin with a text, and those that it begins with, in steps that grow with their logarithm only. */
export function createPrefixIndex<Value>(
  given: readonly (readonly [text: string, value: Value])[],
): (text: string) => Generator<Value> {
  const entries: Entry<Value>[] = []
  const sorted = given
    .filter(([text]) => text.length >= fewestLetters)
    .sort(([one], [other]) => order(one, other))
  for (const [text, value] of sorted) {
    // What it begins with stands right before it, or is what that begins with.
    let beginning = entries.at(-1) ?? null
    while (beginning !== null && !text.startsWith(beginning.text)) beginning = beginning.beginning
    entries.push({ text, value, beginning })
  }
  // Most names of a team begin like none that is looked for.
  const beginnings = new Set(entries.map(({ text }) => text.slice(0, fewestLetters)))

  return function* find(text) {
    if (!beginnings.has(text.slice(0, fewestLetters))) return
    const at = firstFrom(text)
    for (let next = at; entries[next]?.text.startsWith(text); next += 1) {
      const entry = entries[next]
      if (entry !== undefined) yield entry.value
    }
    for (let entry = entries[at - 1] ?? null; entry !== null; entry = entry.beginning) {
      if (text.startsWith(entry.text)) yield entry.value
    }
  }

  /** The place of the first entry that does not stand before the text. */
  function firstFrom(text: string): number {
    let [low, high] = [0, entries.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (order(entries[middle]?.text ?? '', text) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** By code units, as `startsWith` compares: a locale would put other letters in between. */
function order(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
