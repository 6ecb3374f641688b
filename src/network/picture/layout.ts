import type { EdgeLabel, GraphLabel, NodeLabel } from '@dagrejs/dagre'
import { entryOf } from '../../shared/lists.ts'
import { boxOf } from './box.ts'
import { blockOf, type DrawnLine, findFans, type NodeBox, type Point, placeBlock } from './fans.ts'
import type { GraphEdge, NetworkGraph } from './graph.ts'
import { type Font, shortened, widthOf } from './text.ts'

/** Where everything of a graph is, in pixels from the top left. */
export interface Layout {
  readonly width: number
  readonly height: number
  readonly nodes: readonly PlacedNode[]
  readonly edges: readonly PlacedEdge[]
}

/** A box, and the left and top of it. */
export type PlacedNode = NodeBox & Point

export interface PlacedEdge extends DrawnLine {
  readonly label: Label
}

/** A text, and its middle. */
export interface Label extends Point {
  readonly text: string
  readonly width: number
}

export const labelFont: Font = { size: 10.5 }
export const labelHeight = 15
const labelPadding = 4
const widestLabel = 120
const distances = { nodesep: 14, edgesep: 14, ranksep: 56 }
/** Heavy lines are kept short and straight. */
const weights: Readonly<Record<GraphEdge['kind'], number>> = {
  ownership: 4,
  votes: 2,
  control: 2,
  role: 1,
  relation: 1,
}

/** A line between two boxes of the layout, with room for its label. */
interface Tie {
  readonly name: string
  readonly from: string
  readonly to: string
  readonly width: number
  readonly height: number
  readonly weight: number
}

interface Area extends Point {
  readonly width: number
  readonly height: number
}

interface Route {
  readonly points: readonly Point[]
  readonly label: Point
}

/**
 * Lays a graph out, owners above what they own: in ranks, with many parties that hang on one by a single line in blocks. The same
 * graph is always laid out in the same way.
 */
export async function layOut(graph: NetworkGraph): Promise<Layout> {
  const boxes = new Map(graph.nodes.map(node => [node.id, { node, ...boxOf(node) }]))
  const blocks = findFans(graph).map((fan, at) => ({ fan, name: `fan ${at}`, block: blockOf(fan, boxes) }))
  const hung = new Set(blocks.flatMap(({ fan }) => fan.edges))
  const leaves = new Set(blocks.flatMap(({ block }) => block.boxes.map(({ node }) => node.id)))
  const trunks = [...boxes.values()].filter(({ node }) => !leaves.has(node.id))
  const lines = graph.edges.filter(edge => !hung.has(edge))
  const nameOf = (id: string) => `party ${id}`
  const { width, height, areas, routes } = await arrange(
    new Map<string, { readonly width: number; readonly height: number }>([
      ...trunks.map(box => [nameOf(box.node.id), box] as const),
      ...blocks.map(({ name, block }) => [name, block] as const),
    ]),
    [
      ...lines.map((edge, at) => ({
        name: `line ${at}`,
        from: nameOf(edge.source),
        to: nameOf(edge.target),
        width: labelOf(edge).width,
        height: labelHeight,
        weight: weights[edge.kind],
      })),
      ...blocks.map(({ name, fan: { hub, side } }) => {
        const [from, to] = side === 'above' ? [name, nameOf(hub)] : [nameOf(hub), name]
        return { name, from, to, width: 0, height: 0, weight: weights.ownership }
      }),
    ],
  )
  const placed = blocks.map(({ name, fan, block }) =>
    placeBlock(block, fan, areas.get(name) ?? { x: 0, y: 0 }, routes.get(name)?.points ?? []),
  )
  const labelled = (line: DrawnLine) => ({ ...line, label: { ...labelOf(line.edge), ...line.label } })
  return {
    width,
    height,
    nodes: [
      ...trunks.map(box => {
        const { x = 0, y = 0 } = areas.get(nameOf(box.node.id)) ?? {}
        return { ...box, x, y }
      }),
      ...placed.flatMap(block => block.boxes),
    ],
    edges: [
      ...lines.flatMap((edge, at) => {
        const route = routes.get(`line ${at}`)
        return route === undefined ? [] : [{ edge, ...route }]
      }),
      ...placed.flatMap(block => block.lines),
    ].map(labelled),
  }
}

function labelOf({ label }: GraphEdge): Pick<Label, 'text' | 'width'> {
  const text = shortened(label, labelFont, widestLabel)
  return { text, width: widthOf(text, labelFont) + 2 * labelPadding }
}

/** Places boxes in ranks, each line leading down as far as that is possible. */
async function arrange(
  boxes: ReadonlyMap<string, { readonly width: number; readonly height: number }>,
  ties: readonly Tie[],
) {
  const { Graph, layout } = await import('@dagrejs/dagre')
  const graph = new Graph<GraphLabel, NodeLabel, EdgeLabel>({ multigraph: true })
  graph.setGraph({ rankdir: 'TB', ...distances })
  for (const [name, { width, height }] of boxes) graph.setNode(name, { width, height })
  for (const { name, from, to, ...label } of ties) graph.setEdge(from, to, { ...label, labelpos: 'c' }, name)
  layout(graph)
  const areas = new Map(
    Array.from(boxes, ([name, { width, height }]) => {
      const { x = 0, y = 0 } = graph.node(name)
      return [name, { x: x - width / 2, y: y - height / 2, width, height }] as const
    }),
  )
  const areaOf = (name: string) => areas.get(name) ?? { x: 0, y: 0, width: 0, height: 0 }
  const laid = ties.map(({ from, to, name }) => {
    const { x = 0, y = 0, points = [] } = graph.edge(from, to, name)
    return { name, from: areaOf(from), to: areaOf(to), points: [...points], label: { x, y } }
  })
  const isLoop = ({ from, to }: (typeof laid)[number]) => from === to
  endSideBySide(laid.filter(line => !isLoop(line)))
  const upright = uprightIn([...areas.values()])
  const routes = new Map<string, Route>(
    laid.map(line => {
      const { name, from, label, points } = line
      return [name, { label, points: isLoop(line) ? loopAround(from, label) : upright(points) }]
    }),
  )
  const { width = 0, height = 0 } = graph.graph()
  return { width, height, areas, routes }
}

/** Where lines meet a box they keep this distance, as long as there is room. */
const spacing = 16
const corner = 14

/** Lets lines end side by side at the top and bottom of boxes, in the order in which they come. */
function endSideBySide(
  lines: readonly { readonly from: Area; readonly to: Area; readonly points: Point[] }[],
): void {
  const sides = new Map<Area, Record<'above' | 'below', End[]>>()
  for (const { from, to, points } of lines) {
    for (const [box, at, next] of [
      [from, 0, points[1]],
      [to, points.length - 1, points.at(-2)],
    ] as const) {
      const { x, y } = next ?? box
      const side = y > box.y + box.height / 2 ? 'below' : 'above'
      entryOf(sides, box, () => ({ above: [], below: [] }))[side].push({ points, at, x })
    }
  }
  for (const [box, { above, below }] of sides) {
    placeEnds(above, box, box.y)
    placeEnds(below, box, box.y + box.height)
  }
}

/** An end of a line, and where the line comes from. */
interface End {
  readonly points: Point[]
  readonly at: number
  readonly x: number
}

function placeEnds(ends: readonly End[], { x, width }: Area, y: number): void {
  const step = Math.min(spacing, (width - 2 * corner) / ends.length)
  const ordered = ends.toSorted((one, other) => one.x - other.x)
  for (const [place, { points, at }] of ordered.entries())
    points[at] = { x: x + width / 2 + (place - (ends.length - 1) / 2) * step, y }
}

/** What is left of a line at its end, where there is an arrow, is at least this long. */
const shortestEnd = 12

/** Lines turn between ranks only: within a rank they would run through the tall parts beside them. */
function uprightIn(areas: readonly Area[]): (points: readonly Point[]) => Point[] {
  const halves = new Map<number, number>()
  for (const { y, height } of areas) {
    const middle = Math.round(y + height / 2)
    halves.set(middle, Math.max(halves.get(middle) ?? 0, height / 2))
  }
  const ranks = Array.from(halves, ([middle, half]) => ({ top: middle - half, bottom: middle + half }))
  return points => {
    const [start, ...between] = points
    const end = between.pop()
    if (start === undefined || end === undefined) return [...points]
    const isDown = end.y > start.y
    /** Where a line enters the rank of a point, and where it leaves it. */
    const through = ({ x, y }: Point): Point[] => {
      const rank = ranks.find(({ top, bottom }) => top - 1 < y && y < bottom + 1)
      if (rank === undefined) return [{ x, y }]
      const edges = [rank.top, rank.bottom].map(edge => ({ x, y: edge }))
      return isDown ? edges : edges.reverse()
    }
    const away = (from: Point, { x, y }: Point = from, way: number): Point => {
      const isFar = Math.abs(y - from.y) >= shortestEnd
      return { x, y: isFar ? y : from.y + way * shortestEnd }
    }
    const onwards = isDown ? 1 : -1
    return [
      start,
      away(start, through(start).at(-1), onwards),
      ...between.flatMap(through),
      away(end, through(end).at(0), -onwards),
      end,
    ]
  }
}

/** From the right side of a box back to its top. */
function loopAround({ x, y, width, height }: Area, { x: outside }: Point): Point[] {
  const [right, above] = [x + width, y - 16]
  const start = y + height * 0.75
  return [
    { x: right, y: start },
    { x: outside, y: start },
    { x: outside, y: above },
    { x: right - 24, y: above },
    { x: right - 24, y },
  ]
}
