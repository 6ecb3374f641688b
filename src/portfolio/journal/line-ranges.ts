/** The lines of ranges, which are pairs of the first and the last of consecutive lines: `[2, 1001, 1003, 1003]`. */
export function* linesInRanges(ranges: readonly number[]): Generator<number> {
  for (let index = 0; index + 1 < ranges.length; index += 2) {
    const last = ranges[index + 1] ?? -1
    for (let line = ranges[index] ?? 0; line <= last; line += 1) yield line
  }
}

/** The ranges of lines, which may come in any order. */
export function toRanges(lines: Iterable<number>): number[] {
  const ranges: number[] = []
  for (const line of [...lines].sort((a, b) => a - b)) {
    if (ranges.length > 0 && ranges.at(-1) === line - 1) ranges[ranges.length - 1] = line
    else ranges.push(line, line)
  }
  return ranges
}
