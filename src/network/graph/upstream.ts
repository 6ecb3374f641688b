import { getOrInsertList } from '../../shared/get-or-insert.ts'
import type { NetworkIndex } from './network-index.ts'

/**
 * Searches a graph breadth-first. Returns the starting points and all points that can be reached from them,
 * nearest first, each with its predecessor.
 */
export function breadthFirstSearch<Point>(
  starts: Iterable<Point>,
  neighboursOf: (point: Point) => Iterable<Point>,
): ReadonlyMap<Point, Point | null> {
  const predecessors = new Map<Point, Point | null>(Array.from(starts, point => [point, null]))
  for (const point of predecessors.keys())
    for (const neighbour of neighboursOf(point))
      if (!predecessors.has(neighbour)) predecessors.set(neighbour, point)
  return predecessors
}

/**
 * Returns the parties that may own a company according to a relation that does not name the company. If
 * `isControlCounted` is true, also returns the parties that may control an unnamed company.
 */
export function ownersOfUnnamedCompanies(
  { withUnnamedCompany }: NetworkIndex,
  isControlCounted: boolean,
): Set<string> {
  return new Set([...withUnnamedCompany.owners, ...(isControlCounted ? withUnnamedCompany.controllers : [])])
}

/**
 * Finds all parties that may hold shares, votes or control in a company, directly or through others. If any
 * relation of the network has an unnamed company, returns all parties, because the unnamed company may be any
 * party.
 */
export function findUpstream(index: NetworkIndex, company: string): Set<string> {
  const isAnyoneUpstream = ownersOfUnnamedCompanies(index, true).size > 0
  const upstream = new Set(isAnyoneUpstream ? index.parties.keys() : searchUpstream(index, company).keys())
  upstream.delete(company)
  return upstream
}

/** For each party, the next party on the shortest chain to the root; null for the root. */
type Predecessors = ReadonlyMap<string, string | null>

/**
 * Searches upwards from a company to all its direct and indirect owners, along shares, votes, control and
 * unclear relations, the largest holdings first.
 */
function searchUpstream(
  { shares, votes, controls, possibleControls, unclear, withShare }: NetworkIndex,
  rootId: string,
): Predecessors {
  const leadOwners = new Map<string, string[]>()
  for (const leads of [controls, possibleControls, unclear, withShare.unclear])
    for (const [owner, companies] of leads)
      for (const company of companies) getOrInsertList(leadOwners, company).push(owner)
  return breadthFirstSearch([rootId], id => {
    const holdings = [shares, votes].flatMap(({ ofCompany }) => ofCompany.get(id) ?? [])
    const owningHoldings = holdings.filter(({ share }) => share.max > 0)
    owningHoldings.sort((a, b) => b.share.max - a.share.max)
    return [...owningHoldings.map(({ owner }) => owner), ...(leadOwners.get(id) ?? [])]
  })
}

/** Builds the chain from a party to the root, including both; null if there is no chain. */
function buildChain(id: string, predecessors: Predecessors): string[] | null {
  if (!predecessors.has(id)) return null
  const chain: string[] = []
  for (let step: string | null = id; step !== null; step = predecessors.get(step) ?? null) chain.push(step)
  return chain
}

/** Finds a chain from each party to the root: by ownership or control if possible, otherwise by any relations. */
export function findChainsTo(index: NetworkIndex, rootId: string) {
  const upstream = searchUpstream(index, rootId)
  const connected: Predecessors = breadthFirstSearch([rootId], id =>
    (index.relations.get(id) ?? []).map(({ source, target }) => (source === id ? target : source)),
  )
  return {
    upstream,
    connected,
    chainOf: (id: string) => buildChain(id, upstream) ?? buildChain(id, connected),
  }
}
