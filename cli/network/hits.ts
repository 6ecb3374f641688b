import type { Network, NetworkNode } from '../../src/model/network.ts'
import { computeUnheld } from '../../src/network/graph/holdings.ts'
import { indexNetwork } from '../../src/network/graph/index-network.ts'
import { isCertainlyPerson, isNotShown } from '../../src/network/graph/parties.ts'
import { findUpstream } from '../../src/network/graph/upstream.ts'
import { type Hit, hitKinds, type PartyEntry } from '../../src/network/list-hits.ts'
import { countOf } from '../../src/shared/text/count-of.ts'
import type { TableColumn } from '../output/table.ts'

/** Columns of hits, for a table and for CSV. */
export const hitColumns: readonly TableColumn<{ readonly hit: Hit }>[] = [
  { heading: 'KIND', cell: ({ hit }) => hitKindText(hit.kind), style: () => 'red' },
  { heading: 'PARTY', cell: ({ hit }) => displayName(hit.party), isName: true },
  {
    heading: 'ENTRY',
    cell: ({ hit }) => joinDistinct(hit, entry => [describeEntry(entry)], '; '),
    isFlexible: true,
  },
  {
    heading: 'BORN',
    cell: ({ hit }) => joinDistinct(hit, ({ party }) => [party.birthDate]),
    isOptional: true,
  },
  {
    heading: 'COUNTRY',
    cell: ({ hit }) => joinDistinct(hit, ({ party }) => [party.countryCode]),
    isOptional: true,
  },
  {
    heading: 'SOURCES',
    cell: ({ hit }) => joinDistinct(hit, ({ entry }) => entry?.sources ?? []),
    isFlexible: true,
    isOptional: true,
  },
]

/** Joins strings from a hit's entries, without duplicates. */
function joinDistinct(
  { entries }: Hit,
  listTexts: (entry: PartyEntry) => readonly (string | null)[],
  separator = ' ',
): string {
  return [...new Set(entries.flatMap(listTexts).filter(Boolean))].join(separator)
}

/** Returns the name and the job or office in an entry, or a placeholder for an unreadable entry. */
function describeEntry({ entry, unclear }: PartyEntry): string {
  if (unclear !== null) return `${Object.keys(unclear).join(', ')} (unclear)`
  if (!entry?.isReadable) return '(cannot be read; --json shows the raw value)'
  const position = 'position' in entry ? entry.position : null
  return [entry.name ?? '(without a name)', position].filter(Boolean).join(', ')
}

function hitKindText(kind: Hit['kind']): string {
  return kind === 'pep' ? 'PEP' : kind.replace('_', ' ')
}

/** Describes how many entries of each kind are about a party, and how many of them are unreadable. */
export function countEntries(hits: readonly Hit[], partyId: string): string {
  const counts = hitKinds.flatMap(kind => {
    const entriesOfKind = hits
      .flatMap(hit => (hit.kind === kind ? hit.entries : []))
      .filter(({ party }) => party.id === partyId)
    const unreadable = entriesOfKind.filter(isUnreadable).length
    const note = unreadable === 0 ? '' : ` (${unreadable} cannot be read)`
    return entriesOfKind.length === 0 ? [] : [`${hitKindText(kind)} ${entriesOfKind.length}${note}`]
  })
  return counts.join(', ')
}

function isUnreadable({ entry }: PartyEntry): boolean {
  return entry?.isReadable === false
}

/** Joins names, up to a maximum number, because a hostile service may send any number of names. */
function joinNames(names: readonly string[], maxNames = 20): string {
  return names.slice(0, maxNames).join(', ') + (names.length > maxNames ? ', and more' : '')
}

/** Describes what is missing or unreadable in a network, and may therefore hide a hit. */
export function describeUnknown(network: Network, hits: readonly Hit[]): string[] {
  const { rootId, nodes, relations, isComplete, unknownFields } = network
  const unreadable = hits.flatMap(({ entries }) => entries.filter(isUnreadable)).length
  const countByStatus = (status: string) => nodes.filter(({ hitStatus }) => hitStatus === status).length
  const [unclear, notShown] = [countByStatus('unclear'), nodes.filter(isNotShown).length]
  const ids = new Set(nodes.map(({ id }) => id))
  const missingIds = new Set(
    relations.flatMap(({ source, target }) => [source, target].filter(id => !ids.has(id))),
  )
  const openCompanyNames = listOpenCompanies(network)
  const unknownFieldRecords = [unknownFields, ...[...nodes, ...relations].map(record => record.unknownFields)]
  const fields = [...new Set(unknownFieldRecords.flatMap(Object.keys))]
  const whenAny = (count: number, sentence: string) => (count > 0 ? [sentence] : [])
  const countParties = (count: number, singular: string, plural: string) =>
    countOf(count, `party ${singular}`, `parties ${plural}`)
  return [
    ...whenAny(unreadable, `${countOf(unreadable, 'entry', 'entries')} cannot be read: treat as hits.`),
    ...whenAny(unclear, `It is unclear whether ${countParties(unclear, 'has', 'have')} hits: treat as hits.`),
    ...whenAny(
      notShown,
      `Nothing shows whether ${countParties(notShown, 'was', 'were')} screened for sanctions.`,
    ),
    ...(isComplete ? [] : ['The response may hold only a part of the network.']),
    ...(rootId === null ? ['The entity itself is not among the nodes: hits against it are unknown.'] : []),
    ...whenAny(
      missingIds.size,
      `${countParties(missingIds.size, 'is', 'are')} not among the nodes: their hits are unknown.`,
    ),
    ...whenAny(
      openCompanyNames.length,
      `The network does not name all owners of ${joinNames(openCompanyNames)}.`,
    ),
    ...whenAny(fields.length, `Not shown here: the fields ${joinNames(fields)}; network --json has them.`),
  ]
}

/**
 * Returns the names of companies for which the network does not name all owners. Considers the entity itself and its direct and
 * indirect owners.
 */
function listOpenCompanies(network: Network): string[] {
  const index = indexNetwork(network)
  const { rootId, parties, shares } = index
  const upstream = rootId === null ? [] : new Set([rootId, ...findUpstream(index, rootId)])
  return [...upstream].flatMap(id => {
    const party = parties.get(id)
    const isOpen =
      party && !isCertainlyPerson(index, party) && computeUnheld(shares.ofCompany.get(id) ?? []) > 0
    return isOpen ? (party.name ?? id) : []
  })
}

export function displayName({ id, name, fullName }: Pick<NetworkNode, 'id' | 'name' | 'fullName'>): string {
  return name ?? fullName ?? id
}
