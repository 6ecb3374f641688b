import type { Network } from '../../../model/network.ts'
import { checkOneOf, refuse } from '../../graph/check.ts'
import type { NetworkIndex } from '../../graph/index-network.ts'
import { callerFor } from '../../graph/namesakes.ts'
import { oneLine } from '../../one-line.ts'
import { nameOf } from '../box.ts'
import { type GraphOptions, graphFor, type NetworkGraph } from '../graph.ts'
import { type Layout, layOut } from '../layout.ts'
import { type Font, wrap } from '../text.ts'
import { darkStyle, type Paint, paintFor, type Theme, themes } from './colours.ts'
import { drawLegend } from './legend.ts'
import { drawEdge, drawLabel } from './lines.ts'
import { element, escaped, rounded, textAt, titleOf } from './markup.ts'
import { drawParty } from './parties.ts'

/**
 * What of a network is drawn, and in which colours.
 *
 * @example
 * const options: SvgOptions = { theme: 'light', title: 'Owners of Tideglass Logistics GmbH, 21 November 2026' }
 */
export interface SvgOptions extends GraphOptions {
  /**
   * Colours on light, on dark, or on what the reader prefers. `auto` has a `<style>`, which a strict content security policy
   * refuses in a page: the colours are then the light ones. The others have none.
   *
   * @default 'auto'
   */
  theme?: Theme | undefined
  /**
   * What stands above the picture, and is its accessible name.
   *
   * @default 'Network of' and the name of the root
   */
  title?: string | undefined
}

const margin = 20
const narrowest = 520
const titleFont: Font = { size: 16, isBold: true }
const summaryFont: Font = { size: 10.5 }
const mostTitleLines = 2
const mostSummaryLines = 6
const fontFamily = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

/**
 * Draws a network as an SVG: owners above what they own, the root marked, blocked parties in a frame, hits as signs, and a legend.
 * Lines are wider for higher shares, dashed for votes and control; a share of which nothing is known is `?`. The picture has no
 * script and nothing from elsewhere; all text is escaped. The same network is always the same text. The group of each party has its id as `data-id`, for pages that let readers choose one; characters that
 * XML cannot hold are written out there, like `\u0000`.
 *
 * The layout needs `@dagrejs/dagre`, which is loaded at the first call.
 *
 * @throws InputValidationError (`invalid_input`) where no node has the id, none is given and the network has no root, or an option
 * is wrong.
 * @example
 * import { writeFile } from 'node:fs/promises'
 * const svg = await toSvg(await client.entities.network(id), { regime: 'eu' })
 * await writeFile('network.svg', svg)
 */
export async function toSvg(network: Network | NetworkIndex, options: SvgOptions = {}): Promise<string> {
  const { theme = 'auto', title, ...graphOptions }: SvgOptions = Object(options)
  checkOneOf('toSvg', 'theme', theme, themes)
  if (title !== undefined && typeof title !== 'string') refuse('toSvg', 'title', 'must be a text')
  const graph = graphFor('toSvg', network, graphOptions)
  return drawPicture(graph, await layOut(graph), oneLine(title ?? defaultTitle(graph)), theme)
}

function defaultTitle({ nodes }: NetworkGraph): string {
  const root = nodes.find(({ isRoot }) => isRoot)
  return root === undefined ? 'Network' : `Network of ${nameOf(root)}`
}

/** The whole picture, with its title and legend. */
export function drawPicture(graph: NetworkGraph, layout: Layout, title: string, theme: Theme): string {
  const paint = paintFor(theme)
  const inner = Math.max(narrowest - 2 * margin, layout.width)
  const heading = drawHeading(graph, title, inner, paint)
  const legend = drawLegend(graph, inner, paint)
  const width = inner + 2 * margin
  const top = margin + heading.height + 16
  const bottom = top + layout.height + 20
  const height = bottom + legend.height + margin
  const shift = (x: number, y: number) => ({ transform: `translate(${rounded(x)} ${rounded(y)})` })
  const children = [
    titleOf(title),
    element('desc', {}, [escaped(graph.summary.join(' '))]),
    ...(theme === 'auto' ? [darkStyle()] : []),
    element('rect', { width, height, ...paint({ fill: 'background' }) }),
    element('g', shift(margin, margin), [heading.drawn]),
    element('g', shift(margin + (inner - layout.width) / 2, top), drawNetwork(graph, layout, paint)),
    element('g', shift(margin, bottom), [legend.drawn]),
  ]
  const size = { width, height, viewBox: `0 0 ${rounded(width)} ${rounded(height)}` }
  const root = { xmlns: 'http://www.w3.org/2000/svg', ...size, role: 'img', 'font-family': fontFamily }
  return `${element('svg', root, children)}\n`
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

function drawHeading(
  { summary }: NetworkGraph,
  title: string,
  width: number,
  paint: Paint,
): { readonly height: number; readonly drawn: string } {
  const most = Math.min(width, 720)
  let y = 0
  const drawn = [
    ...wrap(title, titleFont, most, mostTitleLines).map(text => [text, titleFont, 'ink'] as const),
    ...wrap(summary.join(' '), summaryFont, most, mostSummaryLines).map(
      text => [text, summaryFont, 'muted'] as const,
    ),
  ].map(([text, font, fill]) => {
    y += font.size * 1.4
    return textAt({ x: 0, y: y - font.size * 0.4 }, text, font, paint({ fill }))
  })
  return { height: y, drawn: drawn.join('') }
}
