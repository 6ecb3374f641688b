import type { Network } from '../../../model/network.ts'
import { checkOneOf, refuse } from '../../graph/check.ts'
import type { NetworkIndex } from '../../graph/index-network.ts'
import { oneLine } from '../../one-line.ts'
import { nameOf } from '../box.ts'
import { type GraphOptions, graphFor, type NetworkGraph } from '../graph.ts'
import { type Theme, themes } from './colours.ts'

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

/**
 * Draws a network as an SVG: owners above what they own, the root marked, blocked parties in a frame, hits as signs, and a line on what the signs mean.
 * Lines are wider for higher shares, dashed for votes and control; a share of which nothing is known is `?`. The picture has no
 * script and nothing from elsewhere; all text is escaped. The same network is always the same text. The group of each party has its id as `data-id`, for pages that let readers choose one; characters that
 * XML cannot hold are written out there, like `\u0000`.
 *
 * What draws, and `@dagrejs/dagre`, is loaded at the first call.
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
  const [{ layOut }, { drawPicture }] = await Promise.all([import('../layout.ts'), import('./draw.ts')])
  return drawPicture(graph, await layOut(graph), oneLine(title ?? defaultTitle(graph)), theme)
}

function defaultTitle({ nodes }: NetworkGraph): string {
  const root = nodes.find(({ isRoot }) => isRoot)
  return root === undefined ? 'Network' : `Network of ${nameOf(root)}`
}
