import { listOf } from '../../shared/lists.ts'
import type { NetworkIndex } from './index-network.ts'

/** Some points and all that they lead to, each with the one that it was reached from, the nearest first. */
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

/** Who may own some company by a relation that does not name it, or also control it; `''` is anybody. */
export function ownersOfUnnamedCompanies({ loose }: NetworkIndex, isControlCounted: boolean): Set<string> {
  return new Set([...loose.owners, ...(isControlCounted ? loose.controllers : [])])
}

/**
 * Everybody from whom shares, votes, control or a relation that may be one of these lead to a company; all parties where such a
 * relation does not name its company.
 */
export function findUpstream(index: NetworkIndex, company: string): Set<string> {
  const isAnyoneUpstream = ownersOfUnnamedCompanies(index, true).size > 0
  const upstream = new Set(isAnyoneUpstream ? index.parties.keys() : searchUpstream(index, company).keys())
  upstream.delete(company)
  return upstream
}

/** By party, the next one on the shortest way to another; null of that one. */
type Predecessors = ReadonlyMap<string, string | null>

/** By shares, votes, control, or what may be one of these; the largest holdings first. */
function searchUpstream(
  { shares, votes, controls, mayControl, unclear }: NetworkIndex,
  rootId: string,
): Predecessors {
  const leadOwners = new Map<string, string[]>()
  for (const leads of [controls, mayControl, unclear])
    for (const [owner, companies] of leads)
      for (const company of companies) listOf(leadOwners, company).push(owner)
  return breadthFirstSearch([rootId], id => {
    const holdings = [shares, votes].flatMap(({ ofCompany }) => ofCompany.get(id) ?? [])
    const owningHoldings = holdings.filter(({ share }) => share.max > 0)
    owningHoldings.sort((a, b) => b.share.max - a.share.max)
    return [...owningHoldings.map(({ owner }) => owner), ...(leadOwners.get(id) ?? [])]
  })
}

/** The whole way, its beginning first; null where there is none. */
function buildChain(id: string, predecessors: Predecessors): string[] | null {
  if (!predecessors.has(id)) return null
  const chain: string[] = []
  for (let step: string | null = id; step !== null; step = predecessors.get(step) ?? null) chain.push(step)
  return chain
}

/** The ways of all parties to one: by ownership or control, so far as they lead up from it, and by relations of any kind. */
export function findChainsTo(index: NetworkIndex, rootId: string) {
  const up = searchUpstream(index, rootId)
  const anyway: Predecessors = breadthFirstSearch([rootId], id =>
    (index.relations.get(id) ?? []).map(({ source, target }) => (source === id ? target : source)),
  )
  return { up, anyway, wayOf: (id: string) => buildChain(id, up) ?? buildChain(id, anyway) }
}
