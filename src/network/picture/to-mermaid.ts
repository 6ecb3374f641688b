import type { Network } from '../../model/network.ts'
import type { NetworkIndex } from '../graph/index-network.ts'
import { nameOf } from './box.ts'
import { type GraphEdge, type GraphNode, type GraphOptions, graphFor } from './graph.ts'
import { namesFor, wordsOf, wordsOfApart } from './words.ts'

/**
 * Writes a network as a flowchart of Mermaid, for documents that draw one: Markdown on GitHub and GitLab, wikis, notes. Persons are
 * round; how a party stands and what its hits are is said in words. All that comes from the network is escaped.
 *
 * @throws InputValidationError (`invalid_input`) where no node has the id, none is given and the network has no root, or an option
 * is wrong.
 * @example
 * const markdown = `\`\`\`mermaid\n${toMermaid(await client.entities.network(id), { maxNodes: 40 })}\`\`\``
 */
export function toMermaid(network: Network | NetworkIndex, options: GraphOptions = {}): string {
  const { nodes, edges, apart } = graphFor('toMermaid', network, options)
  const names = namesFor(nodes)
  const classes = Object.entries(styles).flatMap(([name, { style, isOf }]) => {
    const ids = nodes.filter(isOf).map(({ id }) => names(id))
    return ids.length === 0 ? [] : [`classDef ${name} ${style}`, `class ${ids.join(',')} ${name}`]
  })
  const lines = [
    ...nodes.map(node => `${names(node.id)}${shapeOf(node)}`),
    ...edges.map(edge => `${names(edge.source)} ${lineOf(edge)} ${names(edge.target)}`),
    ...(apart.count === 0 ? [] : [`apart["${escaped(wordsOfApart(apart))}"]`]),
    ...classes,
  ]
  return `flowchart TB\n${lines.map(line => `  ${line}\n`).join('')}`
}

/** The classes of a flowchart. Mermaid has a class `root` of its own. */
const styles: Readonly<
  Record<string, { readonly style: string; readonly isOf: (node: GraphNode) => boolean }>
> = {
  rootParty: { style: 'font-weight:bold', isOf: ({ isRoot }) => isRoot },
  blocked: { style: 'stroke:#cf222e,stroke-width:3px', isOf: ({ status }) => status === 'blocked' },
  possible: {
    style: 'stroke:#9a6700,stroke-width:3px,stroke-dasharray:6 4',
    isOf: ({ status }) => status === 'possible',
  },
}

function shapeOf(node: GraphNode): string {
  const label = `"${[nameOf(node), ...wordsOf(node)].map(escaped).join('<br/>')}"`
  if (node.type === 'person') return `([${label}])`
  return node.type === 'organization' ? `[${label}]` : `{{${label}}}`
}

function lineOf({ kind, isIndirect, label }: GraphEdge): string {
  const text = `|"${escaped(label)}"|`
  if (kind === 'role' || kind === 'relation') return `${isIndirect ? '-.-' : '---'}${text}`
  return `${isIndirect || kind !== 'ownership' ? '-.->' : '-->'}${text}`
}

/** Mermaid makes formulas of double dollars and icons of words around a colon, even where these are written as numbers. */
const magic = /(?<=\$)(?=\$)|(?<=\w)(?=:\w)/g
const wordJoiner = '\u2060'

/** Harmless in all kinds of markup that Mermaid reads in a label; the rest is written as its number. */
const harmless = String.raw`\p{L}\p{M}\p{N}\p{Extended_Pictographic}\u200d\ufe0f ,.()+%?-`
const meaningful = new RegExp(String.raw`[^${harmless}]|(?<=\d)\.|(?<=%)%|^[-+]`, 'gu')

function escaped(text: string): string {
  return text.replace(magic, wordJoiner).replace(meaningful, sign => `#${sign.codePointAt(0)};`)
}
