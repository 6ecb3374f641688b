import { oneLine } from '../../one-line.ts'
import { gap, lineHeight, type Mark, markFont, markOf, nameFont, nameOf, padding, rowHeight } from '../box.ts'
import type { GraphNode } from '../graph.ts'
import type { PlacedNode } from '../layout.ts'
import type { Font } from '../text.ts'
import type { Colour, Paint } from './colours.ts'
import { element, textAt, titleOf } from './markup.ts'

interface Shape {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const frameDistance = 3.5
const tagHeight = 13
const markHeight = 14
const boldMarkFont: Font = { ...markFont, isBold: true }

/** A party in its box, with more about it for readers who point at it. */
export function drawParty(placed: PlacedNode, paint: Paint): string {
  const { node, lines, rows } = placed
  const x = placed.x + padding
  const y = placed.y + padding
  const ink = paint({ fill: node.isRoot ? 'onRoot' : node.name === null ? 'muted' : 'ink' })
  const below = y + lines.length * lineHeight
  return element('g', { 'data-id': node.id }, [
    titleOf(descriptionOf(node)),
    drawShape(node, placed, paint),
    ...lines.map((line, at) => textAt({ x, y: y + 9 + at * lineHeight }, line, nameFont, ink)),
    ...rows.flatMap((marks, at) => drawMarks(marks, x, below + at * rowHeight, node.isRoot, paint)),
    ...drawTags(node, placed, paint),
  ])
}

/**
 * Organizations have corners, persons are round, and the line around what is not known is broken. A frame stands around blocked
 * parties, and a broken one around those who may be.
 */
function drawShape(
  { type, isRoot, isMissing, status }: Pick<GraphNode, 'type' | 'isRoot' | 'isMissing' | 'status'>,
  { x, y, width, height }: Shape,
  paint: Paint,
): string {
  const isKnown = !isMissing && (type === 'person' || type === 'organization')
  const rectangle = (around: number, attributes: Readonly<Record<string, string | number>>) =>
    element('rect', {
      ...{ x: x - around, y: y - around, width: width + 2 * around, height: height + 2 * around },
      rx: (type === 'person' ? Math.min(18, height / 2) : 3) + around,
      ...attributes,
    })
  const box = rectangle(0, {
    ...paint(isRoot ? { fill: 'root', stroke: 'root' } : { fill: 'box', stroke: 'border' }),
    'stroke-width': 1.25,
    ...(isKnown ? {} : { 'stroke-dasharray': '3 3' }),
  })
  if (status === null) return box
  const dashes = status === 'possible' ? { 'stroke-dasharray': '7 4' } : {}
  return rectangle(frameDistance, { ...paint({ stroke: status }), 'stroke-width': 2.25, ...dashes }) + box
}

/** A short text in the middle of a small box. */
export function drawPlate(
  { x, y, width, height, rx }: Shape & { readonly rx: number },
  text: string,
  font: Font,
  paints: { readonly box: Record<string, string>; readonly ink: Record<string, string> },
): string {
  const middle = { x: x + width / 2, y: y + height / 2 + font.size * 0.35 }
  return (
    element('rect', { x, y, width, height, rx, ...paints.box }) +
    textAt(middle, text, font, { 'text-anchor': 'middle', ...paints.ink })
  )
}

function drawMarks(marks: readonly Mark[], left: number, y: number, isOnRoot: boolean, paint: Paint) {
  let x = left
  return marks.map(mark => {
    const drawn = drawMark(mark, { x, y }, isOnRoot, paint)
    x += mark.width + gap
    return drawn
  })
}

/** A country code, or a hit's sign: dark where it is a sanction, else outlined. */
function drawMark(
  { kind, text, width }: Mark,
  { x, y }: Pick<Shape, 'x' | 'y'>,
  isOnRoot: boolean,
  paint: Paint,
): string {
  const [ink, ground] = isOnRoot ? (['onRoot', 'root'] as const) : (['ink', 'box'] as const)
  const plate = { x, y, width, height: markHeight, rx: kind === 'pep' ? markHeight / 2 : 2.5 }
  if (kind === 'sanctions')
    return drawPlate(plate, text, boldMarkFont, {
      box: paint({ fill: ink, stroke: ink }),
      ink: paint({ fill: ground }),
    })
  const stroke = kind === 'plain' ? 'border' : ink
  return drawPlate(plate, text, markFont, { box: paint({ stroke }), ink: paint({ fill: ink }) })
}

/** On the upper edge: how it stands at the left, what is folded into it at the right. */
function drawTags({ status, folded }: GraphNode, { x, y, width }: Shape, paint: Paint): string[] {
  const tag = (text: string, leftOf: (wide: number) => number, box: Record<string, string>, ink: Colour) => {
    const { width: wide } = markOf('pep', text)
    const plate = {
      x: leftOf(wide),
      y: y - frameDistance - tagHeight / 2,
      width: wide,
      height: tagHeight,
      rx: 3,
    }
    return drawPlate(plate, text, boldMarkFont, { box, ink: paint({ fill: ink }) })
  }
  const { count, withHits } = folded
  const hits = withHits === 0 ? '' : `, ${withHits.toLocaleString('en')} with hits`
  const standing = status === 'blocked' ? 'Blocked' : 'Possible'
  return [
    ...(status === null
      ? []
      : [tag(standing, () => x + 6, paint({ fill: status, stroke: status }), 'background')]),
    ...(count === 0
      ? []
      : [
          tag(
            `+ ${count.toLocaleString('en')}${hits}`,
            wide => x + width - wide - 6,
            paint({ fill: 'background', stroke: 'border' }),
            'ink',
          ),
        ]),
  ]
}

function descriptionOf(node: GraphNode): string {
  const { id, type, countryCode, hits, status, folded } = node
  const counts = {
    sanctions: hits.sanctions,
    PEP: hits.pep,
    'adverse media': hits.adverseMedia,
    'risk factors': hits.risks,
  }
  return oneLine(
    [
      `${nameOf(node)} (${[type ?? 'type not known', countryCode ?? 'country not known', oneLine(id)].join(', ')})`,
      ...(status === null ? [] : [status === 'blocked' ? 'blocked' : 'possibly blocked']),
      ...Object.entries(counts).flatMap(([what, count]) => (count === 0 ? [] : [`${what}: ${count}`])),
      ...(folded.count === 0
        ? []
        : [
            `${folded.count} more parties behind it, ${folded.withHits} of them with hits or possibly blocked`,
          ]),
    ].join('; '),
  )
}
