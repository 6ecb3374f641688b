import { oneLine } from '../../../shared/text/invisible.ts'
import { callerFor } from '../../graph/namesakes.ts'
import type { NetworkGraph } from '../graph.ts'
import type { Layout } from '../layout.ts'
import { type Font, wrap } from '../text.ts'
import { drawEdge, drawLabel } from './lines.ts'
import { colours, element, escaped, rounded, textAt, titleOf } from './markup.ts'
import { drawParty } from './parties.ts'

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
  const call = callerFor(namesakes)
  const names = new Map(nodes.map(node => [node.id, call(node)]))
  const callOf = (id: string) => names.get(id) ?? ''
  return [
    ...layout.edges.map(edge => drawEdge(edge, callOf)),
    ...layout.edges.map(edge => drawLabel(edge, callOf)),
    ...layout.nodes.map(drawParty),
  ]
}
