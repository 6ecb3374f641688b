import type { HitEntry, Network, NetworkNode } from '../../src/model/network.ts'
import { indexNetwork } from '../../src/network/graph/index-network.ts'
import { isNotShown, isPersonIn } from '../../src/network/graph/parties.ts'
import { partiesAbove } from '../../src/network/graph/reach.ts'
import { leftIn } from '../../src/network/graph/stakes.ts'
import type { Column } from '../output/table.ts'
import { countOf } from '../output/text.ts'

/** One entry against an organization or person of a network. */
interface Hit {
  readonly node: NetworkNode
  readonly kind: string
  readonly entry: string
  readonly sources: readonly string[]
}

export const hitColumns: readonly Column<Hit>[] = [
  { heading: 'PARTY', cell: hit => nameOf(hit.node), isName: true },
  { heading: 'KIND', cell: hit => hit.kind, style: () => 'red' },
  { heading: 'ENTRY', cell: hit => hit.entry, isFlexible: true },
  { heading: 'SOURCES', cell: hit => hit.sources.join(', ') || '-', isFlexible: true, isOptional: true },
]

type Kind = readonly [kind: string, entries: readonly (HitEntry & { readonly position?: string | null })[]]

function entriesOf({ sanctions, pep, adverseMedia }: NetworkNode): Kind[] {
  return [
    ['sanctions', sanctions],
    ['PEP', pep],
    ['adverse media', adverseMedia],
  ]
}

export function hitsOf(node: NetworkNode): Hit[] {
  const hits = entriesOf(node).flatMap(([kind, entries]) =>
    entries.map(({ isReadable, name, position, sources }): Hit => {
      const text = [name ?? '(without a name)', position].filter(Boolean).join(', ')
      return {
        node,
        kind,
        sources,
        entry: isReadable ? text : '(cannot be read; --json shows the raw value)',
      }
    }),
  )
  // The specification does not show what a risk factor holds.
  const textOf = (risk: unknown) => (typeof risk === 'string' ? risk : JSON.stringify(risk))
  return [...hits, ...node.risks.map(risk => ({ node, kind: 'risk', entry: textOf(risk), sources: [] }))]
}

/** How many of each kind, in words; null for none. An entry that cannot be read is not taken for a name on a list. */
export function countHits(node: NetworkNode): string | null {
  const counts = entriesOf(node).map(([kind, entries]) => {
    const unreadable = unreadableIn(entries)
    return `${kind} ${entries.length}${unreadable === 0 ? '' : ` (${unreadable} cannot be read)`}`
  })
  const all = [...counts, `risk ${node.risks.length}`]
  return all.filter(text => !/ 0$/.test(text)).join(', ') || null
}

function unreadableIn(entries: readonly HitEntry[]): number {
  return entries.filter(({ isReadable }) => !isReadable).length
}

/** How many fields are named: a hostile service has no end of them. */
const mostFields = 20

/** What may hold a hit, and is not among the hits. */
export function describeUnknown(network: Network): string[] {
  const { rootId, nodes, relations, isWhole, unknownFields } = network
  const entries = new Map<string, number>()
  for (const [kind, list] of nodes.flatMap(entriesOf))
    entries.set(kind, (entries.get(kind) ?? 0) + unreadableIn(list))
  const unreadable = Array.from(entries).filter(([, count]) => count > 0)
  const which = unreadable.map(
    ([kind, count]) => `${countOf(count, `${kind} entry`, `${kind} entries`)} that cannot be read`,
  )
  const statusIs = (status: string) => nodes.filter(({ hitStatus }) => hitStatus === status).length
  const [unclear, notShown] = [statusIs('unclear'), nodes.filter(isNotShown).length]
  const ids = new Set(nodes.map(({ id }) => id))
  const absent = new Set(
    relations.flatMap(({ source, target }) => [source, target].filter(id => !ids.has(id))),
  )
  const open = openCompanies(network)
  const extras = [unknownFields, ...[...nodes, ...relations].map(one => one.unknownFields)]
  const fields = [...new Set(extras.flatMap(Object.keys))]
  const shown = fields.slice(0, mostFields).join(', ') + (fields.length > mostFields ? ', and more' : '')
  const say = (count: number, sentence: string) => (count > 0 ? [sentence] : [])
  const parties = (count: number, one: string, many: string) =>
    countOf(count, `party ${one}`, `parties ${many}`)
  const them = absent.size === 1 ? 'it' : 'them'
  return [
    ...say(which.length, `${which.join(', ')}: treat as hits.`),
    ...say(unclear, `It is unclear whether ${parties(unclear, 'has', 'have')} hits: treat as hits.`),
    ...say(notShown, `Nothing shows whether ${parties(notShown, 'was', 'were')} screened for sanctions.`),
    ...(isWhole ? [] : ['The response may hold only a part of the network.']),
    ...(rootId === null ? ['The entity itself is not among the nodes: hits against it are unknown.'] : []),
    ...say(
      absent.size,
      `${parties(absent.size, 'is', 'are')} not among the nodes: hits against ${them} are unknown.`,
    ),
    ...say(open, `The owners of ${countOf(open, 'company', 'companies')} are not all named.`),
    ...say(fields.length, `Not shown here: the fields ${shown}; network --json has them.`),
  ]
}

/** How many companies, of the entity and those above it, have owners whom the network does not name. */
function openCompanies(network: Network): number {
  const index = indexNetwork(network)
  const { rootId, parties, shares } = index
  const near = rootId === null ? [] : new Set([rootId, ...partiesAbove(index, rootId)])
  return [...near].filter(id => {
    const party = parties.get(id)
    return party !== undefined && !isPersonIn(index, party) && leftIn(shares.ofCompany.get(id) ?? []) > 0
  }).length
}

export function nameOf({ id, name, fullName }: NetworkNode): string {
  return fullName ?? name ?? id
}
