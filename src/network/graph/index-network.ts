import type { Network, Relation } from '../../model/network.ts'
import { checkIndex, checkNetwork } from './check.ts'
import { findClosedLoops } from './closed-loops.ts'
import type { Finding, Holds, Oddity } from './findings.ts'
import { type Namesake, namesakesIn } from './namesakes.ts'
import { byId, inOrder, relationsInOrder } from './order.ts'
import { type NetworkParty, partiesOf } from './parties.ts'
import { isDirected, kindOf, respelled } from './relation-types.ts'
import { type Holding, holdingsOf, type Stake } from './stakes.ts'
import { endsOf, namesNobody, unknownEnd } from './unknown-ends.ts'

/**
 * A network, indexed by who holds what in whom. Every function of this module takes an index in place of a network, so that the
 * network is read once for several questions.
 */
export interface NetworkIndex extends NetworkReading {
  /** The node of the requested entity; null if the network has none. */
  readonly rootId: string | null
  /** Every party by its id, also those that relations name and the network does not have; `''` is all whom they do not name. */
  readonly parties: ReadonlyMap<string, NetworkParty>
  /** Shares in companies. */
  readonly shares: Holdings
  /** Votes in the companies of which any are given. Elsewhere, votes equal shares. */
  readonly votes: Holdings
  /** By id, whom a party is said to control by other means than shares or votes. */
  readonly controls: ReadonlyMap<string, readonly string[]>
  /**
   * By id, whom a party may own or control by a relation that does not say so: an acquisition or a branch without a share, or a
   * type that is not known.
   */
  readonly unclear: ReadonlyMap<string, readonly string[]>
  /** By id, all relations that begin or end at a party. Known types are spelled as in the specification, whatever their case. */
  readonly relations: ReadonlyMap<string, readonly Relation[]>
  /** What is odd or unknown. */
  readonly findings: readonly Finding[]
}

/** How a network was read. Each result has it, so that it can be explained and checked. */
export interface NetworkReading {
  /** Which end of a shareholding was taken for the owner. */
  readonly direction: Direction
  /** Parties that share a name, with what distinguishes them. */
  readonly namesakes: readonly Namesake[]
}

/** Of an index, or of a result. */
export function readingOf({ direction, namesakes }: NetworkReading): NetworkReading {
  return { direction, namesakes }
}

/** Holdings from both ends. */
export interface Holdings {
  /** By the id of a company, what each of its owners holds. */
  readonly ofCompany: ReadonlyMap<string, readonly Holding[]>
  /** By the id of an owner, what it holds in each company. */
  readonly ofOwner: ReadonlyMap<string, readonly Holding[]>
}

/**
 * How to read a network.
 *
 * @example
 * const options: IndexOptions = { direction: 'target_owns_source' }
 */
export interface IndexOptions {
  /**
   * Which end of a shareholding is the owner. The specification does not say.
   *
   * @default 'source_owns_target'
   */
  direction?: Direction | undefined
}

/** Which end of a shareholding, of votes and of control is the owner. */
export type Direction = 'source_owns_target' | 'target_owns_source'

/**
 * Reads a network as a graph of owners and companies. Nothing in it throws, and nothing is guessed: what is odd is a finding.
 *
 * Shares are fractions out of `details.exactShare`. A share that is not given is from 0 to what the others leave, also beside one
 * of the same ends that is; that of a `SubsidiaryRelationship` is more than half. Relations of the same ends with the same share
 * are one holding that sources repeat, unless both have a `uid` and these differ: then, as with different shares, there may be one
 * holding or several, from the least share to the sum. Investments are shareholdings, and so is every relation that gives a share
 * and is none of votes. The order of nodes and relations does not count.
 *
 * A relation that does not name both of its ends may be with any party. Its owner is `''`, whom nothing is known of; what it says
 * of a company that it does not name is a finding alone.
 *
 * @throws InputValidationError (`invalid_input`) where it is no network, or the direction is none.
 * @example
 * const index = indexNetwork(await client.entities.network(id))
 * for (const { kind, ids } of index.findings) console.log(kind, ids)
 * const shares = ownershipOf(index)
 * const exposed = exposure(index, { regime: 'ofac' })
 */
export function indexNetwork(network: Network, options: IndexOptions = {}): NetworkIndex {
  checkNetwork(network, options)
  const { direction = 'source_owns_target' } = options
  const findings: Oddity[] = []
  const parties = partiesOf(inOrder(network.nodes, byId), findings)
  const nameOf = (id: string) => parties.get(id)?.name ?? null
  const stakes = { shares: new Map<string, Stake[]>(), votes: new Map<string, Stake[]>() }
  const controls = new Map<string, string[]>()
  const unclear = new Map<string, string[]>()
  const relations = new Map<string, Relation[]>()
  const endOf = (end: string) => (!parties.has(end) && namesNobody(end) ? unknownEnd : end)
  for (const relation of relationsInOrder(network.relations.map(one => respelled(one, endOf)))) {
    const { source, target, type, details } = relation
    addEnd(source, relation, parties, relations, findings)
    if (target !== source) addEnd(target, relation, parties, relations, findings)
    if (source === unknownEnd || target === unknownEnd) {
      const ids = [source, target].filter(id => id !== unknownEnd)
      findings.push({ kind: 'unreadable_relation', ids, relation })
    }
    const [owner, company] = endsOf(relation, direction)
    const kind = kindOf(type)
    if (kind === 'control' && company !== unknownEnd) listOf(controls, owner).push(company)
    if (kind === 'shares' || kind === 'votes') addStake(listOf(stakes[kind], company), owner, relation)
    // Whatever type gives a share, a share it is: of types that are not known, too.
    else if (typeof details.exactShare === 'number') addStake(listOf(stakes.shares, company), owner, relation)
    else if (kind === 'unclear') {
      listOf(unclear, owner).push(company)
      if (!isDirected(type)) listOf(unclear, company).push(owner)
    }
  }
  // Companies that are not known are not one company, and none of the owners that are not known.
  for (const companies of [stakes.shares, stakes.votes]) companies.delete(unknownEnd)
  addShareholders(stakes.votes, stakes.shares)
  const shares = holdings(stakes.shares, 'shares', findings)
  const votes = holdings(stakes.votes, 'votes', findings)
  addOwnerFindings(shares, parties, findings)
  for (const ids of findClosedLoops(shares)) findings.push({ kind: 'closed_loop', ids: ids.toSorted() })
  return {
    direction,
    namesakes: namesakesIn(parties.values()),
    rootId: network.rootId,
    parties,
    shares,
    votes,
    controls,
    unclear,
    relations,
    findings: findings.map(finding => ({ ...finding, names: finding.ids.map(nameOf) })),
  }
}

/** A network that is indexed already is taken as it is. */
export function indexed(network: Network | NetworkIndex): NetworkIndex {
  if (typeof network !== 'object' || network === null || !('parties' in network)) return indexNetwork(network)
  checkIndex(network)
  return network
}

function addEnd(
  id: string,
  relation: Relation,
  parties: Map<string, NetworkParty>,
  relations: Map<string, Relation[]>,
  findings: Oddity[],
): void {
  listOf(relations, id).push(relation)
  const party = parties.get(id)
  if (party === undefined) parties.set(id, { id, name: null, type: null, nodes: [] })
  else if (party.nodes.length > 0) return
  if (id === unknownEnd) return
  const { source, target, type } = relation
  findings.push({ kind: 'missing_node', ids: [id], source, target, type })
}

/** Relations of the same ends come one after the other. */
function addStake(stakes: Stake[], owner: string, relation: Relation): void {
  const last = stakes.at(-1)
  if (last?.owner === owner) last.relations.push(relation)
  else stakes.push({ owner, relations: [relation] })
}

/** Where some votes are given, those of the other shareholders are not known. */
function addShareholders(
  votes: ReadonlyMap<string, Stake[]>,
  shares: ReadonlyMap<string, readonly Stake[]>,
): void {
  for (const [company, stakes] of votes) {
    const known = new Set(stakes.map(({ owner }) => owner))
    for (const { owner } of shares.get(company) ?? [])
      if (!known.has(owner)) stakes.push({ owner, relations: [] })
  }
}

function holdings(companies: ReadonlyMap<string, readonly Stake[]>, of: Holds, findings: Oddity[]): Holdings {
  const ofCompany = new Map<string, Holding[]>()
  const ofOwner = new Map<string, Holding[]>()
  for (const [company, stakes] of companies) {
    const held = holdingsOf(company, stakes, of, findings)
    ofCompany.set(company, held)
    for (const holding of held) listOf(ofOwner, holding.owner).push(holding)
  }
  return { ofCompany, ofOwner }
}

function addOwnerFindings(
  { ofCompany }: Holdings,
  parties: ReadonlyMap<string, NetworkParty>,
  findings: Oddity[],
): void {
  for (const [company, held] of ofCompany) {
    if (parties.get(company)?.type === 'person') findings.push({ kind: 'owned_person', ids: [company] })
    const own = held.find(({ owner }) => owner === company)
    if (own !== undefined && own.share.max > 0)
      findings.push({ kind: 'self_ownership', ids: [company], share: own.share })
  }
}

function listOf<Item>(lists: Map<string, Item[]>, key: string): Item[] {
  return entryOf(lists, key, () => [])
}

export function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
