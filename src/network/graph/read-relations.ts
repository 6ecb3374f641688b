import type { Relation } from '../../model/network.ts'
import { getOrInsert, getOrInsertList } from '../../shared/get-or-insert.ts'
import type { DataIssueWithoutNames } from './data-issues.ts'
import type { Stake } from './holdings.ts'
import type { Direction } from './index-options.ts'
import type { NetworkParty } from './parties.ts'
import {
  classifyRole,
  endsOf,
  isDirected,
  isHoldingType,
  relationKindOf,
  unknownEnd,
} from './relation-types.ts'
import { isPercentage, readStatedShare } from './stated-share.ts'

/** The stakes that make up each holding, by company and owner. */
export type Stakes = Map<string, Map<string, Stake[]>>

/** The ids of companies, by owner. */
type CompaniesByOwner = Map<string, string[]>

/**
 * The relations of a network, grouped by their meaning for ownership. The keys of the maps are the ids of
 * parties.
 */
interface SortedRelations {
  readonly stakes: { readonly shares: Stakes; readonly votes: Stakes }
  /** The companies with at least one share in percent. */
  readonly percentageCompanies: Set<string>
  readonly controls: CompaniesByOwner
  readonly possibleControls: CompaniesByOwner
  readonly unclear: CompaniesByOwner
  readonly branches: CompaniesByOwner
  readonly relations: Map<string, Relation[]>
  readonly withUnnamedCompany: { readonly owners: Set<string>; readonly controllers: Set<string> }
}

/** The parties of the network, the direction of each relation type, and the issues found so far. */
interface RelationContext {
  /** The parties by id. Ids that occur only in relations, without a node, are added. */
  readonly parties: Map<string, NetworkParty>
  readonly directionOf: (type: string) => Direction
  readonly issues: DataIssueWithoutNames[]
}

export function createSortedRelations(): SortedRelations {
  return {
    stakes: { shares: new Map(), votes: new Map() },
    percentageCompanies: new Set(),
    controls: new Map(),
    possibleControls: new Map(),
    unclear: new Map(),
    branches: new Map(),
    relations: new Map(),
    withUnnamedCompany: { owners: new Set(), controllers: new Set() },
  }
}

/** Adds a relation to the groups that fit its meaning. @param origin the relation as received. */
export function addRelation(
  sorted: SortedRelations,
  context: RelationContext,
  relation: Relation,
  origin: Relation,
  mayHaveEnded: boolean,
): void {
  const { parties, directionOf } = context
  const { source, target, type } = relation
  for (const id of new Set([source, target])) addToParty(sorted, context, id, relation)
  reportIssues(context, relation, mayHaveEnded)
  const [owner, company] = endsOf(relation, directionOf(type))
  const [kind, role, stated] = [relationKindOf(type), classifyRole(relation), readStatedShare(relation)]
  // A relation whose type is not about shares or votes may still state a share. It is treated as a possible holding, because it
  // may be ownership.
  const isShare = kind === 'shares' || (kind !== 'votes' && stated.kind !== 'missing')
  if (isShare || kind !== null) {
    const isOwning = isShare || kind === 'unclear'
    addUnnamedCompany(sorted, owner, company, isOwning, !isShare && !isDirected(type))
  }
  if (kind === 'control' && company !== unknownEnd)
    getOrInsertList(mayHaveEnded ? sorted.possibleControls : sorted.controls, owner).push(company)
  if (isShare || kind === 'votes') {
    const stake = { relation, origin, stated, isDoubtful: mayHaveEnded || !isHoldingType(type) }
    const byOwner = getOrInsert(sorted.stakes[isShare ? 'shares' : 'votes'], company, createStakesByOwner)
    getOrInsertList(byOwner, owner).push(stake)
    if (isPercentage(stated)) sorted.percentageCompanies.add(company)
  } else if (kind === 'unclear' && type !== 'BranchRelationship') {
    addUnclear(sorted, parties, owner, company)
    if (!isDirected(type)) addUnclear(sorted, parties, company, owner)
  } else if (kind === 'unclear' || (role !== null && role !== 'office')) {
    if (role === 'owner') addRoleOwner(sorted, parties, relation)
    getOrInsertList(sorted.branches, source).push(target)
    getOrInsertList(sorted.branches, target).push(source)
  }
  if (company !== unknownEnd && parties.get(company)?.nodes.length === 0)
    addMisspelled(sorted, parties, owner, company)
}

/**
 * Removes the stakes in unnamed companies, and adds unknown votes for shareholders without stated votes. Call
 * this function after all relations are added.
 */
export function completeStakes({ shares, votes }: SortedRelations['stakes']): void {
  // All unnamed companies share one entry, although they may be different companies. Their stakes must not be added up, so the
  // entry is removed.
  for (const companies of [shares, votes]) companies.delete(unknownEnd)
  // If some votes in a company are stated, the votes of its other shareholders are unknown.
  for (const [company, voters] of votes)
    for (const owner of shares.get(company)?.keys() ?? []) getOrInsertList(voters, owner)
}

function createStakesByOwner(): Map<string, Stake[]> {
  return new Map()
}

function addToParty(
  { relations }: SortedRelations,
  { parties, issues }: RelationContext,
  id: string,
  relation: Relation,
): void {
  getOrInsertList(relations, id).push(relation)
  const party = getOrInsert(parties, id, () => ({ id, name: null, type: null, nodes: [] }))
  if (party.nodes.length === 0 && id !== unknownEnd)
    issues.push({ kind: 'missing_node', ids: [id], relation })
}

function reportIssues({ issues }: RelationContext, relation: Relation, mayHaveEnded: boolean): void {
  const ids = [relation.source, relation.target].filter(id => id !== unknownEnd)
  if (ids.length < 2) issues.push({ kind: 'unreadable_relation', ids, relation })
  if (relation.isUnclear) issues.push({ kind: 'unclear_relation', ids, relation })
  if (mayHaveEnded) issues.push({ kind: 'ended_relation', ids, relation })
}

/**
 * Adds the owner if the company of a relation is unnamed. @param isEither whether the other end may be the
 * owner instead.
 */
function addUnnamedCompany(
  { withUnnamedCompany }: SortedRelations,
  owner: string,
  company: string,
  isOwning: boolean,
  isEither: boolean,
): void {
  const owners = isOwning ? withUnnamedCompany.owners : withUnnamedCompany.controllers
  if (company === unknownEnd) owners.add(owner)
  else if (isEither && owner === unknownEnd) owners.add(company)
}

type Parties = RelationContext['parties']

/**
 * Adds a company that an owner may own or control. Does nothing if the company is a person, because persons
 * have no owners.
 */
function addUnclear({ unclear }: SortedRelations, parties: Parties, owner: string, company: string): void {
  if (parties.get(company)?.type !== 'person') getOrInsertList(unclear, owner).push(company)
}

/**
 * Adds a possible ownership between the two ends of a role or partnership. An organization is a possible
 * owner only if it holds the role.
 */
function addRoleOwner(sorted: SortedRelations, parties: Parties, { type, source, target }: Relation): void {
  const typeOf = (id: string) => parties.get(id)?.type
  const mayOwn = (owner: string, company: string) =>
    typeOf(company) !== 'person' &&
    (typeOf(owner) !== 'organization' || (type === 'RoleRelationship' && owner === source))
  if (mayOwn(source, target)) addUnclear(sorted, parties, source, target)
  else if (mayOwn(target, source)) addUnclear(sorted, parties, target, source)
}

/**
 * If a company has no node, adds the nodes whose id differs from the company's id only by case or spaces: one
 * of them is probably the company.
 */
function addMisspelled({ unclear }: SortedRelations, parties: Parties, owner: string, company: string): void {
  const normalizedId = company.trim().toLowerCase()
  for (const { id, nodes } of parties.values())
    if (nodes.length > 0 && id.trim().toLowerCase() === normalizedId) getOrInsertList(unclear, owner).push(id)
}
