import type { Relation } from '../../model/network.ts'
import { entryOf, listOf } from '../../shared/lists.ts'
import type { Oddity } from './data-issues.ts'
import type { NetworkParty } from './parties.ts'
import type { Direction } from './reading.ts'
import { isDirected, isHolding, kindOf, roleOf } from './relation-types.ts'
import { givenShare, hasShare } from './share-text.ts'
import { isPercentage, type Stake, type StakeRelation } from './stakes.ts'
import { endsOf, unknownEnd } from './unknown-ends.ts'

/** By company and owner, what gives the holding. */
export type Stakes = Map<string, Map<string, Stake>>

/** Sorts relations by what they say. */
export function createRelations(
  parties: Map<string, NetworkParty>,
  directionOf: (type: string) => Direction,
  issues: Oddity[],
) {
  const stakes: { shares: Stakes; votes: Stakes; isMixed: Set<string> } = {
    shares: new Map(),
    votes: new Map(),
    isMixed: new Set<string>(),
  }
  const controls = new Map<string, string[]>()
  const mayControl = new Map<string, string[]>()
  const unclear = new Map<string, string[]>()
  const branches = new Map<string, string[]>()
  const relations = new Map<string, Relation[]>()
  return { add, done }

  function add(relation: Relation, mayHaveEnded: boolean, ends: string): void {
    const { source, target, type } = relation
    addEnd(source, relation)
    if (target !== source) addEnd(target, relation)
    const ids = [source, target].filter(id => id !== unknownEnd)
    if (ids.length < 2) issues.push({ kind: 'unreadable_relation', ids, relation })
    if (relation.isUnclear) issues.push({ kind: 'unclear_relation', ids, relation })
    const role = roleOf(relation)
    if (mayHaveEnded || role === 'former_owner') issues.push({ kind: 'ended_relation', ids, relation })
    const [owner, company] = endsOf(relation, directionOf(type))
    const kind = kindOf(type)
    if (kind === 'control' && company !== unknownEnd)
      listOf(mayHaveEnded ? mayControl : controls, owner).push(company)
    // A share that another type gives may be one of ownership, or of anything else.
    if (isHolding(type) || hasShare(relation))
      addStake(stakes[kind === 'votes' ? 'votes' : 'shares'], owner, company, {
        relation,
        isDoubtful: mayHaveEnded || !isHolding(type),
        ends,
      })
    else if (type === 'BranchRelationship') {
      listOf(branches, source).push(target)
      listOf(branches, target).push(source)
    } else if (kind === 'unclear') {
      addLead(unclear, owner, company)
      if (!isDirected(type)) addLead(unclear, company, owner)
    } else if (role !== null && role !== 'office') {
      if (role !== 'unclear') addRole(relation)
      addLead(branches, source, target)
      addLead(branches, target, source)
    }
    if (company !== unknownEnd && parties.get(company)?.nodes.length === 0) addMisspelt(owner, company)
  }

  function addEnd(id: string, relation: Relation): void {
    listOf(relations, id).push(relation)
    const party = parties.get(id)
    if (party === undefined) parties.set(id, { id, name: null, type: null, nodes: [] })
    else if (party.nodes.length > 0) return
    if (id === unknownEnd) return
    const { source, target, type } = relation
    issues.push({ kind: 'missing_node', ids: [id], source, target, type })
  }

  function addStake(companies: Stakes, owner: string, company: string, one: StakeRelation): void {
    const owners = entryOf(companies, company, () => new Map<string, Stake>())
    entryOf(owners, owner, () => ({ owner, relations: [] })).relations.push(one)
    const { exactShare } = one.relation.details
    const isFraction = typeof exactShare === 'number' && exactShare <= 1
    if (!isFraction && isPercentage(givenShare(one.relation))) stakes.isMixed.add(company)
  }

  /** Nobody owns a person. */
  function addLead(leads: Map<string, string[]>, owner: string, company: string): void {
    if (parties.get(company)?.type !== 'person') listOf(leads, owner).push(company)
  }

  /** An organization has persons for partners and owners, and no person has; its own role says what an organization is. */
  function addRole({ type, source, target }: Relation): void {
    const typeOf = (id: string) => parties.get(id)?.type
    const mayOwn = (owner: string, company: string) =>
      typeOf(company) !== 'person' &&
      (typeOf(owner) !== 'organization' || (type === 'RoleRelationship' && owner === source))
    if (mayOwn(source, target)) addLead(unclear, source, target)
    else if (mayOwn(target, source)) addLead(unclear, target, source)
  }

  /** An id that differs by case or spaces alone probably means the node. */
  function addMisspelt(owner: string, company: string): void {
    const wanted = company.trim().toLowerCase()
    for (const { id, nodes } of parties.values())
      if (nodes.length > 0 && id.trim().toLowerCase() === wanted) listOf(unclear, owner).push(id)
  }

  function done() {
    // Companies that are not known are not one company, and none of the owners that are not known.
    for (const companies of [stakes.shares, stakes.votes]) companies.delete(unknownEnd)
    // Where some votes are given, those of the other shareholders are not known.
    for (const [company, voters] of stakes.votes) {
      for (const owner of stakes.shares.get(company)?.keys() ?? [])
        if (!voters.has(owner)) voters.set(owner, { owner, relations: [] })
    }
    return { stakes, controls, mayControl, unclear, branches, relations }
  }
}
