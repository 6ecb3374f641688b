/** Returns ` (did you mean …?)` with the candidate closest to an unknown name; an empty string if none is close. */
export function didYouMean(unknownName: string, candidates: Iterable<string>): string {
  const foldedName = foldForComparison(unknownName)
  let best: string | undefined
  let minEdits = Math.max(1, Math.floor(foldedName.length * 0.45)) + 1
  for (const name of candidates) {
    const folded = foldForComparison(name)
    if (folded === '') continue
    const [shorter = '', longer = ''] =
      foldedName.length < folded.length ? [foldedName, folded] : [folded, foldedName]
    // A candidate is close if it contains the name or the name contains it, unless the shorter of the two has
    // only one or two letters.
    const isPart = shorter !== longer && shorter.length > 2 && longer.includes(shorter)
    const edits = isPart ? 1 : countEdits(foldedName, folded)
    if (edits >= minEdits) continue
    minEdits = edits
    best = name
  }
  return best === undefined ? '' : ` (did you mean ${best}?)`
}

/** Suggests the field with the most similar name. If no name is similar, lists all fields. */
export function suggestField(unknownName: string, names: Iterable<string>): string {
  const list = [...names].join(', ')
  return didYouMean(unknownName, names) || (list === '' ? '' : `: there are ${list}`)
}

function foldForComparison(name: string): string {
  const letters = name.toLowerCase().replace(/[^a-z0-9]/g, '')
  return letters.slice(0, 40)
}

/**
 * Returns how many insertions, removals, replacements and transpositions of letters turn one string into the other (optimal
 * string alignment distance).
 */
export function countEdits(source: string, target: string): number {
  let rowBefore: number[] = []
  let row = Array.from({ length: target.length + 1 }, (_, position) => position)
  for (let position = 1; position <= source.length; position += 1) {
    const nextRow = [position]
    for (let column = 1; column <= target.length; column += 1) {
      const replacementEdits = (row[column - 1] ?? 0) + (source[position - 1] === target[column - 1] ? 0 : 1)
      const edits = Math.min((nextRow[column - 1] ?? 0) + 1, (row[column] ?? 0) + 1, replacementEdits)
      const isTransposed =
        source[position - 1] === target[column - 2] && source[position - 2] === target[column - 1]
      nextRow.push(isTransposed ? Math.min(edits, (rowBefore[column - 2] ?? edits) + 1) : edits)
    }
    rowBefore = row
    row = nextRow
  }
  return row[target.length] ?? 0
}
