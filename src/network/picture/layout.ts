import { arrange, type Route } from './arrange.ts'
import {
  blockAt,
  continueLine,
  type Drawing,
  type DrawnLine,
  type NodeBox,
  shift,
  shiftLines,
} from './blocks.ts'
import { boxOf } from './box.ts'
import type { GraphEdge, NetworkGraph } from './graph.ts'
import type { Point } from './ports.ts'
import { type Font, shortened, widthOf } from './text.ts'
import { findFans, findTrees, type Trees } from './trees.ts'

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

/** Wider than this, ranks are no picture for a page; and of more parties they always are. */
const widest = 1000
const mostInRanks = 50

/**
 * Lays a graph out, owners above what they own: in ranks, or, where these are wider than a page, with all that hangs on a party by a
 * single line in blocks. The same graph is always laid out in the same way.
 */
export async function layOut(graph: NetworkGraph): Promise<Layout> {
  if (graph.nodes.length <= mostInRanks) {
    const layout = await layOutAround(graph, findFans(graph))
    if (layout.width <= widest) return layout
  }
  return layOutAround(graph, findTrees(graph))
}

const sides = ['above', 'below'] as const

async function layOutAround({ nodes, edges }: NetworkGraph, trees: Trees): Promise<Layout> {
  const boxes = new Map(nodes.map(node => [node.id, { node, ...boxOf(node) }]))
  const hung = new Set([...trees.values()].flatMap(({ above, below }) => [...above, ...below]))
  const leaves = new Set(
    [...trees].flatMap(([hub, { above, below }]) =>
      [...above, ...below].map(edge => (edge.source === hub ? edge.target : edge.source)),
    ),
  )
  const trunks = nodes.filter(({ id }) => !leaves.has(id))
  const blocks = trunks.flatMap(({ id }) =>
    sides.flatMap(side => {
      const block = blockAt(id, side, trees, boxes)
      return block === null ? [] : [{ hub: id, side, block, name: `${side} ${id}` }]
    }),
  )
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
  const drawn = blocks.map(({ name, side, block }): Drawing => {
    const place = areas.get(name) ?? origin
    const route = routes.get(name)?.points ?? []
    const open = shiftLines(block.open, place).map(line => continueLine(line, route, side))
    const { boxes, lines } = shift(block, place)
    return { boxes, lines: [...lines, ...open] }
  })
  return {
    width,
    height,
    nodes: [
      ...trunks.flatMap(({ id }) => placed(boxes.get(id), areas.get(partOf(id)))),
      ...drawn.flatMap(({ boxes }) => boxes),
    ],
    edges: [
      ...lines.flatMap(({ edge, name }) => labelled(edge, routes.get(name))),
      ...drawn.flatMap(({ lines }) => lines.flatMap(line => labelled(line.edge, line))),
    ],
  }
}

const origin: Point = { x: 0, y: 0 }

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
