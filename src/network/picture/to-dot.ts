import type { Network } from '../../model/network.ts'
import type { NetworkIndex } from '../graph/index-network.ts'
import { nameOf } from './box.ts'
import { type GraphEdge, type GraphNode, type GraphOptions, graphFor } from './graph.ts'
import { namesFor, wordsOf, wordsOfApart } from './words.ts'

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
  const { nodes, edges, apart } = graphFor('toDot', network, options)
  const names = namesFor(nodes)
  const lines = [
    'rankdir=TB',
    'node [shape=box, fontname="Helvetica", fontsize=11]',
    'edge [fontname="Helvetica", fontsize=9]',
    ...nodes.map(node => `${names(node.id)} ${attributes(attributesOf(node))}`),
    ...edges.map(
      edge => `${names(edge.source)} -> ${names(edge.target)} ${attributes(attributesOfLine(edge))}`,
    ),
    ...(apart.count === 0 ? [] : [`apart ${attributes({ label: wordsOfApart(apart), style: 'dotted' })}`]),
  ]
  return `digraph network {\n${lines.map(line => `  ${line}\n`).join('')}}\n`
}

type Attributes = Readonly<Record<string, string>>

function attributesOf(node: GraphNode): Attributes {
  const { type, isRoot, isMissing, status } = node
  const styles = [
    ...(type === 'person' ? ['rounded'] : []),
    ...(isMissing || status === 'possible' ? ['dashed'] : []),
    ...(isRoot ? ['bold'] : []),
  ]
  return {
    label: [nameOf(node), ...wordsOf(node)].map(escaped).join('\\n'),
    ...(styles.length === 0 ? {} : { style: styles.join(',') }),
    ...(status === null ? {} : { color: status === 'blocked' ? '#cf222e' : '#9a6700', penwidth: '2.5' }),
  }
}

function attributesOfLine({ kind, share, isIndirect, label }: GraphEdge): Attributes {
  const isLoose = kind === 'role' || kind === 'relation'
  const style = isIndirect ? 'dotted' : kind === 'control' || kind === 'votes' ? 'dashed' : null
  return {
    label: escaped(label),
    ...(style === null ? {} : { style }),
    ...(kind === 'ownership' && share !== null ? { penwidth: (1 + 3 * share.min).toFixed(1) } : {}),
    ...(isLoose ? { arrowhead: 'none', color: 'gray60' } : {}),
  }
}

function attributes(given: Attributes): string {
  return `[${Object.entries(given)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}]`
}

/** Graphviz reads `\N` and the like, and entities of HTML, in labels too. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('\\', '\\\\').replaceAll('"', '\\"')
}
