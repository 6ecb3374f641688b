/** Yields the lines of ranges. A range is a pair of its first and its last line: `[2, 1001, 1003, 1003]` has two ranges. */
export function* linesInRanges(ranges: readonly number[]): Generator<number> {
  for (let index = 0; index + 1 < ranges.length; index += 2) {
    const last = ranges[index + 1] ?? -1
    for (let line = ranges[index] ?? 0; line <= last; line += 1) yield line
  }
}

/** Combines line numbers, in any order, into ranges. */
export function toRanges(lines: Iterable<number>): number[] {
  const ranges: number[] = []
  for (const line of [...lines].sort((a, b) => a - b)) {
    if (ranges.length > 0 && ranges.at(-1) === line - 1) ranges[ranges.length - 1] = line
    else ranges.push(line, line)
  }
  return ranges
}
