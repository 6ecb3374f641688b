import type { HitEntry, Network, NetworkNode } from '../../src/model/network.ts'
import type { Column } from '../output/column-widths.ts'
import { countOf } from '../output/count-of.ts'

/** One entry against an organization or person of a network. */
export interface Hit {
  readonly node: string
  readonly kind: string
  readonly entry: string
  readonly sources: string
}

export const hitColumns: readonly Column<Hit>[] = [
  { heading: 'PARTY', cell: hit => hit.node, isName: true },
  { heading: 'KIND', cell: hit => hit.kind, style: () => 'red' },
  { heading: 'ENTRY', cell: hit => hit.entry, isFlexible: true },
  { heading: 'SOURCES', cell: hit => hit.sources, isFlexible: true, isOptional: true },
]

export function hitsOf(node: NetworkNode): Hit[] {
  const find = (kind: string, entry: HitEntry, position: string | null = null): Hit => ({
    node: nameOf(node),
    kind,
    entry: entry.isReadable
      ? [entry.name ?? '(without a name)', position].filter(part => part !== null).join(', ')
      : '(cannot be read; --json shows the raw value)',
    sources: entry.sources.join(', ') || '-',
  })
  return [
    ...node.sanctions.map(entry => find('sanctions', entry)),
    ...node.pep.map(entry => find('PEP', entry, entry.position)),
    ...node.adverseMedia.map(entry => find('adverse media', entry)),
    ...node.risks.map(risk => ({
      node: nameOf(node),
      kind: 'risk',
      entry: describeRisk(risk),
      sources: '-',
    })),
  ]
}

/** The specification does not show what a risk factor holds. */
function describeRisk(risk: unknown): string {
  return typeof risk === 'string' ? risk : JSON.stringify(risk)
}

/** How many of each kind, in words; null for none. */
export function countHits({ sanctions, pep, adverseMedia, risks }: NetworkNode): string | null {
  const counted: [string, readonly unknown[], readonly HitEntry[]][] = [
    ['sanctions', sanctions, sanctions],
    ['PEP', pep, pep],
    ['adverse media', adverseMedia, adverseMedia],
    ['risk', risks, []],
  ]
  const hits = counted.filter(([, all]) => all.length > 0)
  return hits.map(([hit, all, entries]) => `${hit} ${all.length}${mark(entries)}`).join(', ') || null
}

/** So that an unreadable entry is not taken for a name on a list. */
function mark(entries: readonly HitEntry[]): string {
  const unreadable = entries.filter(isUnreadable).length
  return unreadable === 0 ? '' : ` (${unreadable} cannot be read)`
}

function isUnreadable({ isReadable }: HitEntry): boolean {
  return !isReadable
}

/** What may hold a hit, and is not in the tables: entries that cannot be read, a root that is not there, fields without a name. */
export function describeUnknown({ rootId, nodes, relations, isWhole, unknownFields }: Network): string[] {
  const lists: [string, readonly HitEntry[]][] = [
    ['sanctions', nodes.flatMap(node => node.sanctions)],
    ['PEP', nodes.flatMap(node => node.pep)],
    ['adverse media', nodes.flatMap(node => node.adverseMedia)],
  ]
  const unreadable = lists.flatMap(([kind, entries]) => {
    const count = entries.filter(isUnreadable).length
    return count === 0 ? [] : [`${countOf(count, `${kind} entry`, `${kind} entries`)} that cannot be read`]
  })
  const unclear = nodes.filter(({ hitStatus }) => hitStatus === 'unclear').length
  const notShown = nodes.filter(({ hitStatus }) => hitStatus === 'not_shown').length
  const extras = [
    unknownFields,
    ...nodes.map(node => node.unknownFields),
    ...relations.map(relation => relation.unknownFields),
  ]
  const fields = [...new Set(extras.flatMap(Object.keys))]
  const shown = fields.slice(0, mostFields).join(', ') + (fields.length > mostFields ? ', and more' : '')
  return [
    ...(unreadable.length > 0 ? [`${unreadable.join(', ')}: treat as hits.`] : []),
    ...(unclear > 0
      ? [
          `Of ${countOf(unclear, 'party', 'parties')} it cannot be read whether there are hits: treat as hits.`,
        ]
      : []),
    ...(notShown > 0
      ? [`Nothing shows whether ${countOf(notShown, 'party was', 'parties were')} screened.`]
      : []),
    ...(isWhole ? [] : ['The response may hold only a part of the network.']),
    ...(rootId === null ? ['The entity itself is not among the nodes: entries against it are unknown.'] : []),
    ...(fields.length > 0 ? [`Fields that are not shown here: ${shown}; --json has them.`] : []),
  ]
}

/** How many fields are named: a hostile service has no end of them. */
const mostFields = 20

export function nameOf({ id, name, fullName }: NetworkNode): string {
  return fullName ?? name ?? id
}
