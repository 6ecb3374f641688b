import type { Network } from '../../model/network.ts'
import type { NetworkIndex } from '../graph/index-network.ts'
import { nameOf } from './box.ts'
import { type GraphEdge, type GraphNode, type GraphOptions, graphFor } from './graph.ts'
import { namesFor, wordsOf } from './words.ts'

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
  const { nodes, edges } = graphFor('toMermaid', network, options)
  const names = namesFor(nodes)
  const classes = (['root', 'blocked', 'possible'] as const).flatMap(name => {
    const members = nodes.filter(({ isRoot, status }) => (name === 'root' ? isRoot : status === name))
    const ids = members.map(({ id }) => names(id)).join(',')
    return ids === '' ? [] : [`classDef ${name} ${classStyles[name]}`, `class ${ids} ${name}`]
  })
  const lines = [
    ...nodes.map(node => `${names(node.id)}${shapeOf(node)}`),
    ...edges.map(edge => `${names(edge.source)} ${lineOf(edge)} ${names(edge.target)}`),
    ...classes,
  ]
  return `flowchart TB\n${lines.map(line => `  ${line}\n`).join('')}`
}

const classStyles = {
  root: 'font-weight:bold',
  blocked: 'stroke:#cf222e,stroke-width:3px',
  possible: 'stroke:#9a6700,stroke-width:3px,stroke-dasharray:6 4',
} as const

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

/** Mermaid reads labels as markup of several kinds: whatever is more than letters, digits and harmless signs is written as its number. */
function escaped(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N} ,.()+-]|(?<=\d)\.|^[-+]/gu, sign => `#${sign.codePointAt(0)};`)
}
