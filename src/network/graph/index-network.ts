import type { Network, Relation } from '../../model/network.ts'
import { getOrInsertList } from '../../shared/get-or-insert.ts'
import { createInterpreter, type Interpretation } from '../relations/interpret-relation.ts'
import { collectReadings } from '../relations/relation-reading.ts'
import { type HoldingKind, isUnnamedEnd, normalizeRelation, unknownEnd } from '../relations/relation-types.ts'
import { assertKnownOptions, assertNetwork, throwInvalidInput } from './assertions.ts'
import type { DataIssueWithoutNames } from './data-issues.ts'
import { computeHoldings, type Holdings, indexHoldings } from './holdings.ts'
import {
  assertIndexOptions,
  createDirectionLookup,
  type IndexOptions,
  indexOptionNames,
  pickReadingOptions,
} from './index-options.ts'
import { findUnexplainedStakes } from './indirect-stakes.ts'
import { findClosedLoops } from './loops.ts'
import { findDuplicateParties, groupByName, listNamesakes } from './namesakes.ts'
import { isNetworkIndex, type NetworkIndex } from './network-index.ts'
import { collectParties } from './parties.ts'
import { sortItems } from './sort-items.ts'
import {
  addRelation,
  addStake,
  completeStakes,
  createSortedRelations,
  type RelationContext,
  type SortedRelations,
} from './sort-relations.ts'

/**
 * Indexes a network as a graph of owners and companies. Inconsistent data is neither rejected nor corrected:
 * each inconsistency becomes a data issue. The order of nodes and relations has no effect.
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

/** Indexes a network, or returns an index unchanged. @throws InputValidationError if options are passed with an index. */
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
  const readings = collectReadings(operation, network, options.readRelation)
  return buildNetworkIndex(network, { ...options, readings })
}

/**
 * @param options must be valid, except that `direction` may also name types outside the specification. `readings` replaces
 * `readRelation`. `interpretations`: those of an index with the same options but for `direction`, on which they do not depend.
 */
export function buildNetworkIndex(
  network: Network,
  options: Omit<IndexOptions, 'readRelation'> &
    Pick<NetworkIndex, 'readings'> &
    Partial<Pick<NetworkIndex, 'interpretations'>>,
): NetworkIndex {
  const { readings } = options
  const readingOptions = pickReadingOptions(options)
  const directionOf = createDirectionLookup(readingOptions.direction)
  const issues: DataIssueWithoutNames[] = []
  const idOf = createUnionFind(readingOptions.sameParties, network.rootId)
  const parties = collectParties(
    sortItems(network.nodes, node => node.id),
    idOf,
    issues,
  )
  const endOf = (end: string) => (!parties.has(end) && isUnnamedEnd(end) ? unknownEnd : idOf(end))
  const context = { parties, directionOf, idOf, issues }
  const interpret = createInterpreter({ ...readingOptions, readings })
  const { sorted, interpretations } = sortRelations(
    network,
    context,
    endOf,
    (relation, origin) => options.interpretations?.get(origin) ?? interpret(relation, origin),
  )
  const { shares, votes } = completeHoldings(sorted, issues)
  const { stakes: _, indirect: __, percentageCompanies: ___, ...relationMaps } = sorted
  reportOwnedPersons(parties, shares, issues)
  const nameGroups = groupByName(parties.values())
  const possiblySame = groupDuplicates(findDuplicateParties(parties.values(), nameGroups), issues)
  for (const ids of findClosedLoops(shares)) issues.push({ kind: 'closed_loop', ids: ids.toSorted() })
  const nameOf = (id: string) => parties.get(id)?.name ?? null
  return {
    network,
    ...readingOptions,
    readings,
    interpretations,
    namesakes: listNamesakes(nameGroups),
    rootId: network.rootId === null ? null : idOf(network.rootId),
    parties,
    idOf,
    directionOf,
    shares,
    votes,
    ...relationMaps,
    possiblySame,
    issues: issues.map(issue => ({ ...issue, names: issue.ids.map(nameOf) })),
  }
}

/** Sorts the relations of a network by what they mean, except those that have ended. */
function sortRelations(
  network: Network,
  context: RelationContext,
  endOf: (end: string) => string,
  interpret: (relation: Relation, origin: Relation) => readonly Interpretation[],
) {
  const sorted = createSortedRelations()
  const interpretations = new Map<Relation, readonly Interpretation[]>()
  const toSortKey = ({ source, target, type }: Relation) => `${source}\0${target}\0${type}`
  for (const origin of sortItems(network.relations, toSortKey)) {
    const relation = normalizeRelation(origin, endOf)
    const interpreted = interpret(relation, origin)
    interpretations.set(origin, interpreted)
    if (relation !== origin) interpretations.set(relation, interpreted)
    const lasting = interpreted.filter(({ ended }) => ended !== true)
    if (lasting.length > 0) addRelation(sorted, context, relation, origin, lasting)
  }
  return { sorted, interpretations }
}

function reportOwnedPersons(
  parties: NetworkIndex['parties'],
  shares: Holdings,
  issues: DataIssueWithoutNames[],
): void {
  for (const [company, companyHoldings] of shares.ofCompany) {
    if (parties.get(company)?.type !== 'person') continue
    const owners = companyHoldings.map(({ owner }) => owner).filter(owner => owner !== company)
    issues.push({ kind: 'owned_person', ids: [company, ...owners] })
  }
}

/** Reports each group of possible duplicates. Returns the groups of each party. */
function groupDuplicates(
  duplicates: Iterable<string[]>,
  issues: DataIssueWithoutNames[],
): Map<string, string[][]> {
  const groups = new Map<string, string[][]>()
  for (const ids of duplicates) {
    issues.push({ kind: 'possibly_same', ids })
    for (const id of ids) getOrInsertList(groups, id).push(ids)
  }
  return groups
}

/**
 * Merges parties by union-find. Overlapping groups are merged. A group is represented by the root's id if it
 * contains the root, and by its first id otherwise.
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

/** Computes all holdings. Indirect stakes are added as far as the chains of direct holdings do not explain them. */
function completeHoldings(
  sorted: SortedRelations,
  issues: DataIssueWithoutNames[],
): Readonly<Record<HoldingKind, Holdings>> {
  const { stakes, indirect, branches } = sorted
  if (indirect.length > 0)
    for (const { owner, company, of, stake } of findUnexplainedStakes(
      indirect,
      readHoldings(sorted, []),
      issues,
    )) {
      addStake(stakes[of], owner, company, stake)
      // Companies between the owner and the company may count in full, so that a small indirect share may be enough for a block.
      if (stake.isDoubtful) getOrInsertList(branches, owner).push(company)
    }
  completeStakes(stakes)
  return readHoldings(sorted, issues)
}

function readHoldings(
  { stakes, percentageCompanies }: SortedRelations,
  issues: DataIssueWithoutNames[],
): Readonly<Record<HoldingKind, Holdings>> {
  const readKind = (of: HoldingKind) =>
    indexHoldings(
      Array.from(stakes[of], ([id, ownerStakes]) =>
        computeHoldings({ id, of, hasPercentages: percentageCompanies.has(id), issues }, ownerStakes),
      ).flat(),
    )
  return { shares: readKind('shares'), votes: readKind('votes') }
}
