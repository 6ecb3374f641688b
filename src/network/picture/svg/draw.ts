import { oneLine } from '../../../shared/text/invisible.ts'
import { callerFor } from '../../graph/namesakes.ts'
import { lineHeight, nameOf, padding, wordsOf } from '../box.ts'
import type { GraphNode, NetworkGraph } from '../graph.ts'
import type { Layout, PlacedNode } from '../layout.ts'
import { type Font, wrap } from '../text.ts'
import { drawEdge, drawLabel } from './lines.ts'
import { colours, element, escaped, rounded, textAt, titleOf } from './markup.ts'

export const margin = 20
const narrowest = 520
const widestText = 720
const titleFont: Font = { size: 16, isBold: true }
const smallFont: Font = { size: 10.5 }
const fontFamily = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

/** The whole picture, with its title. */
export function drawPicture(graph: NetworkGraph, layout: Layout, given: string): string {
  const title = oneLine(given)
  const summary = graph.summary.join(' ')
  const inner = Math.max(narrowest - 2 * margin, layout.width)
  const most = Math.min(inner, widestText)
  let y = margin
  const linesOf = (text: string, font: Font, fill: string, mostLines: number) =>
    wrap(text, font, most, mostLines).map(line => {
      y += font.size * 1.4
      return textAt({ x: margin, y: y - font.size * 0.4 }, line, font, { fill })
    })
  const texts = [
    ...linesOf(title, titleFont, colours.ink, 2),
    ...linesOf(summary, smallFont, colours.muted, 6),
  ]
  const [left, top] = [margin + (inner - layout.width) / 2, y + 16]
  const [width, height] = [inner + 2 * margin, top + layout.height + margin]
  const children = [
    titleOf(title),
    element('desc', {}, [escaped(summary)]),
    element('rect', { width, height, fill: colours.background }),
    ...texts,
    element('g', { transform: `translate(${rounded(left)} ${rounded(top)})` }, drawNetwork(graph, layout)),
  ]
  const size = { width, height, viewBox: `0 0 ${rounded(width)} ${rounded(height)}` }
  const root = { xmlns: 'http://www.w3.org/2000/svg', ...size, role: 'img', 'font-family': fontFamily }
  return `${element('svg', root, children)}\n`
}

/** The lines and parties of a picture, the parties last and in the order of the layout. */
export function drawNetwork({ nodes, namesakes }: NetworkGraph, layout: Layout): string[] {
  const callOf = callerFor(namesakes, nodes)
  return [
    ...layout.edges.map(edge => drawEdge(edge, callOf)),
    ...layout.edges.map(edge => drawLabel(edge, callOf)),
    ...layout.nodes.map(drawParty),
  ]
}

const frameDistance = 3.5

/** A party in its box, with more about it for readers who point at it. */
function drawParty(placed: PlacedNode): string {
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
