import type { EdgeLabel, GraphLabel, NodeLabel } from '@dagrejs/dagre'
import { type Area, endSideBySide, type Point } from './ports.ts'

/** What needs a place. */
export interface Part {
  readonly name: string
  readonly width: number
  readonly height: number
  /** Around which lines end, from its left. */
  readonly exit: number
}

/** A line between two parts, with room for its label. */
export interface Tie extends Omit<Part, 'exit'> {
  readonly from: string
  readonly to: string
  /** Heavy lines are kept short and straight. */
  readonly weight: number
}

/** Where parts and lines are, by their names. */
interface Arrangement {
  readonly width: number
  readonly height: number
  readonly areas: ReadonlyMap<string, Area>
  readonly routes: ReadonlyMap<string, Route>
}

export interface Route {
  readonly points: readonly Point[]
  /** The middle of its label. */
  readonly label: Point
}

const distances = { nodesep: 20, edgesep: 14, ranksep: 56 }

/** Places parts in ranks, each line leading down as far as that is possible. */
export async function arrange(parts: readonly Part[], ties: readonly Tie[]): Promise<Arrangement> {
  const { Graph, layout } = await import('@dagrejs/dagre')
  const graph = new Graph<GraphLabel, NodeLabel, EdgeLabel>({ multigraph: true })
  graph.setGraph({ rankdir: 'TB', ...distances })
  for (const { name, width, height } of parts) graph.setNode(name, { width, height })
  for (const { from, to, name, width, height, weight } of ties)
    graph.setEdge(from, to, { width, height, weight, labelpos: 'c' }, name)
  layout(graph)
  const areaOf = ({ name, width, height, exit }: Part): Area => {
    const { x = 0, y = 0 } = graph.node(name)
    return { x: x - width / 2, y: y - height / 2, width, height, exit }
  }
  const areas = new Map(parts.map(part => [part.name, areaOf(part)]))
  const lines = ties.flatMap(({ from, to, name, width }) => {
    const { x = 0, y = 0, points = [] } = graph.edge(from, to, name)
    const [start, end] = [areas.get(from), areas.get(to)]
    if (start === undefined || end === undefined) return []
    return [{ name, from: start, to: end, label: { x, y }, points, hasLabel: width > 0 }]
  })
  const loops = lines.filter(({ from, to }) => from === to)
  const others = lines.filter(({ from, to }) => from !== to)
  const ended = endSideBySide(others)
  const upright = uprightIn([...areas.values()])
  const routes = [
    ...loops.map(({ name, from, label }) => [name, { points: loopAround(from, label), label }] as const),
    ...others.map(
      ({ name, label, points, hasLabel }, at) =>
        [name, { points: upright(ended[at] ?? points, hasLabel), label }] as const,
    ),
  ]
  const { width = 0, height = 0 } = graph.graph()
  return { width, height, areas, routes: new Map(routes) }
}

/** What is left of a line at its end, where there is an arrow, is at least this long. */
const shortestEnd = 12

/** Lines turn between ranks only, at their label: within a rank they would run through the tall parts beside them. */
function uprightIn(areas: readonly Area[]): (points: readonly Point[], hasLabel: boolean) => Point[] {
  const halves = new Map<number, number>()
  for (const { y, height } of areas) {
    const middle = Math.round(y + height / 2)
    halves.set(middle, Math.max(halves.get(middle) ?? 0, height / 2))
  }
  const ranks = Array.from(halves, ([middle, half]) => ({ top: middle - half, bottom: middle + half }))
  return (points, hasLabel) => {
    const [start, ...between] = points
    const end = between.pop()
    if (start === undefined || end === undefined) return [...points]
    const isDown = end.y > start.y
    const edgesAt = ({ x, y }: Point): Point[] => {
      const rank = ranks.find(({ top, bottom }) => top - 1 < y && y < bottom + 1)
      if (rank === undefined) return []
      const edges = [
        { x, y: rank.top },
        { x, y: rank.bottom },
      ]
      return isDown ? edges : edges.reverse()
    }
    const farFrom =
      ({ y }: Point, away: number) =>
      (edge: Point): Point =>
        Math.abs(edge.y - y) >= shortestEnd ? edge : { x: edge.x, y: y + away * shortestEnd }
    const onwards = isDown ? 1 : -1
    return [
      start,
      ...edgesAt(start).slice(1).map(farFrom(start, onwards)),
      ...between.flatMap(point => {
        const edges = edgesAt(point)
        return edges.length === 0 && hasLabel ? [point] : edges
      }),
      ...edgesAt(end).slice(0, 1).map(farFrom(end, -onwards)),
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
