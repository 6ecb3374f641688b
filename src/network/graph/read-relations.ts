import type { Relation } from '../../model/network.ts'
import { entryOf, listOf } from '../../shared/lists.ts'
import type { Oddity } from './data-issues.ts'
import type { NetworkParty } from './parties.ts'
import type { Direction } from './reading.ts'
import { endsOf, isDirected, isHolding, kindOf, roleOf, unknownEnd } from './relation-types.ts'
import { givenShare, isPercentage } from './share-text.ts'
import type { Stake } from './stakes.ts'

/** By company and owner, what gives the holding. */
export type Stakes = Map<string, Map<string, Stake[]>>

/** By owner, companies. */
type Leads = Map<string, string[]>

/** Sorts relations by what they say. */
export function createRelations(
  parties: Map<string, NetworkParty>,
  directionOf: (type: string) => Direction,
  issues: Oddity[],
) {
  const stakes: { shares: Stakes; votes: Stakes } = { shares: new Map(), votes: new Map() }
  const mixed = new Set<string>()
  const controls: Leads = new Map()
  const mayControl: Leads = new Map()
  const unclear: Leads = new Map()
  const branches: Leads = new Map()
  const relations = new Map<string, Relation[]>()
  const loose = { owners: new Set<string>(), controllers: new Set<string>() }
  return { add, done }

  /** @param origin - The relation as it came. */
  function add(relation: Relation, mayHaveEnded: boolean, origin: Relation): void {
    const { source, target, type } = relation
    for (const id of new Set([source, target])) addEnd(id, relation)
    const ids = [source, target].filter(id => id !== unknownEnd)
    if (ids.length < 2) issues.push({ kind: 'unreadable_relation', ids, relation })
    if (relation.isUnclear) issues.push({ kind: 'unclear_relation', ids, relation })
    if (mayHaveEnded) issues.push({ kind: 'ended_relation', ids, relation })
    const [owner, company] = endsOf(relation, directionOf(type))
    const [kind, role, given] = [kindOf(type), roleOf(relation), givenShare(relation)]
    // A share that another type gives may be one of ownership, or of anything else.
    const isShare = kind === 'shares' || (kind !== 'votes' && given.kind !== 'missing')
    const isEither = !isShare && !isDirected(type)
    if (isShare || kind !== null) addLoose(owner, company, isShare || kind === 'unclear', isEither)
    if (kind === 'control' && company !== unknownEnd)
      listOf(mayHaveEnded ? mayControl : controls, owner).push(company)
    if (isShare || kind === 'votes') {
      const owners = entryOf(stakes[isShare ? 'shares' : 'votes'], company, () => new Map<string, Stake[]>())
      listOf(owners, owner).push({ relation, origin, given, isDoubtful: mayHaveEnded || !isHolding(type) })
      if (isPercentage(given)) mixed.add(company)
    } else if (kind === 'unclear' && type !== 'BranchRelationship') {
      addLead(unclear, owner, company)
      if (!isDirected(type)) addLead(unclear, company, owner)
    } else if (kind === 'unclear' || (role !== null && role !== 'office')) {
      if (role === 'owner') addRole(relation)
      listOf(branches, source).push(target)
      listOf(branches, target).push(source)
    }
    if (company !== unknownEnd && parties.get(company)?.nodes.length === 0) addMisspelt(owner, company)
  }

  function addEnd(id: string, relation: Relation): void {
    listOf(relations, id).push(relation)
    const party = entryOf(parties, id, () => ({ id, name: null, type: null, nodes: [] }))
    if (party.nodes.length === 0 && id !== unknownEnd)
      issues.push({ kind: 'missing_node', ids: [id], relation })
  }

  /** Of a relation that does not say which end owns, either may be the company. */
  function addLoose(owner: string, company: string, isOwning: boolean, isEither: boolean): void {
    const some = isOwning ? loose.owners : loose.controllers
    if (company === unknownEnd) some.add(owner)
    else if (isEither && owner === unknownEnd) some.add(company)
  }

  /** Nobody owns a person. */
  function addLead(leads: Leads, owner: string, company: string): void {
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
    for (const [company, voters] of stakes.votes)
      for (const owner of stakes.shares.get(company)?.keys() ?? []) listOf(voters, owner)
    return { stakes, mixed, controls, mayControl, unclear, branches, relations, loose }
  }
}
