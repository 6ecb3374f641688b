import type { Network } from '../../../model/network.ts'
import { assertKnownOptions, throwInvalidInput } from '../../graph/assertions.ts'
import type { NetworkIndex } from '../../graph/network-index.ts'
import { nodeName } from '../box.ts'
import { buildGraph, type GraphOptions, graphOptionNames, type NetworkGraph } from '../graph.ts'

/**
 * Which parties to draw, and the title.
 *
 * @example
 * const options: SvgOptions = { regime: 'eu', title: 'Owners of Tideglass Logistics GmbH, 21 November 2026' }
 */
export interface SvgOptions extends GraphOptions {
  /**
   * The title above the picture. It is also the picture's accessible name.
   *
   * @default "Network of" and the name of the root
   */
  title?: string | undefined
}

/**
 * Draws a network as an SVG: owners to the left of their companies, blocked parties in a frame. Lines are
 * wider for higher shares, dashed for votes and control, and have short dashes if a relation is doubtful. The
 * SVG has no script and loads nothing, all text is escaped, and the same network always gives the same SVG.
 * The group element of each party has the party's id in `data-id`. The first call loads `@dagrejs/dagre`.
 *
 * @throws InputValidationError (`invalid_input`) if an option is invalid, if `id` is not the id of a node, or if there is
 * neither an `id` nor a root.
 * @example
 * import { writeFile } from 'node:fs/promises'
 * const svg = await toSvg(await client.entities.network(id), { regime: 'eu' })
 * await writeFile('network.svg', svg)
 */
export async function toSvg(network: Network | NetworkIndex, options: SvgOptions = {}): Promise<string> {
  assertKnownOptions('toSvg', options, [...graphOptionNames, 'title'])
  const { title, ...drawingOptions } = options
  if (title !== undefined && typeof title !== 'string') throwInvalidInput('toSvg', 'title', 'must be a text')
  const graph = buildGraph('toSvg', network, drawingOptions)
  const [{ layOut }, { drawPicture }] = await Promise.all([import('../layout.ts'), import('./draw.ts')])
  return drawPicture(graph, await layOut(graph), title ?? defaultTitle(graph))
}

function defaultTitle({ nodes }: NetworkGraph): string {
  const root = nodes.find(({ isRoot }) => isRoot)
  return root === undefined ? 'Network' : `Network of ${nodeName(root)}`
}
