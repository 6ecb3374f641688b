/** How many typing errors a word may have: none where it is short, for short words are easily others. */
export function mostTypingErrors(length: number): number {
  if (length < 5) return 0
  return length < 8 ? 1 : 2
}

/** 1 for the same word; less for each typing error, and the second weighs more than the first; 0 for another word. */
export function wordSimilarity(left: string, right: string): number {
  if (left === right) return 1
  const length = Math.max(left.length, right.length)
  const most = mostTypingErrors(length)
  // Two letters more make another word, such as a longer name of its kind.
  if (Math.abs(left.length - right.length) > Math.min(most, 1)) return 0
  const errors = typingErrors(left, right)
  return errors > most ? 0 : 1 - errors ** 2 / length
}

/**
 * Letters that are wrong, missing, too many, or have changed places with their neighbour: Damerau's distance, one row at a
 * time.
 */
export function typingErrors(left: string, right: string): number {
  let before: number[] = []
  let previous = Array.from({ length: right.length + 1 }, (_, column) => column)
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1]
      const isSwapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      current.push(
        Math.min(
          (previous[column - 1] ?? 0) + (isSame ? 0 : 1),
          (previous[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          isSwapped ? (before[column - 2] ?? Number.POSITIVE_INFINITY) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    before = previous
    previous = current
  }
  return previous[right.length] ?? 0
}
