import type { Folded, GraphNode } from './graph.ts'

/** What a document says of a party below its name: the country, how it stands, its hits, and how many are folded into it. */
export function wordsOf({ isRoot, countryCode, status, hits, folded }: GraphNode): string[] {
  const signs = [
    ...(hits.sanctions > 0 ? ['Sanctions'] : []),
    ...(hits.pep > 0 ? ['PEP'] : []),
    ...(hits.adverseMedia > 0 ? ['Adverse media'] : []),
    ...(hits.risks > 0 ? ['Risk factor'] : []),
  ]
  const standing = [
    ...(isRoot ? ['Root'] : []),
    ...(countryCode === null ? [] : [countryCode]),
    ...(status === null ? [] : [status === 'blocked' ? 'Blocked' : 'Possibly blocked']),
  ]
  const more = folded.count === 0 ? [] : [`and ${counted(folded)}`]
  return [standing.join(', '), signs.join(', '), ...more].filter(line => line !== '')
}

/** What a document says of the parties that nothing leads to and that are not drawn. */
export function wordsOfApart(apart: Folded): string {
  return `${counted(apart)}, not connected`
}

function counted({ count, withHits }: Folded): string {
  return `${count} more${withHits === 0 ? '' : `, ${withHits} with hits`}`
}

/** Names of a language's own in place of ids, which may hold anything. */
export function namesFor(nodes: readonly GraphNode[]): (id: string) => string {
  const names = new Map(nodes.map(({ id }, at) => [id, `n${at}`]))
  return id => names.get(id) ?? ''
}
