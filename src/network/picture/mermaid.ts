import type { Network } from '../../model/network.ts'
import type { NetworkIndex } from '../graph/network-index.ts'
import { describeFolded, describeNode, nodeName } from './box.ts'
import type { GraphEdge } from './edges.ts'
import { buildGraph, type GraphNode, type GraphOptions } from './graph.ts'

/**
 * Writes a network as a Mermaid flowchart, for Markdown on GitHub and GitLab, wikis and notes. Persons have round boxes; the
 * status and hits of a party are written in its box. All text from the network is escaped.
 *
 * @throws InputValidationError (`invalid_input`) if an option is invalid, if `id` is not the id of a node, or if there is
 * neither an `id` nor a root.
 * @example
 * const markdown = `\`\`\`mermaid\n${toMermaid(await client.entities.network(id), { maxNodes: 40 })}\`\`\``
 */
export function toMermaid(network: Network | NetworkIndex, options: GraphOptions = {}): string {
  const { nodes, edges, apart } = buildGraph('toMermaid', network, options)
  // Nodes get generated names in the flowchart, because an id may contain any character.
  const names = new Map(nodes.map(({ id }, position) => [id, `n${position}`]))
  const lines = [
    ...nodes.map(node => `${names.get(node.id)}${mermaidNode(node)}`),
    ...edges.map(edge => `${names.get(edge.source)} ${mermaidEdge(edge)} ${names.get(edge.target)}`),
    ...(apart.count === 0 ? [] : [`apart{{"${escapeMermaid(describeFolded(apart))}, not connected"}}`]),
    ...classes.flatMap(([name, style, isMember]) => {
      const members = nodes.filter(isMember).map(({ id }) => names.get(id))
      return members.length === 0 ? [] : [`classDef ${name} ${style}`, `class ${members.join(',')} ${name}`]
    }),
  ]
  return ['flowchart LR', ...lines.map(line => `  ${line}`), ''].join('\n')
}

function mermaidNode(node: GraphNode): string {
  const label = [nodeName(node), ...describeNode(node)].map(escapeMermaid).join('<br/>')
  if (node.type === 'person') return `(["${label}"])`
  return node.type === 'organization' ? `["${label}"]` : `{{"${label}"}}`
}

const arrows: Readonly<Record<GraphEdge['kind'], string>> = {
  ownership: '-->',
  votes: '-.->',
  control: '-.->',
  role: '---',
  relation: '---',
}

function mermaidEdge({ kind, label, doubt }: GraphEdge): string {
  const arrow = doubt === null ? arrows[kind] : arrows[kind].endsWith('>') ? '-.->' : '-.-'
  return `${arrow}|"${escapeMermaid(label)}"|`
}

/** The style classes of a flowchart. The class of the root party is not called `root`, because Mermaid already uses that name. */
const classes: readonly (readonly [name: string, style: string, isOf: (node: GraphNode) => boolean])[] = [
  ['rootParty', 'font-weight:bold', ({ isRoot }) => isRoot],
  ['blocked', 'stroke:#cf222e,stroke-width:3px', ({ status }) => status === 'blocked'],
  ['possible', 'stroke:#9a6700,stroke-width:3px,stroke-dasharray:6 4', ({ status }) => status === 'possible'],
]

/** Mermaid renders double dollars as formulas and a colon between words as an icon, even if they are escaped. */
const autoMarkup = /(?<=\$)(?=\$)|(?<=\w)(?=:\w)/g
const wordJoiner = '\u2060'

/**
 * Characters that have no meaning in any markup that Mermaid recognizes in a label. All others are written as
 * character references.
 */
const harmlessCharacters = String.raw`\p{L}\p{M}\p{N}\p{Extended_Pictographic}\u200d\ufe0f ,.()+%?-`
const unsafeCharacter = new RegExp(String.raw`[^${harmlessCharacters}]|(?<=\d)\.|(?<=%)%|^[-+]`, 'gu')

function escapeMermaid(text: string): string {
  return text.replace(autoMarkup, wordJoiner).replace(unsafeCharacter, sign => `#${sign.codePointAt(0)};`)
}
