import { oneLine } from '../../one-line.ts'
import { gap, lineHeight, type Mark, markFont, markOf, nameFont, nameOf, padding, rowHeight } from '../box.ts'
import type { GraphNode } from '../graph.ts'
import type { PlacedNode } from '../layout.ts'
import type { Paint } from './colours.ts'
import { element, escaped, titleOf } from './markup.ts'

type Shape = Pick<PlacedNode, 'x' | 'y' | 'width' | 'height'>

const frameDistance = 3.5
const tagHeight = 13
const markHeight = 14

/** A party in its box, with more about it for readers who point at it. */
export function drawParty(placed: PlacedNode, paint: Paint): string {
  const { node, x, y, lines, rows } = placed
  const names = lines.map((line, at) =>
    element(
      'text',
      {
        x: x + padding,
        y: y + padding + 9 + at * lineHeight,
        'font-size': nameFont.size,
        'font-weight': 600,
        ...paint({ fill: node.isRoot ? 'onRoot' : node.name === null ? 'muted' : 'ink' }),
      },
      [escaped(line)],
    ),
  )
  const below = y + padding + lines.length * lineHeight
  return element('g', { 'data-id': node.id }, [
    titleOf(descriptionOf(node)),
    ...drawFrame(node, placed, paint),
    drawShape(node, placed, paint),
    ...names,
    ...rows.flatMap((marks, at) => drawMarks(marks, x + padding, below + at * rowHeight, node.isRoot, paint)),
    ...drawTags(node, placed, paint),
  ])
}

/** Organizations have corners, persons are round, and the line around what is not known is broken. */
export function drawShape(
  { type, isRoot, isMissing }: Pick<GraphNode, 'type' | 'isRoot' | 'isMissing'>,
  shape: Shape,
  paint: Paint,
): string {
  const isKnown = !isMissing && (type === 'person' || type === 'organization')
  return element('rect', {
    ...placeOf(shape, 0),
    rx: radiusOf(type, shape),
    ...paint(isRoot ? { fill: 'root', stroke: 'root' } : { fill: 'box', stroke: 'border' }),
    'stroke-width': 1.25,
    ...(isKnown ? {} : { 'stroke-dasharray': '3 3' }),
  })
}

function radiusOf(type: GraphNode['type'], { height }: Shape): number {
  return type === 'person' ? Math.min(18, height / 2) : 3
}

/** Around blocked parties, and broken around those who may be. */
export function drawFrame(
  { status, type }: Pick<GraphNode, 'status' | 'type'>,
  shape: Shape,
  paint: Paint,
): string[] {
  if (status === null) return []
  return [
    element('rect', {
      ...placeOf(shape, frameDistance),
      rx: radiusOf(type, shape) + frameDistance,
      ...paint({ stroke: status }),
      'stroke-width': 2.25,
      ...(status === 'possible' ? { 'stroke-dasharray': '7 4' } : {}),
    }),
  ]
}

function placeOf({ x, y, width, height }: Shape, around: number): Shape {
  return { x: x - around, y: y - around, width: width + 2 * around, height: height + 2 * around }
}

function drawMarks(
  marks: readonly Mark[],
  left: number,
  top: number,
  isOnRoot: boolean,
  paint: Paint,
): string[] {
  let x = left
  return marks.map(mark => {
    const drawn = drawMark(mark, x, top, isOnRoot, paint)
    x += mark.width + gap
    return drawn
  })
}

/** A country code, or a hit's sign: dark where it is a sanction, else outlined. */
export function drawMark(
  { kind, text, width }: Mark,
  x: number,
  y: number,
  isOnRoot: boolean,
  paint: Paint,
): string {
  const [ink, ground] = isOnRoot ? (['onRoot', 'root'] as const) : (['ink', 'box'] as const)
  const isSolid = kind === 'sanctions'
  const letters = element(
    'text',
    {
      x: x + (kind === 'plain' ? 0 : width / 2),
      y: y + markHeight / 2 + markFont.size * 0.35,
      ...(kind === 'plain' ? {} : { 'text-anchor': 'middle' }),
      'font-size': markFont.size,
      ...(isSolid ? { 'font-weight': 600 } : {}),
      ...paint({ fill: isSolid ? ground : ink }),
    },
    [escaped(text)],
  )
  if (kind === 'plain') return letters
  return (
    element('rect', {
      x,
      y,
      width,
      height: markHeight,
      rx: kind === 'pep' ? markHeight / 2 : 2.5,
      ...paint(isSolid ? { fill: ink, stroke: ink } : { stroke: ink }),
    }) + letters
  )
}

/** On the upper edge: how it stands at the left, what is folded into it at the right. */
function drawTags({ status, folded }: GraphNode, { x, y, width }: Shape, paint: Paint): string[] {
  const tags: string[] = []
  if (status !== null) {
    const { width: wide } = markOf('pep', statusTexts[status])
    tags.push(
      drawTag(
        statusTexts[status],
        x + 6,
        y,
        wide,
        paint({ fill: status, stroke: status }),
        paint({ fill: 'background' }),
      ),
    )
  }
  if (folded.count > 0) {
    const text = foldedText(folded)
    const { width: wide } = markOf('pep', text)
    const box = paint({ fill: 'background', stroke: 'border' })
    tags.push(drawTag(text, x + width - wide - 6, y, wide, box, paint({ fill: 'ink' })))
  }
  return tags
}

export const statusTexts = { blocked: 'Blocked', possible: 'Possible' } as const

export function foldedText({ count, withHits }: GraphNode['folded']): string {
  const hits = withHits === 0 ? '' : `, ${withHits.toLocaleString('en')} !`
  return `+ ${count.toLocaleString('en')}${hits}`
}

function drawTag(
  text: string,
  x: number,
  middle: number,
  width: number,
  box: Record<string, string>,
  letters: Record<string, string>,
): string {
  const y = middle - frameDistance - tagHeight / 2
  return (
    element('rect', { x, y, width, height: tagHeight, rx: 3, ...box }) +
    element(
      'text',
      {
        x: x + width / 2,
        y: y + tagHeight / 2 + markFont.size * 0.35,
        'text-anchor': 'middle',
        'font-size': markFont.size,
        'font-weight': 600,
        ...letters,
      },
      [escaped(text)],
    )
  )
}

function descriptionOf(node: GraphNode): string {
  const { id, type, countryCode, hits, status, folded } = node
  const parts = [
    `${nameOf(node)} (${[type ?? 'type not known', countryCode ?? 'country not known', oneLine(id)].join(', ')})`,
    ...(status === null ? [] : [status === 'blocked' ? 'blocked' : 'possibly blocked']),
    ...countOf(hits.sanctions, 'sanctions'),
    ...countOf(hits.pep, 'PEP'),
    ...countOf(hits.adverseMedia, 'adverse media'),
    ...countOf(hits.risks, 'risk factors'),
    ...(folded.count === 0
      ? []
      : [`${folded.count} more parties behind it, ${folded.withHits} of them with hits or possibly blocked`]),
  ]
  return oneLine(parts.join('; '))
}

function countOf(count: number, what: string): string[] {
  return count === 0 ? [] : [`${what}: ${count}`]
}
