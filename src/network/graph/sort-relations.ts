import type { Relation } from '../../model/network.ts'
import { getOrInsert, getOrInsertList } from '../../shared/get-or-insert.ts'
import type { Interpretation } from '../relations/interpret-relation.ts'
import {
  type Direction,
  endsOf,
  type HoldingKind,
  isDirected,
  isHoldingKind,
  unknownEnd,
} from '../relations/relation-types.ts'
import { isPercentage } from '../relations/stated-share.ts'
import type { DataIssueWithoutNames } from './data-issues.ts'
import type { Stake } from './holdings.ts'
import { addJointStakes } from './joint-stakes.ts'
import type { NetworkParty } from './parties.ts'

/** The stakes that make up each holding, by company and owner. */
export type Stakes = Map<string, Map<string, Stake[]>>

/** A holding through other parties, which sums up chains that the network may also show. */
export type IndirectStake = {
  readonly owner: string
  readonly company: string
  readonly of: HoldingKind
  readonly stake: Stake
  /** Whether the holding is direct if the network shows no chain. */
  readonly mayBeDirect: boolean
  /** Whether the holding also sums up what the owner holds directly. */
  readonly includesDirect: boolean
}

/** The ids of companies, by owner. */
type CompaniesByOwner = Map<string, string[]>

/** The relations that may be ownership or control, by how uncertain they are. */
type UncertainLeads = Pick<SortedRelations, 'unclear' | 'unclearRoles' | 'branches'>

/** The relations of a network, grouped by what they mean for ownership. The keys of the maps are the ids of parties. */
export interface SortedRelations {
  readonly stakes: Record<HoldingKind, Stakes>
  readonly indirect: IndirectStake[]
  /** The companies with at least one share in percent. */
  readonly percentageCompanies: Set<string>
  readonly controls: CompaniesByOwner
  readonly possibleControls: CompaniesByOwner
  readonly unclear: CompaniesByOwner
  readonly unclearRoles: CompaniesByOwner
  readonly branches: CompaniesByOwner
  readonly withShare: UncertainLeads
  readonly relations: Map<string, Relation[]>
  readonly withUnnamedCompany: { readonly owners: Set<string>; readonly controllers: Set<string> }
}

/** The parties of the network, the direction of each type, and the issues found so far. */
export interface RelationContext {
  /** The parties by id. Ids that occur only in relations, without a node, are added. */
  readonly parties: Map<string, NetworkParty>
  readonly directionOf: (type: string) => Direction
  readonly idOf: (id: string) => string
  readonly issues: DataIssueWithoutNames[]
}

export function createSortedRelations(): SortedRelations {
  return {
    stakes: { shares: new Map(), votes: new Map() },
    indirect: [],
    percentageCompanies: new Set(),
    controls: new Map(),
    possibleControls: new Map(),
    ...createUncertainLeads(),
    withShare: createUncertainLeads(),
    relations: new Map(),
    withUnnamedCompany: { owners: new Set(), controllers: new Set() },
  }
}

function createUncertainLeads(): UncertainLeads {
  return { unclear: new Map(), unclearRoles: new Map(), branches: new Map() }
}

/** Adds a relation to the groups that fit its interpretations. @param origin the relation as received. */
export function addRelation(
  sorted: SortedRelations,
  context: RelationContext,
  relation: Relation,
  origin: Relation,
  interpretations: readonly Interpretation[],
): void {
  const { parties, directionOf } = context
  addToParty(sorted, context, relation.source, relation)
  if (relation.target !== relation.source) addToParty(sorted, context, relation.target, relation)
  reportIssues(context, relation, interpretations)
  const [owner, company] = endsOf(relation, directionOf(relation.type))
  for (const interpretation of interpretations) {
    const sameKind = interpretations.filter(({ kind }) => kind === interpretation.kind)
    const reading = sameKind.indexOf(interpretation)
    addInterpretation(sorted, context, { relation, origin, owner, company, reading }, interpretation)
  }
  if (company !== unknownEnd && parties.get(company)?.nodes.length === 0)
    addMisspelled(sorted, parties, owner, company)
}

/** A relation with its owner and company, if it is about ownership or control. */
interface DirectedRelation {
  readonly relation: Relation
  readonly origin: Relation
  readonly owner: string
  readonly company: string
  /** The number of the interpretation among those of its kind. */
  readonly reading: number
}

function addInterpretation(
  sorted: SortedRelations,
  { parties, idOf }: RelationContext,
  { relation, origin, owner, company, reading }: DirectedRelation,
  { kind, stated, isHolding, ended, doubts, words, mayBeIndirect, jointWith }: Interpretation,
): void {
  const isDirectedType = isDirected(relation.type)
  // A relation that is not about shares or votes may still state a share. It is treated as a possible holding, because it may be
  // ownership.
  const of = kind === 'votes' ? kind : kind === 'shares' || stated.kind !== 'missing' ? 'shares' : null
  if (of !== null || kind === 'control' || kind === 'unclear' || kind === 'branch') {
    const isOwning = of === 'shares' || kind === 'unclear' || kind === 'branch'
    addUnnamedCompany(sorted, owner, company, isOwning, of !== 'shares' && !isDirectedType && !isHolding)
  }
  if (kind === 'control' && company !== unknownEnd) {
    const isCertain = ended === false && doubts.size === 0
    getOrInsertList(isCertain ? sorted.controls : sorted.possibleControls, owner).push(company)
  }
  if (of !== null) {
    const isForOthers = doubts.has('owner')
    const isDoubtful = ended === null || !isHolding
    const stake = {
      relation,
      origin,
      stated,
      isHolding,
      isDoubtful,
      isForOthers,
      jointWith: [...new Set(jointWith.map(idOf))].filter(id => id !== owner),
      reading,
    }
    const isTotal = doubts.has('total')
    if (doubts.has('indirect') || isTotal || mayBeIndirect) {
      const includesDirect = isTotal || mayBeIndirect
      sorted.indirect.push({ owner, company, of, stake, mayBeDirect: mayBeIndirect, includesDirect })
    } else addStake(sorted.stakes[of], owner, company, stake)
    if (isPercentage(stated)) sorted.percentageCompanies.add(company)
  }
  // A share says how much is owned, and takes nothing back of what the type says about control.
  const leads = of === null || stated.kind === 'unreadable' ? sorted : sorted.withShare
  if (kind === 'unclear') {
    addUnclear(leads.unclear, parties, owner, company)
    if (!isDirectedType) addUnclear(leads.unclear, parties, company, owner)
  } else if (kind === 'partnership') addRoleOwner(leads.unclear, parties, relation)
  else if (kind === 'office' && doubts.has('control') && words.length > 0)
    addRoleOwner(leads.unclearRoles, parties, relation)
  const isControlInDoubt = doubts.has('control')
  if (isControlInDoubt || kind === 'branch' || kind === 'partnership') {
    const { branches } = isControlInDoubt ? sorted : leads
    const isOwned = isHoldingKind(kind) || kind === 'control'
    getOrInsertList(branches, owner).push(company)
    if (!isOwned) getOrInsertList(branches, company).push(owner)
  }
}

export function addStake(stakes: Stakes, owner: string, company: string, stake: Stake): void {
  getOrInsertList(
    getOrInsert(stakes, company, () => new Map()),
    owner,
  ).push(stake)
}

/**
 * Removes the stakes in unnamed companies, and adds the unknown votes of shareholders and the stakes of joint holders. Call this
 * function after all relations are added.
 */
export function completeStakes({ shares, votes }: SortedRelations['stakes']): void {
  for (const companies of [shares, votes]) {
    // All unnamed companies share one entry, although they may be different companies. Their stakes must not be added up, so the
    // entry is removed.
    companies.delete(unknownEnd)
    for (const owners of companies.values()) addJointStakes(owners)
  }
  // If some votes are stated, the votes of the other shareholders are unknown.
  for (const [company, voters] of votes)
    for (const owner of shares.get(company)?.keys() ?? []) getOrInsertList(voters, owner)
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

function reportIssues(
  { issues }: RelationContext,
  relation: Relation,
  interpretations: readonly Interpretation[],
): void {
  const ids = [relation.source, relation.target].filter(id => id !== unknownEnd)
  if (ids.length < 2) issues.push({ kind: 'unreadable_relation', ids, relation })
  if (relation.isUnclear) issues.push({ kind: 'unclear_relation', ids, relation })
  if (interpretations.some(({ ended }) => ended === null))
    issues.push({ kind: 'ended_relation', ids, relation })
  for (const { doubts, words } of interpretations) {
    if (words.length === 0) continue
    const open = [...doubts].flatMap(doubt => (doubt === 'end' ? [] : doubt))
    if (open.length > 0) issues.push({ kind: 'doubtful_relation', ids, relation, doubts: open, words })
  }
}

/** Adds the owner of an unnamed company. @param isEither whether the other end may be the owner instead. */
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

/** Adds a company that an owner may own or control. Adds no person, because persons have no owners. */
function addUnclear(unclear: CompaniesByOwner, parties: Parties, owner: string, company: string): void {
  if (parties.get(company)?.type !== 'person') getOrInsertList(unclear, owner).push(company)
}

/**
 * Adds the party that may own the party at the other end of a role or partnership. An organization is added only as the holder
 * of a role.
 */
function addRoleOwner(unclear: CompaniesByOwner, parties: Parties, { type, source, target }: Relation): void {
  const typeOf = (id: string) => parties.get(id)?.type
  const mayOwn = (owner: string, company: string) =>
    typeOf(company) !== 'person' &&
    (typeOf(owner) !== 'organization' || (type === 'RoleRelationship' && owner === source))
  if (mayOwn(source, target)) addUnclear(unclear, parties, source, target)
  else if (mayOwn(target, source)) addUnclear(unclear, parties, target, source)
}

/** Adds the nodes whose id differs from a missing company's only by case or spaces: one of them is probably the company. */
function addMisspelled({ unclear }: SortedRelations, parties: Parties, owner: string, company: string): void {
  const normalizedId = company.trim().toLowerCase()
  for (const { id, nodes } of parties.values())
    if (nodes.length > 0 && id.trim().toLowerCase() === normalizedId) getOrInsertList(unclear, owner).push(id)
}
