import type { Network, NetworkNode } from '../../src/model/network.ts'
import { computeUnheld } from '../../src/network/graph/holdings.ts'
import { indexNetwork } from '../../src/network/graph/index-network.ts'
import { isCertainlyPerson, isNotShown } from '../../src/network/graph/parties.ts'
import { findUpstream } from '../../src/network/graph/upstream.ts'
import { type Hit, hitKinds } from '../../src/network/hits.ts'
import type { Column } from '../output/table.ts'
import { countOf } from '../output/text.ts'

/** Hits as a table, and as CSV. */
export const hitColumns: readonly Column<{ readonly hit: Hit }>[] = [
  { heading: 'KIND', cell: ({ hit }) => wordsFor(hit.kind), style: () => 'red' },
  { heading: 'PARTY', cell: ({ hit }) => nameOf(hit.party), isName: true },
  { heading: 'ENTRY', cell: ({ hit }) => entryOf(hit), isFlexible: true },
  { heading: 'BORN', cell: ({ hit }) => hit.party.birthDate, isOptional: true },
  { heading: 'COUNTRY', cell: ({ hit }) => hit.party.countryCode, isOptional: true },
  { heading: 'SOURCES', cell: ({ hit }) => hit.entry?.sources.join(' '), isFlexible: true, isOptional: true },
]

/** The listed name and the position, or what cannot be read. */
function entryOf({ entry, unclear, isReadable }: Hit): string {
  if (unclear !== null) return `${Object.keys(unclear).join(', ')} (unclear)`
  if (!isReadable) return '(cannot be read; --json shows the raw value)'
  const position = entry !== null && 'position' in entry ? entry.position : null
  return [entry?.name ?? '(without a name)', position].filter(Boolean).join(', ')
}

function wordsFor(kind: Hit['kind']): string {
  return kind === 'pep' ? 'PEP' : kind.replace('_', ' ')
}

/** How many of each kind, in words. An entry that cannot be read is not taken for a name on a list. */
export function countHits(hits: readonly Hit[]): string {
  const counts = hitKinds.flatMap(kind => {
    const alike = hits.filter(hit => hit.kind === kind)
    const unreadable = alike.filter(isUnreadable).length
    const note = unreadable === 0 ? '' : ` (${unreadable} cannot be read)`
    return alike.length === 0 ? [] : [`${wordsFor(kind)} ${alike.length}${note}`]
  })
  return counts.join(', ')
}

function isUnreadable({ entry, isReadable }: Hit): boolean {
  return entry !== null && !isReadable
}

/** Names in a row, as many as can be read: a hostile service has no end of them. */
function listed(names: readonly string[], most = 20): string {
  return names.slice(0, most).join(', ') + (names.length > most ? ', and more' : '')
}

/** What may hold a hit, and is not among the hits that can be read. */
export function describeUnknown(network: Network, hits: readonly Hit[]): string[] {
  const { rootId, nodes, relations, isWhole, unknownFields } = network
  const unreadable = hits.filter(isUnreadable).length
  const statusIs = (status: string) => nodes.filter(({ hitStatus }) => hitStatus === status).length
  const [unclear, notShown] = [statusIs('unclear'), nodes.filter(isNotShown).length]
  const ids = new Set(nodes.map(({ id }) => id))
  const absent = new Set(
    relations.flatMap(({ source, target }) => [source, target].filter(id => !ids.has(id))),
  )
  const open = openCompanies(network)
  const extras = [unknownFields, ...[...nodes, ...relations].map(one => one.unknownFields)]
  const fields = [...new Set(extras.flatMap(Object.keys))]
  const say = (count: number, sentence: string) => (count > 0 ? [sentence] : [])
  const parties = (count: number, one: string, many: string) =>
    countOf(count, `party ${one}`, `parties ${many}`)
  return [
    ...say(unreadable, `${countOf(unreadable, 'entry', 'entries')} cannot be read: treat as hits.`),
    ...say(unclear, `It is unclear whether ${parties(unclear, 'has', 'have')} hits: treat as hits.`),
    ...say(notShown, `Nothing shows whether ${parties(notShown, 'was', 'were')} screened for sanctions.`),
    ...(isWhole ? [] : ['The response may hold only a part of the network.']),
    ...(rootId === null ? ['The entity itself is not among the nodes: hits against it are unknown.'] : []),
    ...say(absent.size, `${parties(absent.size, 'is', 'are')} not among the nodes: their hits are unknown.`),
    ...say(open.length, `The network does not name all owners of ${listed(open)}.`),
    ...say(fields.length, `Not shown here: the fields ${listed(fields)}; network --json has them.`),
  ]
}

/** The companies, of the entity and those above it, that have owners whom the network does not name. */
function openCompanies(network: Network): string[] {
  const index = indexNetwork(network)
  const { rootId, parties, shares } = index
  const near = rootId === null ? [] : new Set([rootId, ...findUpstream(index, rootId)])
  return [...near].flatMap(id => {
    const party = parties.get(id)
    const isOpen =
      party && !isCertainlyPerson(index, party) && computeUnheld(shares.ofCompany.get(id) ?? []) > 0
    return isOpen ? (party.name ?? id) : []
  })
}

export function nameOf({ id, name, fullName }: Pick<NetworkNode, 'id' | 'name' | 'fullName'>): string {
  return name ?? fullName ?? id
}
