import { arrange, type Route } from './arrange.ts'
import { blockOf, type DrawnLine, type NodeBox, placeBlock } from './blocks.ts'
import { boxOf } from './box.ts'
import { findFans } from './fans.ts'
import type { GraphEdge, NetworkGraph } from './graph.ts'
import type { Point } from './ports.ts'
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

/**
 * Lays a graph out, owners above what they own: in ranks, with many parties that hang on one by a single line in blocks. The same
 * graph is always laid out in the same way.
 */
export async function layOut(graph: NetworkGraph): Promise<Layout> {
  const { nodes, edges } = graph
  const boxes = new Map(nodes.map(node => [node.id, { node, ...boxOf(node) }]))
  const fans = findFans(graph)
  const hung = new Set(fans.flatMap(fan => fan.edges))
  const leaves = new Set(
    fans.flatMap(fan => fan.edges.map(({ source, target }) => (source === fan.hub ? target : source))),
  )
  const trunks = nodes.filter(({ id }) => !leaves.has(id))
  const blocks = fans.map((fan, at) => ({ ...fan, block: blockOf(fan, boxes), name: `fan ${at}` }))
  const lines = edges.flatMap((edge, at) => (hung.has(edge) ? [] : [{ edge, name: `line ${at}` }]))
  const partOf = (id: string) => `party ${id}`
  const { areas, routes, width, height } = await arrange(
    [
      ...trunks.map(({ id }) => {
        const { width = 0, height = 0 } = boxes.get(id) ?? {}
        return { name: partOf(id), width, height, exit: width / 2 }
      }),
      ...blocks.map(({ name, block: { width, height, exit } }) => ({ name, width, height, exit })),
    ],
    [
      ...lines.map(({ edge, name }) => ({
        name,
        from: partOf(edge.source),
        to: partOf(edge.target),
        width: labelOf(edge).width,
        height: labelHeight,
        weight: weights[edge.kind],
      })),
      ...blocks.map(({ hub, side, name }) => {
        const [from, to] = side === 'above' ? [name, partOf(hub)] : [partOf(hub), name]
        return { name, from, to, width: 0, height: 0, weight: weights.ownership }
      }),
    ],
  )
  const drawn = blocks.map(({ name, side, block }) =>
    placeBlock(block, side, areas.get(name) ?? { x: 0, y: 0 }, routes.get(name)?.points ?? []),
  )
  return {
    width,
    height,
    nodes: [
      ...trunks.flatMap(({ id }) => placed(boxes.get(id), areas.get(partOf(id)))),
      ...drawn.flatMap(block => block.boxes),
    ],
    edges: [
      ...lines.flatMap(({ edge, name }) => labelled(edge, routes.get(name))),
      ...drawn.flatMap(block => block.lines.flatMap(line => labelled(line.edge, line))),
    ],
  }
}

function placed(box: NodeBox | undefined, place: Point | undefined): PlacedNode[] {
  return box === undefined || place === undefined ? [] : [{ ...box, x: place.x, y: place.y }]
}

function labelled(edge: GraphEdge, route: Route | undefined): PlacedEdge[] {
  return route === undefined
    ? []
    : [{ edge, points: route.points, label: { ...labelOf(edge), ...route.label } }]
}

function labelOf({ label }: GraphEdge): Pick<Label, 'text' | 'width'> {
  const text = shortened(label, labelFont, widestLabel)
  return { text, width: widthOf(text, labelFont) + 2 * labelPadding }
}

const weights: Readonly<Record<GraphEdge['kind'], number>> = {
  ownership: 4,
  votes: 2,
  control: 2,
  role: 1,
  relation: 1,
}
