import { percent } from '../../graph/share.ts'
import type { GraphEdge } from '../graph.ts'
import { labelFont, labelHeight, type PlacedEdge, type Point } from '../layout.ts'
import { colours, element, rounded, textAt, titleOf } from './markup.ts'

type CallOf = (id: string) => string

interface Look {
  readonly stroke: string
  readonly ink: string
  readonly dashes?: string
  /** How wide it is without a share. */
  readonly width: number
  readonly isArrow: boolean
}

const ownership: Look = { stroke: colours.ownership, ink: colours.ink, width: 1, isArrow: true }
const control: Look = { stroke: colours.control, ink: colours.ink, dashes: '8 4', width: 1.75, isArrow: true }
const relation: Look = { stroke: colours.relation, ink: colours.muted, width: 1, isArrow: false }

/** How lines of a kind look. Each differs from the others by more than its colour. */
const looks: Readonly<Record<GraphEdge['kind'], Look>> = {
  ownership,
  control,
  votes: control,
  role: relation,
  relation,
}

/** A whole line of the picture, and what it says for readers who point at it. */
export function drawEdge({ edge, points }: PlacedEdge, callOf: CallOf): string {
  return element('g', {}, [titleOf(sentenceOf(edge, callOf)), ...drawLine(edge, points)])
}

/** A line, with an arrow at its end where it is of ownership, votes or control. From one pixel for no share to five for the whole. */
function drawLine({ kind, share }: GraphEdge, points: readonly Point[]): string[] {
  const { stroke, dashes, width: least, isArrow } = looks[kind]
  const width = kind === 'ownership' ? least + 4 * (share?.min ?? 0) : least
  const arrow = isArrow ? 5 + width : 0
  const end = points.at(-1) ?? { x: 0, y: 0 }
  const isLeft = end.x < (points.at(-2) ?? end).x
  const tip = { x: end.x + (isLeft ? arrow : -arrow), y: end.y }
  const side = arrow * 0.55
  const corners = [end, { x: tip.x, y: tip.y - side }, { x: tip.x, y: tip.y + side }]
  const line = element('path', {
    ...{ d: pathOf([...points.slice(0, -1), tip]), fill: 'none', stroke, 'stroke-width': width },
    ...{ 'stroke-linejoin': 'round', ...(dashes === undefined ? {} : { 'stroke-dasharray': dashes }) },
  })
  return isArrow ? [line, element('path', { d: `${pathOf(corners)}Z`, fill: stroke })] : [line]
}

function pathOf(points: readonly Point[]): string {
  return `M${points.map(({ x, y }) => `${rounded(x)} ${rounded(y)}`).join('L')}`
}

export function drawLabel({ edge, label }: PlacedEdge, callOf: CallOf): string {
  const { x, y, text, width } = label
  const plate = { x: x - width / 2, y: y - labelHeight / 2, width, height: labelHeight, rx: 3 }
  const middle = { x, y: y + labelFont.size * 0.35 }
  return element('g', {}, [
    titleOf(sentenceOf(edge, callOf)),
    element('rect', { ...plate, fill: colours.background }),
    textAt(middle, text, labelFont, { 'text-anchor': 'middle', fill: looks[edge.kind].ink }),
  ])
}

/** What a line says. */
export function sentenceOf({ source, target, kind, share, label }: GraphEdge, callOf: CallOf): string {
  const [one, other] = [callOf(source), callOf(target)]
  if (kind === 'control') return `${one} ${label} ${other}`
  if (share === null) return `${one} → ${other}: ${label}`
  if (kind === 'votes') return `${one} holds ${percent(share)} of the votes in ${other}`
  return `${one} owns ${percent(share)} of ${other}`
}
