import { listOf } from '../../shared/lists.ts'
import type { NetworkIndex } from './index-network.ts'

/** Some points and all that they lead to, each with the one that it was reached from, the nearest first. */
export function reach<Point>(
  from: Iterable<Point>,
  next: (point: Point) => Iterable<Point>,
): ReadonlyMap<Point, Point | null> {
  const steps = new Map<Point, Point | null>(Array.from(from, point => [point, null]))
  for (const point of steps.keys()) for (const one of next(point)) if (!steps.has(one)) steps.set(one, point)
  return steps
}

/** Who may own some company by a relation that does not name it, or also control it; `''` is anybody. */
export function ownersOfUnknown({ loose }: NetworkIndex, isControlCounted: boolean): Set<string> {
  return new Set([...loose.owners, ...(isControlCounted ? loose.controllers : [])])
}

/**
 * Everybody from whom shares, votes, control or a relation that may be one of these lead to a company; all parties where such a
 * relation does not name its company.
 */
export function partiesAbove(index: NetworkIndex, company: string): Set<string> {
  const isAny = ownersOfUnknown(index, true).size > 0
  const above = new Set(isAny ? index.parties.keys() : stepsUp(index, company).keys())
  above.delete(company)
  return above
}

/** By party, the next one on the shortest way to another; null of that one. */
type Steps = ReadonlyMap<string, string | null>

/** By shares, votes, control, or what may be one of these; the largest holdings first. */
function stepsUp({ shares, votes, controls, mayControl, unclear }: NetworkIndex, to: string): Steps {
  const leaders = new Map<string, string[]>()
  for (const leads of [controls, mayControl, unclear])
    for (const [owner, companies] of leads)
      for (const company of companies) listOf(leaders, company).push(owner)
  return reach([to], id => {
    const held = [shares, votes].flatMap(({ ofCompany }) => ofCompany.get(id) ?? [])
    const owners = held.filter(({ share }) => share.max > 0)
    owners.sort((one, other) => other.share.max - one.share.max)
    return [...owners.map(({ owner }) => owner), ...(leaders.get(id) ?? [])]
  })
}

/** The whole way, its beginning first; null where there is none. */
function chainFrom(id: string, steps: Steps): string[] | null {
  if (!steps.has(id)) return null
  const chain: string[] = []
  for (let one: string | null = id; one !== null; one = steps.get(one) ?? null) chain.push(one)
  return chain
}

/** The ways of all parties to one: by ownership or control, so far as they lead up from it, and by relations of any kind. */
export function waysTo(index: NetworkIndex, to: string) {
  const up = stepsUp(index, to)
  const anyway: Steps = reach([to], id =>
    (index.relations.get(id) ?? []).map(({ source, target }) => (source === id ? target : source)),
  )
  return { up, anyway, wayOf: (id: string) => chainFrom(id, up) ?? chainFrom(id, anyway) }
}
