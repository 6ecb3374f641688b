import type { Network } from '../../../model/network.ts'
import { checkOneOf, refuse } from '../../graph/check.ts'
import type { NetworkIndex } from '../../graph/index-network.ts'
import { callerFor } from '../../graph/namesakes.ts'
import { oneLine } from '../../one-line.ts'
import { regimes } from '../../sanctions/regimes.ts'
import { nameOf } from '../box.ts'
import { type GraphEdge, type GraphNode, type GraphOptions, graphFor, type NetworkGraph } from '../graph.ts'
import { type Layout, layOut } from '../layout.ts'
import { type Font, wrap } from '../text.ts'
import type { Colour } from './colours.ts'
import { darkStyle, type Paint, paintFor, type Theme, themes } from './colours.ts'
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
const smallFont: Font = { size: 10.5 }
const mostTitleLines = 2
const mostLines = 6
const fontFamily = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

/**
 * Draws a network as an SVG: owners above what they own, the root marked, blocked parties in a frame, hits as signs, and a line on what the signs mean.
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

/** The whole picture, with its title, and below it what its signs mean. */
export function drawPicture(graph: NetworkGraph, layout: Layout, title: string, theme: Theme): string {
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
  const key = drawTexts(smallLines(keyTo(graph), most), paint)
  const width = inner + 2 * margin
  const top = margin + heading.height + 16
  const bottom = top + layout.height + 20
  const height = bottom + key.height + margin
  const shift = (x: number, y: number) => ({ transform: `translate(${rounded(x)} ${rounded(y)})` })
  const children = [
    titleOf(title),
    element('desc', {}, [escaped(summary)]),
    ...(theme === 'auto' ? [darkStyle()] : []),
    element('rect', { width, height, ...paint({ fill: 'background' }) }),
    element('g', shift(margin, margin), heading.drawn),
    element('g', shift(margin + (inner - layout.width) / 2, top), drawNetwork(graph, layout, paint)),
    element('g', shift(margin, bottom), key.drawn),
  ]
  const size = { width, height, viewBox: `0 0 ${rounded(width)} ${rounded(height)}` }
  const root = { xmlns: 'http://www.w3.org/2000/svg', ...size, role: 'img', 'font-family': fontFamily }
  return `${element('svg', root, children)}\n`
}

/** What the signs of a picture mean that are not words: only those that are in it. */
export function keyTo({ nodes, edges, regime }: NetworkGraph): string {
  const isIn = (test: (node: GraphNode) => boolean) => nodes.some(test)
  const isOn = (...kinds: readonly GraphEdge['kind'][]) => edges.some(({ kind }) => kinds.includes(kind))
  const isUnknown = ({ type, isMissing }: GraphNode) =>
    isMissing || (type !== 'organization' && type !== 'person')
  const sentences: readonly (readonly [isShown: boolean, sentence: string])[] = [
    [true, 'Dark box: the root.'],
    [isIn(({ type }) => type === 'person'), 'Round box: a person.'],
    [isIn(isUnknown), 'Broken border: kind not known.'],
    [isIn(({ status }) => status === 'blocked'), `Frame: blocked under the ${regimes[regime].name} rule.`],
    [
      isIn(({ status }) => status === 'possible'),
      `Broken frame: possibly blocked under the ${regimes[regime].name} rule.`,
    ],
    [isOn('ownership'), 'Wider line: a larger share.'],
    [isOn('control', 'votes'), 'Dashed line: control, or votes.'],
    [isOn('role', 'relation'), 'Thin line without an arrow: a role or another relation.'],
  ]
  return sentences.flatMap(([isShown, sentence]) => (isShown ? [sentence] : [])).join(' ')
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
