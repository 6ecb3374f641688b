import { entryOf } from '../graph/index-network.ts'
import type { PlacedEdge, PlacedNode } from './layout.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

/** Where lines meet a box they keep this distance, as long as there is room. */
const spacing = 16
const corner = 14

/** An end of a line: at which side of which box, and where the line comes from. */
interface End {
  readonly box: PlacedNode
  readonly isBelow: boolean
  readonly from: Point
}

/** Lets lines end side by side at the top and bottom of the boxes, in the order in which they come. */
export function withPorts(boxes: readonly PlacedNode[], edges: readonly PlacedEdge[]): PlacedEdge[] {
  const boxById = new Map(boxes.map(box => [box.node.id, box]))
  const ends = edges.map(({ edge, points }) => {
    const [source, target] = [boxById.get(edge.source), boxById.get(edge.target)]
    if (source === undefined || target === undefined || source === target) return null
    return { start: endAt(source, points.at(1)), finish: endAt(target, points.at(-2)) }
  })
  const ports = portsOf(ends.flatMap(both => (both === null ? [] : [both.start, both.finish])))
  return edges.map((placed, at) => {
    const both = ends[at] ?? null
    const [start, finish] = both === null ? [] : [ports.get(both.start), ports.get(both.finish)]
    if (start === undefined || finish === undefined) return placed
    return { ...placed, points: [start, ...placed.points.slice(1, -1), finish] }
  })
}

function endAt(box: PlacedNode, from: Point = box): End {
  return { box, from, isBelow: from.y > box.y + box.height / 2 }
}

function portsOf(ends: readonly End[]): Map<End, Point> {
  const sides = new Map<string, End[]>()
  for (const end of ends) entryOf(sides, `${end.isBelow} ${end.box.node.id}`, () => []).push(end)
  return new Map([...sides.values()].flatMap(portsAtSide))
}

function portsAtSide(ends: readonly End[]): [End, Point][] {
  const ordered = ends.toSorted((one, other) => one.from.x - other.from.x)
  return ordered.map((end, at) => {
    const { x, y, width, height } = end.box
    const step = Math.min(spacing, (width - 2 * corner) / ordered.length)
    return [
      end,
      { x: x + width / 2 + (at - (ordered.length - 1) / 2) * step, y: end.isBelow ? y + height : y },
    ]
  })
}
