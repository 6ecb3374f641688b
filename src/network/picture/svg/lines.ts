import { percent } from '../../graph/share.ts'
import type { Point } from '../fans.ts'
import type { GraphEdge } from '../graph.ts'
import { labelFont, labelHeight, type PlacedEdge } from '../layout.ts'
import type { Colour, Paint } from './colours.ts'
import { at, element, textAt, titleOf } from './markup.ts'

/** How lines of a kind look. Each differs from the others by more than its colour. */
const looks: Readonly<
  Record<GraphEdge['kind'], { readonly colour: Colour; readonly ink: Colour; readonly dashes?: string }>
> = {
  ownership: { colour: 'ownership', ink: 'ink' },
  votes: { colour: 'control', ink: 'ink', dashes: '8 4' },
  control: { colour: 'control', ink: 'ink', dashes: '8 4' },
  role: { colour: 'relation', ink: 'muted' },
  relation: { colour: 'relation', ink: 'muted' },
}

/** A line of its kind, with an arrow at its end where it is of ownership, votes or control. */
export function drawLine(
  edge: Pick<GraphEdge, 'kind' | 'share'>,
  points: readonly Point[],
  paint: Paint,
): string {
  const { colour, dashes } = looks[edge.kind]
  const isArrow = edge.kind !== 'role' && edge.kind !== 'relation'
  const width = widthOf(edge)
  const arrow = 5 + width
  const end = points.at(-1) ?? { x: 0, y: 0 }
  const isUp = end.y < (points.at(-2) ?? end).y
  const tip = isArrow ? { x: end.x, y: end.y + (isUp ? 1 : -1) * arrow } : end
  const line = element('path', {
    d: `M${[...points.slice(0, -1), tip].map(at).join('L')}`,
    'stroke-linejoin': 'round',
    ...paint({ stroke: colour }),
    'stroke-width': width,
    ...(dashes === undefined ? {} : { 'stroke-dasharray': dashes }),
  })
  if (!isArrow) return line
  const side = arrow * 0.55
  const corners = [end, { x: tip.x - side, y: tip.y }, { x: tip.x + side, y: tip.y }].map(at)
  return line + element('path', { d: `M${corners.join('L')}Z`, ...paint({ fill: colour }) })
}

/** From one pixel for next to nothing to five for the whole. */
function widthOf({ kind, share }: Pick<GraphEdge, 'kind' | 'share'>): number {
  if (kind !== 'ownership') return kind === 'control' || kind === 'votes' ? 1.75 : 1
  return share === null ? 1 : 1 + 4 * share.min
}

/** A whole line of the picture, what it says, and more of it for readers who point at it. */
export function drawEdge({ edge, points }: PlacedEdge, callOf: (id: string) => string, paint: Paint): string {
  return element('g', {}, [titleOf(sentenceOf(edge, callOf)), drawLine(edge, points, paint)])
}

export function drawLabel({ edge, label }: PlacedEdge, callOf: (id: string) => string, paint: Paint): string {
  const { x, y, text, width } = label
  const plate = { x: x - width / 2, y: y - labelHeight / 2, width, height: labelHeight, rx: 3 }
  const middle = { x, y: y + labelFont.size * 0.35 }
  return element('g', {}, [
    titleOf(sentenceOf(edge, callOf)),
    element('rect', { ...plate, ...paint({ fill: 'background' }) }),
    textAt(middle, text, labelFont, { 'text-anchor': 'middle', ...paint({ fill: looks[edge.kind].ink }) }),
  ])
}

/** What a line says. */
export function sentenceOf(
  { source, target, kind, share, label }: GraphEdge,
  callOf: (id: string) => string,
): string {
  const [one, other] = [callOf(source), callOf(target)]
  if (kind === 'control') return `${one} ${label} ${other}`
  if (share === null) return `${one} → ${other}: ${label}`
  if (kind === 'votes') return `${one} holds ${percent(share)} of the votes in ${other}`
  return `${one} owns ${percent(share)} of ${other}`
}
