/** The end of a sentence about a name that is not known: the closest one; empty where nothing is close. */
export function didYouMean(given: string, known: Iterable<string>): string {
  const wanted = fold(given)
  let best: string | undefined
  let fewest = Math.max(1, Math.floor(wanted.length * 0.45)) + 1
  for (const name of known) {
    const folded = fold(name)
    const [part = '', whole = ''] = wanted.length < folded.length ? [wanted, folded] : [folded, wanted]
    // Two letters are part of many a name.
    const isPart = part !== whole && part.length > 2 && whole.includes(part)
    const edits = isPart ? 1 : editsBetween(wanted, folded)
    if (edits >= fewest) continue
    fewest = edits
    best = name
  }
  return best === undefined ? '' : ` (did you mean ${best}?)`
}

function fold(name: string): string {
  const letters = name.toLowerCase().replace(/[^a-z0-9]/g, '')
  return letters.slice(0, 40)
}

/** How many letters have to be put in, taken out, replaced or swapped with their neighbour (optimal string alignment). */
export function editsBetween(one: string, other: string): number {
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at]
    for (let to = 1; to <= other.length; to += 1) {
      const replaced = (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1)
      const edits = Math.min((next[to - 1] ?? 0) + 1, (row[to] ?? 0) + 1, replaced)
      const isSwapped = one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1]
      next.push(isSwapped ? Math.min(edits, (before[to - 2] ?? edits) + 1) : edits)
    }
    before = row
    row = next
  }
  return row[other.length] ?? 0
}
