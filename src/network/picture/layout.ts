import type { EdgeLabel, GraphLabel, NodeLabel } from '@dagrejs/dagre'
import { type Box, boxOf } from './box.ts'
import type { GraphEdge, GraphNode, NetworkGraph } from './graph.ts'
import { rowsOfLeaves } from './leaves.ts'
import { type Point, withPorts } from './ports.ts'
import { type Font, shortened, widthOf } from './text.ts'

/** Where everything of a graph is, in pixels from the top left. */
export interface Layout {
  readonly width: number
  readonly height: number
  readonly nodes: readonly PlacedNode[]
  readonly edges: readonly PlacedEdge[]
}

/** A box, and the left and top of it. */
export interface PlacedNode extends Box, Point {
  readonly node: GraphNode
}

export interface PlacedEdge {
  readonly edge: GraphEdge
  /** From the box of the source to that of the target. */
  readonly points: readonly Point[]
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
const distances = { nodesep: 20, edgesep: 14, ranksep: 40 }

/** Lays a graph out, owners above what they own. The same graph is always laid out in the same way. */
export async function layOut({ nodes, edges }: NetworkGraph): Promise<Layout> {
  const { Graph, layout } = await import('@dagrejs/dagre')
  const graph = new Graph<GraphLabel, NodeLabel, EdgeLabel>({ multigraph: true })
  graph.setGraph({ rankdir: 'TB', ...distances })
  const boxes = nodes.map((node, at) => ({ node, name: String(at), ...boxOf(node) }))
  const names = new Map(boxes.map(({ node, name }) => [node.id, name]))
  const rows = rowsOfLeaves(edges)
  const lines = edges.map((edge, at) => {
    const text = shortened(edge.label, labelFont, widestLabel)
    const label = { text, width: widthOf(text, labelFont) + 2 * labelPadding }
    return { edge, label, v: names.get(edge.source) ?? '', w: names.get(edge.target) ?? '', name: String(at) }
  })
  for (const { name, width, height } of boxes) graph.setNode(name, { width, height })
  for (const { edge, label, v, w, name } of lines) {
    const size = { width: label.width, height: labelHeight, labelpos: 'c' } as const
    graph.setEdge(v, w, { ...size, minlen: rows.get(edge) ?? 1, weight: weights[edge.kind] }, name)
  }
  layout(graph)
  const placed = boxes.map(({ node, name, ...box }): PlacedNode => {
    const { x = 0, y = 0 } = graph.node(name)
    return { node, ...box, x: x - box.width / 2, y: y - box.height / 2 }
  })
  const drawn = lines.map(({ edge, label, ...ends }): PlacedEdge => {
    const { x = 0, y = 0, points = [] } = graph.edge(ends)
    return { edge, points, label: { ...label, x, y } }
  })
  const { width = 0, height = 0 } = graph.graph()
  return { width, height, nodes: placed, edges: withPorts(placed, drawn) }
}

/** Heavy lines are kept short and straight. */
const weights: Readonly<Record<GraphEdge['kind'], number>> = {
  ownership: 4,
  votes: 2,
  control: 2,
  role: 1,
  relation: 1,
}
