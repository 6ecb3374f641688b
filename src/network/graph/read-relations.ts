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

/** Creates a reader that sorts relations by their meaning. */
export function createRelationReader(
  parties: Map<string, NetworkParty>,
  directionOf: (type: string) => Direction,
  issues: DataIssueWithoutNames[],
) {
  const stakes: { shares: Stakes; votes: Stakes } = { shares: new Map(), votes: new Map() }
  const percentageCompanies = new Set<string>()
  const controls: CompaniesByOwner = new Map()
  const possibleControls: CompaniesByOwner = new Map()
  const unclear: CompaniesByOwner = new Map()
  const branches: CompaniesByOwner = new Map()
  const relations = new Map<string, Relation[]>()
  const withUnnamedCompany = { owners: new Set<string>(), controllers: new Set<string>() }
  return { add, finish }

  /** @param origin - The relation as received. */
  function add(relation: Relation, mayHaveEnded: boolean, origin: Relation): void {
    const { source, target, type } = relation
    for (const id of new Set([source, target])) addToParty(id, relation)
    const ids = [source, target].filter(id => id !== unknownEnd)
    if (ids.length < 2) issues.push({ kind: 'unreadable_relation', ids, relation })
    if (relation.isUnclear) issues.push({ kind: 'unclear_relation', ids, relation })
    if (mayHaveEnded) issues.push({ kind: 'ended_relation', ids, relation })
    const [owner, company] = endsOf(relation, directionOf(type))
    const [kind, role, stated] = [relationKindOf(type), classifyRole(relation), readStatedShare(relation)]
    // If a relation of another type states a share, this may be ownership, or anything else.
    const isShare = kind === 'shares' || (kind !== 'votes' && stated.kind !== 'missing')
    const isEither = !isShare && !isDirected(type)
    if (isShare || kind !== null) addToUnnamedCompany(owner, company, isShare || kind === 'unclear', isEither)
    if (kind === 'control' && company !== unknownEnd)
      getOrInsertList(mayHaveEnded ? possibleControls : controls, owner).push(company)
    if (isShare || kind === 'votes') {
      const stakesByOwner = getOrInsert(
        stakes[isShare ? 'shares' : 'votes'],
        company,
        () => new Map<string, Stake[]>(),
      )
      getOrInsertList(stakesByOwner, owner).push({
        relation,
        origin,
        stated,
        isDoubtful: mayHaveEnded || !isHoldingType(type),
      })
      if (isPercentage(stated)) percentageCompanies.add(company)
    } else if (kind === 'unclear' && type !== 'BranchRelationship') {
      addLead(unclear, owner, company)
      if (!isDirected(type)) addLead(unclear, company, owner)
    } else if (kind === 'unclear' || (role !== null && role !== 'office')) {
      if (role === 'owner') addRoleLead(relation)
      getOrInsertList(branches, source).push(target)
      getOrInsertList(branches, target).push(source)
    }
    if (company !== unknownEnd && parties.get(company)?.nodes.length === 0) addMisspelled(owner, company)
  }

  function addToParty(id: string, relation: Relation): void {
    getOrInsertList(relations, id).push(relation)
    const party = getOrInsert(parties, id, () => ({ id, name: null, type: null, nodes: [] }))
    if (party.nodes.length === 0 && id !== unknownEnd)
      issues.push({ kind: 'missing_node', ids: [id], relation })
  }

  /** Adds the owner if the company is unnamed. If the relation does not show which end owns, either end may be the company. */
  function addToUnnamedCompany(owner: string, company: string, isOwning: boolean, isEither: boolean): void {
    const owners = isOwning ? withUnnamedCompany.owners : withUnnamedCompany.controllers
    if (company === unknownEnd) owners.add(owner)
    else if (isEither && owner === unknownEnd) owners.add(company)
  }

  /** Adds a company that an owner may own or control. A person is not added: it has no owners. */
  function addLead(leads: CompaniesByOwner, owner: string, company: string): void {
    if (parties.get(company)?.type !== 'person') getOrInsertList(leads, owner).push(company)
  }

  /**
   * Adds the end of a role that may own the other end. A person has no owners. In a role, the organization that has the role is
   * the owner.
   */
  function addRoleLead({ type, source, target }: Relation): void {
    const typeOf = (id: string) => parties.get(id)?.type
    const mayOwn = (owner: string, company: string) =>
      typeOf(company) !== 'person' &&
      (typeOf(owner) !== 'organization' || (type === 'RoleRelationship' && owner === source))
    if (mayOwn(source, target)) addLead(unclear, source, target)
    else if (mayOwn(target, source)) addLead(unclear, target, source)
  }

  /** Adds the nodes with an id that differs from a missing company's only by case or spaces: one of them is probably meant. */
  function addMisspelled(owner: string, company: string): void {
    const normalizedId = company.trim().toLowerCase()
    for (const { id, nodes } of parties.values())
      if (nodes.length > 0 && id.trim().toLowerCase() === normalizedId)
        getOrInsertList(unclear, owner).push(id)
  }

  function finish() {
    // Unknown companies are not one company, and unknown owners are not one owner.
    for (const companies of [stakes.shares, stakes.votes]) companies.delete(unknownEnd)
    // If some votes are stated, the votes of the other shareholders are unknown.
    for (const [company, voters] of stakes.votes)
      for (const owner of stakes.shares.get(company)?.keys() ?? []) getOrInsertList(voters, owner)
    return {
      stakes,
      percentageCompanies: percentageCompanies,
      controls,
      possibleControls: possibleControls,
      unclear,
      branches,
      relations,
      withUnnamedCompany,
    }
  }
}
