import { entryOf } from '../../shared/lists.ts'
import type { Box } from './box.ts'
import type { GraphEdge, GraphNode, NetworkGraph } from './graph.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

/** A party and its box. */
export type NodeBox = Box & { readonly node: GraphNode }

export interface DrawnLine {
  readonly edge: GraphEdge
  /** From the box of the source to that of the target. */
  readonly points: readonly Point[]
  /** The middle of its label. */
  readonly label: Point
}

/** Parties with a single line that are many around the same one, on one side of it. */
export interface Fan {
  readonly hub: string
  readonly side: 'above' | 'below'
  readonly edges: readonly GraphEdge[]
}

/** A fan in rows. Places are from its left top; the line that leads to its hub runs in its middle. */
export interface Block {
  readonly width: number
  readonly height: number
  readonly boxes: readonly (NodeBox & Point)[]
  /** From each party to the side of the block that is near the hub. */
  readonly lines: readonly DrawnLine[]
}

/** Fewer stand in a row as well as in a block. */
const fewest = 3
const columnGap = 26
const rowGap = 16
/** From a box to the line that all of a row share: room for a label, and below for an arrow too. */
const stubs = { above: 26, below: 36 }
const labelPlace = 13

/**
 * Finds parties of which dozens in a row would make a picture too wide to see. Owners, holdings and the like stand in one fan,
 * partners, suppliers and roles in another: their lines do not meet.
 */
export function findFans({ rootId, edges }: NetworkGraph): Fan[] {
  const counts = new Map<string, number>()
  for (const { source, target } of edges)
    for (const id of [source, target]) counts.set(id, (counts.get(id) ?? 0) + 1)
  const fans = new Map<string, Fan & { readonly edges: GraphEdge[] }>()
  for (const edge of edges) {
    const { source, target, kind } = edge
    const leaf = [source, target].find(id => id !== rootId && counts.get(id) === 1)
    const side: Fan['side'] = leaf === source ? 'above' : 'below'
    // A broken line is lost among others, and what owns itself hangs on nobody.
    const isBroken = side === 'above' && (kind === 'votes' || kind === 'control')
    if (leaf === undefined || source === target || isBroken) continue
    const hub = leaf === source ? target : source
    const isLoose = kind === 'role' || kind === 'relation'
    entryOf(fans, JSON.stringify([hub, side, isLoose]), () => ({ hub, side, edges: [] })).edges.push(edge)
  }
  return [...fans.values()].filter(fan => fan.edges.length >= fewest)
}

/** A few columns, so that a page shows all of them. Their number is even: the line to the hub runs between them. */
export function blockOf({ side, edges }: Fan, boxes: ReadonlyMap<string, NodeBox>): Block {
  const columns = edges.length <= 8 ? 2 : 4
  const isAbove = side === 'above'
  const members = edges
    .toSorted((one, other) => (other.share?.max ?? 0) - (one.share?.max ?? 0))
    .flatMap(edge => {
      const box = boxes.get(isAbove ? edge.source : edge.target)
      return box === undefined ? [] : [{ edge, box }]
    })
  const columnWidth = Math.max(...members.map(({ box }) => box.width))
  const width = columns * (columnWidth + columnGap) - columnGap
  const placed: (NodeBox & Point)[] = []
  const lines: { readonly edge: GraphEdge; readonly x: number; readonly rail: number }[] = []
  let top = 0
  for (let from = 0; from < members.length; from += columns) {
    const row = members.slice(from, from + columns)
    const rowHeight = Math.max(...row.map(({ box }) => box.height))
    const bottom = top + rowHeight + stubs[side]
    for (const [column, { edge, box }] of row.entries()) {
      const x = column * (columnWidth + columnGap) + (columnWidth - box.width) / 2
      placed.push({ ...box, x, y: isAbove ? top + rowHeight - box.height : top + stubs.below })
      lines.push({ edge, x: x + box.width / 2, rail: isAbove ? bottom : top })
    }
    top = bottom + rowGap
  }
  const height = top - rowGap
  return {
    width,
    height,
    boxes: placed,
    lines: lines.map(({ edge, x, rail }) => {
      const near = isAbove ? rail - stubs.above : rail + stubs.below
      const end = { x: width / 2, y: isAbove ? height : 0 }
      const points = [{ x, y: near }, { x, y: rail }, { x: width / 2, y: rail }, end]
      const label = { x, y: rail + (isAbove ? -labelPlace : labelPlace) }
      return { edge, points: isAbove ? points : points.reverse(), label }
    }),
  }
}

/** A block where it stands: its lines run on along the route to the hub. */
export function placeBlock(
  { boxes, lines }: Block,
  { side }: Fan,
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
