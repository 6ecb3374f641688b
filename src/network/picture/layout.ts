import type { EdgeLabel, GraphLabel, NodeLabel } from '@dagrejs/dagre'
import { boxWidth, createBox, lineHeight, type NodeBox } from './box.ts'
import type { GraphEdge } from './edges.ts'
import type { GraphNode, NetworkGraph } from './graph.ts'
import { type Font, measureText, wrapText } from './text.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

/** The positions of a graph's parties (boxes) and edges (lines), in pixels from the top left. */
export interface GraphLayout {
  readonly width: number
  readonly height: number
  readonly nodes: readonly PlacedNode[]
  readonly edges: readonly PlacedEdge[]
}

/** The box of a party, with the position of its top left corner. */
export type PlacedNode = NodeBox & Point & { readonly node: GraphNode }

export interface PlacedEdge {
  readonly edge: GraphEdge
  /** The points through which the edge is drawn, from the box of the source to the box of the target. */
  readonly points: readonly Point[]
  readonly label: Label
}

/** The text lines of a label, its size, and the position of its centre. */
export interface Label extends Point {
  readonly lines: readonly string[]
  readonly width: number
  readonly height: number
}

export const labelFont: Font = { size: 10.5 }
const [labelPadding, maxLabelWidth, maxLabelLines] = [4, 120, 3]
/** The weight of a line in the layout: a heavier line becomes shorter and straighter. */
const weightOf = ({ kind }: GraphEdge) => (kind === 'ownership' ? 4 : 1)

/**
 * Lays out a graph in columns, with owners to the left of their companies, so that a large network becomes
 * tall instead of wide. The same graph always gets the same layout.
 */
export async function layOut({ nodes, edges }: NetworkGraph): Promise<GraphLayout> {
  const { Graph, layout } = await import('@dagrejs/dagre')
  const graph = new Graph<GraphLabel, NodeLabel, EdgeLabel>({ multigraph: true })
  graph.setGraph({ rankdir: 'LR', nodesep: 10, edgesep: 12, ranksep: 32 })
  // The prefix makes an id such as `__proto__` a safe key.
  const nodeKey = (id: string) => `party ${id}`
  const boxes = nodes.map(node => ({ node, ...createBox(node) }))
  for (const { node, height } of boxes) graph.setNode(nodeKey(node.id), { width: boxWidth, height })
  const lines = edges.map((edge, position) => {
    const [source, target, name] = [nodeKey(edge.source), nodeKey(edge.target), `line ${position}`]
    const text = createLabel(edge.label)
    const { width, height } = text
    graph.setEdge(source, target, { width, height, labelpos: 'c', weight: weightOf(edge) }, name)
    return { edge, text, source, target, name }
  })
  layout(graph)
  const placed = new Map(
    boxes.map(box => {
      const { x = 0, y = 0 } = graph.node(nodeKey(box.node.id))
      return [box.node.id, { ...box, x: x - boxWidth / 2, y: y - box.height / 2 }]
    }),
  )
  const columns = [...new Set([...placed.values()].map(({ x }) => x))]
  const takenEnds = new Set<string>()
  const { width = 0, height = 0 } = graph.graph()
  return {
    width,
    height,
    nodes: [...placed.values()],
    edges: lines.flatMap(({ edge, text, source, target, name }) => {
      const [from, to] = [placed.get(edge.source), placed.get(edge.target)]
      if (from === undefined || to === undefined) return []
      const { x = 0, y = 0, points = [] } = graph.edge(source, target, name)
      const route =
        from === to
          ? routeLoop(from, y, takenEnds)
          : routeLine(from, to, points.slice(1, -1), columns, takenEnds)
      return [{ edge, points: route, label: { ...text, x, y } }]
    }),
  }
}

function createLabel(text: string): Omit<Label, keyof Point> {
  const lines = wrapText(text, labelFont, maxLabelWidth, maxLabelLines)
  const textWidth = Math.max(...lines.map(line => measureText(line, labelFont)))
  return {
    lines,
    width: textWidth + 2 * labelPadding,
    height: Math.round(lines.length * lineHeight(labelFont)) + 2,
  }
}

/**
 * The length of the straight segment between a line's last bend and a box, which leaves room for an arrow.
 */
const stubLength = 12

/** Routes a line so that it turns only between columns, because within a column it would cross other boxes. */
function routeLine(
  from: PlacedNode,
  to: PlacedNode,
  between: readonly Point[],
  columns: readonly number[],
  takenEnds: Set<string>,
): Point[] {
  const isRight = from.x < to.x
  const [width, stub] = isRight ? [boxWidth, stubLength] : [-boxWidth, -stubLength]
  const sideOf = (columnX: number) => (isRight ? columnX : columnX + boxWidth)
  const [first, last] = [sideOf(from.x) + width, sideOf(to.x)]
  const [start, end] = [
    findEnd(from, first, between[0], takenEnds),
    findEnd(to, last, between.at(-1), takenEnds),
  ]
  return [
    { x: first, y: start },
    { x: first + stub, y: start },
    ...between.flatMap(({ x, y }) => {
      const column = columns.find(columnX => columnX <= x && x <= columnX + boxWidth)
      if (column === undefined) return { x, y }
      return [sideOf(column) - stub, sideOf(column) + width + stub].map(x => ({ x, y }))
    }),
    { x: last - stub, y: end },
    { x: last, y: end },
  ]
}

/**
 * Finds the height at which a line meets the side of a box. Lines from above meet it above lines from below,
 * and no two lines meet it at the same height.
 */
function findEnd(
  { y, height }: PlacedNode,
  x: number,
  next: Pick<Point, 'y'> | undefined,
  takenEnds: Set<string>,
) {
  const middle = y + height / 2
  const offset = (next?.y ?? middle) - middle
  let end = middle + (offset * height) / 2 / (Math.abs(offset) + height)
  while (takenEnds.has(`${x} ${end}`)) end += (y + height - end) / 4
  takenEnds.add(`${x} ${end}`)
  return end
}

/** Routes a line from the bottom of a box to the left side of the same box, around smaller loops. */
function routeLoop(box: PlacedNode, below: number, takenEnds: Set<string>): Point[] {
  const [bottom, depth] = [box.y + box.height, below - box.y - box.height]
  const [start, outside] = [box.x + boxWidth ** 2 / (boxWidth + depth), box.x - 10 - depth / 4]
  const end = findEnd(box, box.x, { y: below }, takenEnds)
  return [
    { x: start, y: bottom },
    { x: start, y: below },
    { x: outside, y: below },
    { x: outside, y: end },
    { x: box.x, y: end },
  ]
}
