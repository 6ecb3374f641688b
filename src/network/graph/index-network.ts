import type { Network, Relation } from '../../model/network.ts'
import { getOrInsertList } from '../../shared/get-or-insert.ts'
import { tryStringify } from '../../shared/json.ts'
import { assertKnownOptions, assertNetwork, isNetworkIndex, throwInvalidInput } from './assertions.ts'
import type { DataIssue, DataIssueWithoutNames, HoldingKind } from './data-issues.ts'
import { computeHoldings, type Holding } from './holdings.ts'
import {
  assertIndexOptions,
  createDirectionLookup,
  type Direction,
  type IndexOptions,
  indexOptionNames,
  type NetworkReading,
  pickReading,
} from './index-options.ts'
import { findClosedLoops } from './loops.ts'
import { findDuplicateParties, findNamesakes } from './namesakes.ts'
import { collectParties, type NamedParty, type NetworkParty, type Party } from './parties.ts'
import { createRelationReader, type Stakes } from './read-relations.ts'
import { determineEnded } from './relation-fields.ts'
import { isOwnershipType, isUnnamedEnd, normalizeRelation, unknownEnd } from './relation-types.ts'

/** A network, indexed by holdings and control. Every function accepts it in place of the network, which is then read only once. */
export interface NetworkIndex extends NetworkReading {
  /** The network as passed to `indexNetwork`. */
  readonly network: Network
  /** The node of the requested entity; null if the network has none. */
  readonly rootId: string | null
  /** Every party by its id, including parties that only relations name. `''` represents all parties that relations do not name. */
  readonly parties: ReadonlyMap<string, NetworkParty>
  /** The id of the party to which a node belongs: another id if `sameParties` merged the node. */
  readonly idOf: (id: string) => string
  /** Which end of a relation of this type is the owner. */
  readonly directionOf: (type: string) => Direction
  /** Shares in companies. */
  readonly shares: Holdings
  /** Votes, for companies with any stated votes. For other companies, votes equal shares. */
  readonly votes: Holdings
  /** By id, the parties that a party controls by other means than shares or votes. */
  readonly controls: ReadonlyMap<string, readonly string[]>
  /** By id, the parties that a party controlled by a relation that may have ended. */
  readonly possibleControls: ReadonlyMap<string, readonly string[]>
  /**
   * By id, the parties that a party may own or control by a relation of unclear meaning, such as an acquisition or the role of a
   * trustee.
   */
  readonly unclear: ReadonlyMap<string, readonly string[]>
  /**
   * By id, the parties with a branch relation, a partnership, or a role that is more than an office: either end may own the
   * other.
   */
  readonly branches: ReadonlyMap<string, readonly string[]>
  /** Parties that may own or control a company that their relation does not name; `''` is any party. */
  readonly withUnnamedCompany: {
    /** Possible owners. */
    readonly owners: ReadonlySet<string>
    /** Possible controllers. */
    readonly controllers: ReadonlySet<string>
  }
  /**
   * By id, the groups of parties that may be the same party, itself included: they share a name, and nothing distinguishes them.
   */
  readonly possiblySame: ReadonlyMap<string, readonly (readonly string[])[]>
  /** By id, all relations that start or end at a party. Known types have the specification's spelling. */
  readonly relations: ReadonlyMap<string, readonly Relation[]>
  /** Inconsistencies and gaps of the network. */
  readonly issues: readonly DataIssue[]
}

/** Fields of every result about a company. */
export interface CompanyResult extends NamedParty, NetworkReading {
  /** Data issues of the company and of the parties upstream of it. */
  readonly issues: readonly DataIssue[]
}

/**
 * Selects the issues of a company and of the parties upstream of it. An unnamed end, or a missing node that owns, may be any
 * party.
 */
export function buildCompanyResult(
  index: NetworkIndex,
  id: string,
  upstreamIds: readonly string[],
): CompanyResult {
  const upstream = new Set(upstreamIds)
  const issues = index.issues.filter(issue => {
    const isUnknownOwner = issue.kind === 'missing_node' && isOwnershipType(issue.relation.type)
    if (issue.kind === 'unreadable_relation' || isUnknownOwner) return true
    if (issue.kind === 'missing_node')
      return [issue.relation.source, issue.relation.target].some(end => upstream.has(end))
    return ('of' in issue ? issue.ids.slice(-1) : issue.ids).some(partyId => upstream.has(partyId))
  })
  return { id, name: partyOf(index, id).name, issues, ...pickReading(index) }
}

export function partyOf({ parties }: Pick<NetworkIndex, 'parties'>, id: string): Party {
  const { name = null, type = null } = parties.get(id) ?? {}
  return { id, name, type }
}

/** Holdings, indexed by company and by owner. */
export type Holdings = {
  /** By the id of a company, the holdings of its owners. */
  readonly ofCompany: ReadonlyMap<string, readonly Holding[]>
  /** By the id of an owner, its holdings in companies. */
  readonly ofOwner: ReadonlyMap<string, readonly Holding[]>
}

/**
 * Indexes a network as a graph of owners and companies. It rejects no data and guesses nothing: each inconsistency becomes a data
 * issue. The order of nodes and relations has no effect.
 *
 * @throws InputValidationError (`invalid_input`) if the network or an option is invalid.
 * @example
 * const index = indexNetwork(await client.entities.network(id))
 * for (const { kind, ids } of index.issues) console.log(kind, ids)
 * const shares = computeOwnership(index)
 */
export function indexNetwork(network: Network, options: IndexOptions = {}): NetworkIndex {
  assertKnownOptions('indexNetwork', options, indexOptionNames)
  return toIndex(network, 'indexNetwork', options)
}

/** Indexes a network, or returns an index unchanged; throws if options for the reading come with an index. */
export function toIndex(
  network: Network | NetworkIndex,
  operation = '',
  options: IndexOptions = {},
): NetworkIndex {
  if (isNetworkIndex(network)) {
    const optionName = indexOptionNames.find(name => options[name] !== undefined)
    if (optionName === undefined) return network
    throwInvalidInput(operation, optionName, 'must be given to indexNetwork: this is an index already')
  }
  assertNetwork(network)
  assertIndexOptions(operation, options, new Set(network.nodes.map(({ id }) => id)))
  return buildNetworkIndex(network, options)
}

/** Requires valid options, except that `direction` may also name types that only this network has. */
export function buildNetworkIndex(network: Network, options: IndexOptions): NetworkIndex {
  const { direction = null, asOf = null, sameParties = [] } = options
  const directionOf = createDirectionLookup(direction)
  const issues: DataIssueWithoutNames[] = []
  const idOf = createUnionFind(sameParties, network.rootId)
  const parties = collectParties(
    sortItems(network.nodes, node => node.id),
    idOf,
    issues,
  )
  const endOf = (end: string) => (!parties.has(end) && isUnnamedEnd(end) ? unknownEnd : idOf(end))
  const reader = createRelationReader(parties, directionOf, issues)
  const toSortKey = ({ source, target, type }: Relation) => [source, target, type].join('\0')
  for (const origin of sortItems(network.relations, toSortKey)) {
    const relation = normalizeRelation(origin, endOf)
    const ended = determineEnded(relation, asOf)
    if (ended !== true) reader.add(relation, ended === null, origin)
  }
  const { stakes, percentageCompanies, ...relationMaps } = reader.finish()
  const shares = readHoldings(stakes.shares, 'shares', percentageCompanies, issues)
  const votes = readHoldings(stakes.votes, 'votes', percentageCompanies, issues)
  for (const [company, companyHoldings] of shares.ofCompany) {
    const owners = companyHoldings.map(({ owner }) => owner).filter(owner => owner !== company)
    if (parties.get(company)?.type === 'person')
      issues.push({ kind: 'owned_person', ids: [company, ...owners] })
  }
  const duplicateGroups = new Map<string, string[][]>()
  for (const ids of findDuplicateParties(parties.values())) {
    issues.push({ kind: 'possibly_same', ids })
    for (const id of ids) getOrInsertList(duplicateGroups, id).push(ids)
  }
  for (const ids of findClosedLoops(shares)) issues.push({ kind: 'closed_loop', ids: ids.toSorted() })
  const nameOf = (id: string) => parties.get(id)?.name ?? null
  return {
    network,
    direction,
    asOf,
    sameParties,
    namesakes: findNamesakes(parties.values()),
    rootId: network.rootId === null ? null : idOf(network.rootId),
    parties,
    idOf,
    directionOf,
    shares,
    votes,
    ...relationMaps,
    possiblySame: duplicateGroups,
    issues: issues.map(issue => ({ ...issue, names: issue.ids.map(nameOf) })),
  }
}

/**
 * Merges parties by union-find: the first id of a group represents it, but the root's id goes first. Groups that overlap are
 * merged.
 */
function createUnionFind(
  groups: readonly (readonly string[])[],
  rootId: string | null,
): (id: string) => string {
  const parents = new Map<string, string>()
  const find = (id: string): string => {
    const parent = parents.get(id)
    return parent === undefined ? id : find(parent)
  }
  for (const group of groups) {
    const roots = group.map(find)
    const representative = roots.find(id => id === rootId) ?? roots[0] ?? ''
    for (const id of roots) if (id !== representative) parents.set(id, representative)
  }
  return find
}

function readHoldings(
  stakes: Stakes,
  of: HoldingKind,
  percentageCompanies: ReadonlySet<string>,
  issues: DataIssueWithoutNames[],
): Holdings {
  return indexHoldings(
    Array.from(stakes, ([id, ownerStakes]) =>
      computeHoldings({ id, of, hasPercentages: percentageCompanies.has(id), issues }, ownerStakes),
    ).flat(),
  )
}

export function indexHoldings(allHoldings: Iterable<Holding>): Holdings {
  const ofCompany = new Map<string, Holding[]>()
  const ofOwner = new Map<string, Holding[]>()
  for (const holding of allHoldings) {
    getOrInsertList(ofCompany, holding.company).push(holding)
    getOrInsertList(ofOwner, holding.owner).push(holding)
  }
  return { ofCompany, ofOwner }
}

/** Sorts by a key, then by all other content: the results do not depend on the order in the network. */
function sortItems<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return items
    .map(item => ({ item, key: keyOf(item) }))
    .sort(
      (a, b) => compareText(a.key, b.key) || compareText(stringifyOrEmpty(a.item), stringifyOrEmpty(b.item)),
    )
    .map(({ item }) => item)
}

function stringifyOrEmpty(item: unknown): string {
  return tryStringify(item) ?? ''
}

export function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}
