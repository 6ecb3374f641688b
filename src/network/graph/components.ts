/** Numbered points, and where each of them leads. */
export interface Steps {
  readonly size: number
  /** Where the steps of each point begin in `to`; one more than there are points. */
  readonly start: Int32Array
  readonly to: Int32Array
}

/**
 * Strongly connected components: points that lead to each other. Each comes after all that it leads to. Tarjan's algorithm, with
 * a stack of its own: a chain of owners may be longer than the engine's.
 */
export function findComponents(
  { size, start, to }: Steps,
  isStep: (step: number) => boolean = () => true,
): number[][] {
  const components: number[][] = []
  const order = new Int32Array(size).fill(-1)
  const lowest = new Int32Array(size)
  const isOpen = new Uint8Array(size)
  const next = Int32Array.from(start)
  const open: number[] = []
  let count = 0
  for (let first = 0; first < size; first += 1) {
    if (order[first] !== -1) continue
    const walk = [first]
    while (walk.length > 0) {
      const point = walk[walk.length - 1] ?? first
      if (order[point] === -1) {
        order[point] = lowest[point] = count
        count += 1
        open.push(point)
        isOpen[point] = 1
      }
      const step = next[point] ?? 0
      if (step < (start[point + 1] ?? 0)) {
        next[point] = step + 1
        if (!isStep(step)) continue
        const reached = to[step] ?? point
        if (order[reached] === -1) walk.push(reached)
        else if (isOpen[reached] === 1) lower(lowest, point, order[reached] ?? 0)
        continue
      }
      walk.pop()
      const above = walk[walk.length - 1]
      if (above !== undefined) lower(lowest, above, lowest[point] ?? 0)
      if (lowest[point] === order[point]) components.push(close(open, isOpen, point))
    }
  }
  return components
}

function lower(lowest: Int32Array, point: number, value: number): void {
  if (value < (lowest[point] ?? 0)) lowest[point] = value
}

function close(open: number[], isOpen: Uint8Array, last: number): number[] {
  const members = open.splice(open.lastIndexOf(last))
  for (const member of members) isOpen[member] = 0
  return members
}
