import type { Box } from './box.ts'
import type { Fan } from './fans.ts'
import type { GraphEdge, GraphNode } from './graph.ts'
import type { Point } from './ports.ts'

/** A party and its box. */
export type NodeBox = Box & { readonly node: GraphNode }

export interface DrawnLine {
  readonly edge: GraphEdge
  /** From the box of the source to that of the target. */
  readonly points: readonly Point[]
  /** The middle of its label. */
  readonly label: Point
}

/** A fan in rows, around the line that leads to its hub. Places are from its left top. */
export interface Block {
  readonly width: number
  readonly height: number
  /** Where, from the left, the line to the hub begins. */
  readonly exit: number
  readonly boxes: readonly (NodeBox & Point)[]
  /** From each party to the side of the block that is near the hub. */
  readonly lines: readonly DrawnLine[]
}

const columnGap = 26
const rowGap = 16
/** From a box to the line that all of a row share: room for a label, and below for an arrow too. */
const stubs = { above: 26, below: 36 }

/** A few columns, so that a page shows all of them. Their number is even: the line to the hub runs in the middle. */
export function blockOf({ side, edges }: Fan, boxes: ReadonlyMap<string, NodeBox>): Block {
  const columns = edges.length <= 8 ? 2 : 4
  const members = edges
    .toSorted((one, other) => (other.share?.max ?? 0) - (one.share?.max ?? 0))
    .flatMap(edge => {
      const box = boxes.get(side === 'above' ? edge.source : edge.target)
      return box === undefined ? [] : [{ edge, box }]
    })
  const columnWidth = Math.max(...members.map(({ box }) => box.width))
  const width = columns * (columnWidth + columnGap) - columnGap
  const exit = width / 2
  const placed: (NodeBox & Point)[] = []
  const stubbed: { readonly edge: GraphEdge; readonly x: number; readonly rail: number }[] = []
  let top = 0
  for (let from = 0; from < members.length; from += columns) {
    const row = members.slice(from, from + columns)
    const rowHeight = Math.max(...row.map(({ box }) => box.height))
    const bottom = top + rowHeight + stubs[side]
    for (const [column, { edge, box }] of row.entries()) {
      const x = column * (columnWidth + columnGap) + (columnWidth - box.width) / 2
      placed.push({ ...box, x, y: side === 'above' ? top + rowHeight - box.height : top + stubs.below })
      stubbed.push({ edge, x: x + box.width / 2, rail: side === 'above' ? bottom : top })
    }
    top = bottom + rowGap
  }
  const height = top - rowGap
  const end = { x: exit, y: side === 'above' ? height : 0 }
  return {
    width,
    height,
    exit,
    boxes: placed,
    lines: stubbed.map(({ edge, x, rail }) => {
      const near = side === 'above' ? rail - stubs.above : rail + stubs.below
      const points = [{ x, y: near }, { x, y: rail }, { x: exit, y: rail }, end]
      const label = { x, y: side === 'above' ? near + stubs.above / 2 : rail + stubs.above / 2 }
      return { edge, points: side === 'above' ? points : points.reverse(), label }
    }),
  }
}

/** A block where it stands: its lines run on along the route to the hub. */
export function placeBlock(
  { boxes, lines }: Block,
  side: Fan['side'],
  at: Point,
  route: readonly Point[],
): Pick<Block, 'boxes' | 'lines'> {
  const moved = ({ x, y }: Point): Point => ({ x: x + at.x, y: y + at.y })
  return {
    boxes: boxes.map(box => ({ ...box, ...moved(box) })),
    lines: lines.map(({ edge, points, label }) => {
      const own = points.map(moved)
      return { edge, points: side === 'above' ? [...own, ...route] : [...route, ...own], label: moved(label) }
    }),
  }
}
