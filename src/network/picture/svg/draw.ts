import { toOneLine } from '../../../shared/text/invisible.ts'
import { createDisplayNames } from '../../graph/namesakes.ts'
import { describeNode, lineHeight, nodeName, padding } from '../box.ts'
import type { GraphNode, NetworkGraph } from '../graph.ts'
import type { GraphLayout, PlacedNode } from '../layout.ts'
import { type Font, wrapText } from '../text.ts'
import { drawEdge, drawLabel } from './lines.ts'
import { colours, element, escapeXml, formatPixels, textElement, titleElement } from './markup.ts'

export const margin = 20
const minWidth = 520
const maxTextWidth = 720
const titleFont: Font = { size: 16, isBold: true }
const smallFont: Font = { size: 10.5 }
const fontFamily = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

/** Draws the whole picture, with its title and summary. */
export function drawPicture(graph: NetworkGraph, layout: GraphLayout, rawTitle: string): string {
  const title = toOneLine(rawTitle)
  const summary = graph.summary.join(' ')
  const contentWidth = Math.max(minWidth - 2 * margin, layout.width)
  const textWidth = Math.min(contentWidth, maxTextWidth)
  let y = margin
  const drawLines = (text: string, font: Font, fill: string, maxLines: number) =>
    wrapText(text, font, textWidth, maxLines).map(line => {
      y += font.size * 1.4
      return textElement({ x: margin, y: y - font.size * 0.4 }, line, font, { fill })
    })
  const texts = [
    ...drawLines(title, titleFont, colours.ink, 2),
    ...drawLines(summary, smallFont, colours.muted, 6),
  ]
  const [networkX, networkY] = [margin + (contentWidth - layout.width) / 2, y + 16]
  const [width, height] = [contentWidth + 2 * margin, networkY + layout.height + margin]
  const children = [
    titleElement(title),
    element('desc', {}, [escapeXml(summary)]),
    element('rect', { width, height, fill: colours.background }),
    ...texts,
    element(
      'g',
      { transform: `translate(${formatPixels(networkX)} ${formatPixels(networkY)})` },
      drawNetwork(graph, layout),
    ),
  ]
  const size = { width, height, viewBox: `0 0 ${formatPixels(width)} ${formatPixels(height)}` }
  const root = { xmlns: 'http://www.w3.org/2000/svg', ...size, role: 'img', 'font-family': fontFamily }
  return `${element('svg', root, children)}\n`
}

/** Draws a network: first the lines, then the parties in the order of the layout. */
export function drawNetwork({ nodes, namesakes }: NetworkGraph, layout: GraphLayout): string[] {
  const displayName = createDisplayNames(namesakes, nodes)
  return [
    ...layout.edges.map(edge => drawEdge(edge, displayName)),
    ...layout.edges.map(edge => drawLabel(edge, displayName)),
    ...layout.nodes.map(drawParty),
  ]
}

const frameDistance = 3.5

/** Draws a party in its box, with details in a tooltip. */
function drawParty(placedNode: PlacedNode): string {
  const { node, lines, x } = placedNode
  const fill = colours[node.isRoot ? 'onRoot' : node.name === null ? 'muted' : 'ink']
  let y = placedNode.y + padding - 6
  const texts = lines.map(({ text, font }) => {
    y += lineHeight(font)
    return textElement({ x: x + padding, y }, text, font, { fill })
  })
  return element('g', { 'data-id': node.id }, [
    titleElement(describeTooltip(node)),
    drawShape(node, placedNode),
    ...texts,
  ])
}

/**
 * Draws the box of a party. The box of an organization has sharp corners; the box of a person is round. An
 * unknown or missing party has a dashed border. A blocked party has a second frame, which is dashed if the
 * party is only possibly blocked.
 */
function drawShape(
  { type, isRoot, isMissing, status }: GraphNode,
  { x, y, width, height }: PlacedNode,
): string {
  const isKnown = !isMissing && (type === 'person' || type === 'organization')
  const rectangle = (outset: number, attributes: Readonly<Record<string, string | number>>) =>
    element('rect', {
      ...{ x: x - outset, y: y - outset, width: width + 2 * outset, height: height + 2 * outset },
      rx: (type === 'person' ? Math.min(18, height / 2) : 3) + outset,
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

function describeTooltip(node: GraphNode): string {
  return toOneLine(
    [`${nodeName(node)} (${node.type ?? 'type not known'}, ${node.id})`, ...describeNode(node)].join('; '),
  )
}
