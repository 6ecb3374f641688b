import type { Network } from '../../model/network.ts'
import type { NetworkIndex } from '../graph/index-network.ts'
import { moreOf, nameOf, wordsOf } from './box.ts'
import { type GraphEdge, type GraphNode, type GraphOptions, graphFor } from './graph.ts'

/** How a language of graphs writes what stands in one; texts come escaped. */
interface Language {
  readonly escaped: (text: string) => string
  readonly lineBreak: string
  readonly node: (name: string, label: string, node: Standing) => string
  readonly edge: (source: string, target: string, label: string, edge: GraphEdge) => string
  /** What comes after all that, by names. */
  readonly end?: (nodes: readonly (readonly [name: string, node: GraphNode])[]) => string[]
}

/** What the shape of a party tells. */
type Standing = Pick<GraphNode, 'type' | 'isRoot' | 'isMissing' | 'status'>

/** All lines of a graph, each party under a name of the language's own in place of its id, which may hold anything. */
function linesOf(
  operation: string,
  network: Network | NetworkIndex,
  options: GraphOptions,
  language: Language,
): string[] {
  const { nodes, edges, apart } = graphFor(operation, network, options)
  const names = new Map(nodes.map(({ id }, at) => [id, `n${at}`]))
  const nameOfId = (id: string) => names.get(id) ?? ''
  const labelOf = (texts: readonly string[]) => texts.map(language.escaped).join(language.lineBreak)
  return [
    ...nodes.map(node => language.node(nameOfId(node.id), labelOf([nameOf(node), ...wordsOf(node)]), node)),
    ...edges.map(edge =>
      language.edge(nameOfId(edge.source), nameOfId(edge.target), labelOf([edge.label]), edge),
    ),
    ...(apart.count === 0
      ? []
      : [language.node('apart', labelOf([`${moreOf(apart)}, not connected`]), others)]),
    ...(language.end?.(nodes.map(node => [nameOfId(node.id), node] as const)) ?? []),
  ].map(line => `  ${line}\n`)
}

/** All who are not connected, as one party that is not there. */
const others: Standing = { type: 'organization', isRoot: false, isMissing: true, status: null }

const isLoose = ({ kind }: GraphEdge) => kind === 'role' || kind === 'relation'
const isDashed = ({ kind }: GraphEdge) => kind === 'control' || kind === 'votes'

/**
 * Writes a network in the language of Graphviz, for its `dot` command and all that reads it. Persons are round; lines are wider for
 * higher shares. All that comes from the network is escaped, and no label is HTML.
 *
 * @throws InputValidationError (`invalid_input`) where no node has the id, none is given and the network has no root, or an option
 * is wrong.
 * @example
 * import { writeFile } from 'node:fs/promises'
 * await writeFile('network.dot', toDot(await client.entities.network(id)))
 */
export function toDot(network: Network | NetworkIndex, options: GraphOptions = {}): string {
  const lines = linesOf('toDot', network, options, dot)
  const defaults = [
    'rankdir=TB',
    'node [shape=box, fontname="Helvetica", fontsize=11]',
    'edge [fontname="Helvetica", fontsize=9]',
  ]
  return `digraph network {\n${[...defaults.map(line => `  ${line}\n`), ...lines].join('')}}\n`
}

const dot: Language = {
  /** Graphviz reads `\N` and the like, and entities of HTML, in labels too. */
  escaped: text => text.replaceAll('&', '&amp;').replaceAll('\\', '\\\\').replaceAll('"', '\\"'),
  lineBreak: '\\n',
  node(name, label, { type, isRoot, isMissing, status }) {
    const styles = [
      ...(type === 'person' ? ['rounded'] : []),
      ...(isMissing || status === 'possible' ? ['dashed'] : []),
      ...(isRoot ? ['bold'] : []),
    ]
    const frame =
      status === null ? {} : { color: status === 'blocked' ? '#cf222e' : '#9a6700', penwidth: '2.5' }
    return `${name} ${attributes({ label, ...(styles.length === 0 ? {} : { style: styles.join(',') }), ...frame })}`
  },
  edge(source, target, label, edge) {
    const { kind, share } = edge
    return `${source} -> ${target} ${attributes({
      label,
      ...(isDashed(edge) ? { style: 'dashed' } : {}),
      ...(kind === 'ownership' && share !== null ? { penwidth: (1 + 3 * share.min).toFixed(1) } : {}),
      ...(isLoose(edge) ? { arrowhead: 'none', color: 'gray60' } : {}),
    })}`
  },
}

function attributes(given: Readonly<Record<string, string>>): string {
  return `[${Object.entries(given)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}]`
}

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
  return `flowchart TB\n${linesOf('toMermaid', network, options, mermaid).join('')}`
}

/** Mermaid makes formulas of double dollars and icons of words around a colon, even where these are written as numbers. */
const magic = /(?<=\$)(?=\$)|(?<=\w)(?=:\w)/g
const wordJoiner = '\u2060'

/** Harmless in all kinds of markup that Mermaid reads in a label; the rest is written as its number. */
const harmless = String.raw`\p{L}\p{M}\p{N}\p{Extended_Pictographic}\u200d\ufe0f ,.()+%?-`
const meaningful = new RegExp(String.raw`[^${harmless}]|(?<=\d)\.|(?<=%)%|^[-+]`, 'gu')

const mermaid: Language = {
  escaped: text => text.replace(magic, wordJoiner).replace(meaningful, sign => `#${sign.codePointAt(0)};`),
  lineBreak: '<br/>',
  node(name, label, { type }) {
    if (type === 'person') return `${name}(["${label}"])`
    return type === 'organization' ? `${name}["${label}"]` : `${name}{{"${label}"}}`
  },
  edge(source, target, label, edge) {
    const line = isLoose(edge) ? '---' : isDashed(edge) ? '-.->' : '-->'
    return `${source} ${line}|"${label}"| ${target}`
  },
  end: nodes =>
    classes.flatMap(([name, style, isOf]) => {
      const ids = nodes.filter(([, node]) => isOf(node)).map(([id]) => id)
      return ids.length === 0 ? [] : [`classDef ${name} ${style}`, `class ${ids.join(',')} ${name}`]
    }),
}

/** The classes of a flowchart. Mermaid has a class `root` of its own. */
const classes: readonly (readonly [name: string, style: string, isOf: (node: GraphNode) => boolean])[] = [
  ['rootParty', 'font-weight:bold', ({ isRoot }) => isRoot],
  ['blocked', 'stroke:#cf222e,stroke-width:3px', ({ status }) => status === 'blocked'],
  ['possible', 'stroke:#9a6700,stroke-width:3px,stroke-dasharray:6 4', ({ status }) => status === 'possible'],
]
