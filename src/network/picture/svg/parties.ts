import { oneLine } from '../../../shared/text/invisible.ts'
import { lineHeight, nameOf, padding, wordsOf } from '../box.ts'
import type { GraphNode } from '../graph.ts'
import type { PlacedNode } from '../layout.ts'
import { colours, element, textAt, titleOf } from './markup.ts'

const frameDistance = 3.5

/** A party in its box, with more about it for readers who point at it. */
export function drawParty(placed: PlacedNode): string {
  const { node, lines, x } = placed
  const fill = colours[node.isRoot ? 'onRoot' : node.name === null ? 'muted' : 'ink']
  let y = placed.y + padding - 6
  const texts = lines.map(({ text, font }) => {
    y += lineHeight(font)
    return textAt({ x: x + padding, y }, text, font, { fill })
  })
  return element('g', { 'data-id': node.id }, [
    titleOf(descriptionOf(node)),
    drawShape(node, placed),
    ...texts,
  ])
}

/**
 * Organizations have corners, persons are round, and the line around what is not known is broken. A frame stands around blocked
 * parties, and a broken one around those who may be.
 */
function drawShape(
  { type, isRoot, isMissing, status }: GraphNode,
  { x, y, width, height }: PlacedNode,
): string {
  const isKnown = !isMissing && (type === 'person' || type === 'organization')
  const rectangle = (around: number, attributes: Readonly<Record<string, string | number>>) =>
    element('rect', {
      ...{ x: x - around, y: y - around, width: width + 2 * around, height: height + 2 * around },
      rx: (type === 'person' ? Math.min(18, height / 2) : 3) + around,
      ...attributes,
    })
  const box = rectangle(0, {
    fill: colours[isRoot ? 'root' : 'box'],
    stroke: colours[isRoot ? 'root' : 'border'],
    'stroke-width': 1.25,
    ...(isKnown ? {} : { 'stroke-dasharray': '3 3' }),
  })
  if (status === null) return box
  const dashes = status === 'possible' ? { 'stroke-dasharray': '7 4' } : {}
  return (
    rectangle(frameDistance, { fill: 'none', stroke: colours[status], 'stroke-width': 2.25, ...dashes }) + box
  )
}

function descriptionOf(node: GraphNode): string {
  return oneLine(
    [`${nameOf(node)} (${node.type ?? 'type not known'}, ${node.id})`, ...wordsOf(node)].join('; '),
  )
}
