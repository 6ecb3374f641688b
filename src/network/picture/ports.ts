import { entryOf } from '../graph/lists.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

/** A box, from its left and top. */
export interface Area extends Point {
  readonly width: number
  readonly height: number
  /** Around which lines end, from its left. */
  readonly exit: number
}

/** A line from a box to another. */
export interface Line {
  readonly from: Area
  readonly to: Area
  readonly points: readonly Point[]
}

/** Where lines meet a box they keep this distance, as long as there is room. */
const spacing = 16
const corner = 14

/** An end of a line: at which side of which box, and where the line comes from. */
interface End {
  readonly box: Area
  readonly isBelow: boolean
  readonly x: number
}

/** The points of lines that end side by side at the top and bottom of the boxes, in the order in which they come. */
export function endSideBySide(lines: readonly Line[]): (readonly Point[])[] {
  const ends = lines.map(({ from, to, points }) => ({
    start: endAt(from, points.at(1)),
    finish: endAt(to, points.at(-2)),
  }))
  const ports = portsOf(ends.flatMap(({ start, finish }) => [start, finish]))
  return lines.map(({ points }, at) => {
    const { start, finish } = ends[at] ?? {}
    const [first, last] = [start && ports.get(start), finish && ports.get(finish)]
    return first === undefined || last === undefined ? points : [first, ...points.slice(1, -1), last]
  })
}

function endAt(box: Area, { x, y }: Point = box): End {
  return { box, x, isBelow: y > box.y + box.height / 2 }
}

function portsOf(ends: readonly End[]): Map<End, Point> {
  const sides = new Map<Area, Record<'above' | 'below', End[]>>()
  for (const end of ends)
    entryOf(sides, end.box, () => ({ above: [], below: [] }))[end.isBelow ? 'below' : 'above'].push(end)
  return new Map(
    [...sides.values()].flatMap(({ above, below }) => [...portsAtSide(above), ...portsAtSide(below)]),
  )
}

function portsAtSide(ends: readonly End[]): [End, Point][] {
  const ordered = ends.toSorted((one, other) => one.x - other.x)
  return ordered.map((end, at) => {
    const { x, y, width, height, exit } = end.box
    const step = Math.min(spacing, (width - 2 * corner) / ordered.length)
    return [end, { x: x + exit + (at - (ordered.length - 1) / 2) * step, y: end.isBelow ? y + height : y }]
  })
}
