import { oneLine } from '../../../shared/text/invisible.ts'
import { callerFor } from '../../graph/namesakes.ts'
import type { NetworkGraph } from '../graph.ts'
import type { Layout } from '../layout.ts'
import { type Font, wrap } from '../text.ts'
import { type Colour, darkStyle, type Paint, paintFor, type Theme } from './colours.ts'
import { drawEdge, drawLabel } from './lines.ts'
import { element, escaped, rounded, textAt, titleOf } from './markup.ts'
import { drawParty } from './parties.ts'

export const margin = 20
const narrowest = 520
const titleFont: Font = { size: 16, isBold: true }
const smallFont: Font = { size: 10.5 }
const mostTitleLines = 2
const mostLines = 6
const fontFamily = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

/** The whole picture, with its title. */
export function drawPicture(graph: NetworkGraph, layout: Layout, given: string, theme: Theme): string {
  const title = oneLine(given)
  const paint = paintFor(theme)
  const inner = Math.max(narrowest - 2 * margin, layout.width)
  const summary = graph.summary.join(' ')
  const most = Math.min(inner, 720)
  const heading = drawTexts(
    [
      ...wrap(title, titleFont, most, mostTitleLines).map(text => ({
        text,
        font: titleFont,
        fill: 'ink' as const,
      })),
      ...smallLines(summary, most),
    ],
    paint,
  )
  const width = inner + 2 * margin
  const top = margin + heading.height + 16
  const height = top + layout.height + margin
  const shift = (x: number, y: number) => ({ transform: `translate(${rounded(x)} ${rounded(y)})` })
  const children = [
    titleOf(title),
    element('desc', {}, [escaped(summary)]),
    ...(theme === 'auto' ? [darkStyle()] : []),
    element('rect', { width, height, ...paint({ fill: 'background' }) }),
    element('g', shift(margin, margin), heading.drawn),
    element('g', shift(margin + (inner - layout.width) / 2, top), drawNetwork(graph, layout, paint)),
  ]
  const size = { width, height, viewBox: `0 0 ${rounded(width)} ${rounded(height)}` }
  const root = { xmlns: 'http://www.w3.org/2000/svg', ...size, role: 'img', 'font-family': fontFamily }
  return `${element('svg', root, children)}\n`
}

interface TextLine {
  readonly text: string
  readonly font: Font
  readonly fill: Colour
}

function smallLines(text: string, width: number): TextLine[] {
  return wrap(text, smallFont, width, mostLines).map(line => ({ text: line, font: smallFont, fill: 'muted' }))
}

function drawTexts(
  lines: readonly TextLine[],
  paint: Paint,
): { readonly height: number; readonly drawn: string[] } {
  let height = 0
  const drawn = lines.map(({ text, font, fill }) => {
    height += font.size * 1.4
    return textAt({ x: 0, y: height - font.size * 0.4 }, text, font, paint({ fill }))
  })
  return { height, drawn }
}

/** The lines and parties of a picture, the parties last and in the order of the layout. */
export function drawNetwork({ nodes, namesakes }: NetworkGraph, layout: Layout, paint: Paint): string[] {
  const call = callerFor(namesakes)
  const names = new Map(nodes.map(node => [node.id, call(node)]))
  const callOf = (id: string) => names.get(id) ?? ''
  return [
    ...layout.edges.map(edge => drawEdge(edge, callOf, paint)),
    ...layout.edges.map(edge => drawLabel(edge, callOf, paint)),
    ...layout.nodes.map(node => drawParty(node, paint)),
  ]
}
