import { formatShare } from '../../share.ts'
import { lineHeight } from '../box.ts'
import type { GraphEdge } from '../edges.ts'
import { labelFont, type PlacedEdge, type Point } from '../layout.ts'
import { colours, element, formatPixels, textElement, titleElement } from './markup.ts'

interface EdgeStyle {
  readonly stroke: string
  readonly ink: string
  readonly dashes?: string
  /** Width of a line without a share, in pixels. */
  readonly width: number
  readonly isArrow: boolean
}

const ownership: EdgeStyle = { stroke: colours.ownership, ink: colours.ink, width: 1, isArrow: true }
const control: EdgeStyle = {
  stroke: colours.control,
  ink: colours.ink,
  dashes: '8 4',
  width: 1.75,
  isArrow: true,
}
const relation: EdgeStyle = { stroke: colours.relation, ink: colours.muted, width: 1, isArrow: false }

/** The style of each kind of line. The kinds can be distinguished without colours too. */
const edgeStyles: Readonly<Record<GraphEdge['kind'], EdgeStyle>> = {
  ownership,
  control,
  votes: control,
  role: relation,
  relation,
}

/** Draws a line, with a sentence about it in a tooltip. */
export function drawEdge({ edge, points }: PlacedEdge, displayName: (id: string) => string): string {
  return element('g', {}, [titleElement(describeEdge(edge, displayName)), ...drawLine(edge, points)])
}

/**
 * Draws a line, with an arrow at its end for ownership, votes or control. The width grows from one pixel for a share of 0 to five pixels for a
 * share of 1.
 */
function drawLine({ kind, share, doubt }: GraphEdge, points: readonly Point[]): string[] {
  const { stroke, dashes: kindDashes, width: baseWidth, isArrow } = edgeStyles[kind]
  const dashes = doubt === null ? kindDashes : '3 4'
  const width = kind === 'ownership' ? baseWidth + 4 * (share?.min ?? 0) : baseWidth
  const arrow = isArrow ? 5 + width : 0
  const end = points.at(-1) ?? { x: 0, y: 0 }
  const isLeft = end.x < (points.at(-2) ?? end).x
  const tip = { x: end.x + (isLeft ? arrow : -arrow), y: end.y }
  const side = arrow * 0.55
  const corners = [end, { x: tip.x, y: tip.y - side }, { x: tip.x, y: tip.y + side }]
  const line = element('path', {
    ...{ d: svgPath([...points.slice(0, -1), tip]), fill: 'none', stroke, 'stroke-width': width },
    ...{ 'stroke-linejoin': 'round', ...(dashes === undefined ? {} : { 'stroke-dasharray': dashes }) },
  })
  return isArrow ? [line, element('path', { d: `${svgPath(corners)}Z`, fill: stroke })] : [line]
}

function svgPath(points: readonly Point[]): string {
  return `M${points.map(({ x, y }) => `${formatPixels(x)} ${formatPixels(y)}`).join('L')}`
}

export function drawLabel({ edge, label }: PlacedEdge, displayName: (id: string) => string): string {
  const { x, y, lines, width, height } = label
  const plate = { x: x - width / 2, y: y - height / 2, width, height, rx: 3 }
  const firstBaseline = y + labelFont.size * 0.35 - ((lines.length - 1) / 2) * lineHeight(labelFont)
  const texts = lines.map((line, index) =>
    textElement({ x, y: firstBaseline + index * lineHeight(labelFont) }, line, labelFont, {
      'text-anchor': 'middle',
      fill: edgeStyles[edge.kind].ink,
    }),
  )
  return element('g', {}, [
    titleElement(describeEdge(edge, displayName)),
    element('rect', { ...plate, fill: colours.background }),
    ...texts,
  ])
}

export function describeEdge(
  { source, target, kind, share, label, doubt }: GraphEdge,
  displayName: (id: string) => string,
): string {
  const inDoubt = doubt === null ? '' : `, in doubt: ${doubt}`
  const [sourceName, targetName] = [displayName(source), displayName(target)]
  if (kind === 'control') return `${sourceName} ${label.split(' (')[0]} ${targetName}${inDoubt}`
  if (share === null) return `${sourceName} → ${targetName}: ${label}`
  if (kind === 'votes')
    return `${sourceName} holds ${formatShare(share)} of the votes in ${targetName}${inDoubt}`
  return `${sourceName} owns ${formatShare(share)} of ${targetName}${inDoubt}`
}
