import { listOf } from '../../shared/lists.ts'
import type { DataIssue } from './data-issues.ts'
import type { Holdings, NetworkIndex } from './index-network.ts'
import { isOwnershipType } from './relation-types.ts'
import { ownersOfUnknown } from './unknown-ends.ts'

/** The points, and all that they lead to. */
export function reach<Point>(from: Iterable<Point>, next: (point: Point) => Iterable<Point>): Set<Point> {
  const reached = new Set(from)
  for (const point of reached) for (const one of next(point)) reached.add(one)
  return reached
}

/** By company, who controls it, or may own or control it by what the relation says. */
export function leadersIn({ controls, mayControl, unclear }: NetworkIndex): Map<string, string[]> {
  const leaders = new Map<string, string[]>()
  for (const leads of [controls, mayControl, unclear])
    for (const [owner, companies] of leads)
      for (const company of companies) listOf(leaders, company).push(owner)
  return leaders
}

/**
 * Everybody from whom shares, votes, control or a relation that may be one of these lead to a company; all parties where such a
 * relation does not name its company.
 */
export function partiesAbove(index: NetworkIndex, company: string): Set<string> {
  const leaders = leadersIn(index)
  const owners = ({ ofCompany }: Holdings, one: string) =>
    (ofCompany.get(one) ?? []).flatMap(({ owner, share }) => (share.max === 0 ? [] : [owner]))
  const above =
    ownersOfUnknown(index, true).size > 0
      ? new Set(index.parties.keys())
      : reach([company], one => [
          ...owners(index.shares, one),
          ...owners(index.votes, one),
          ...(leaders.get(one) ?? []),
        ])
  above.delete(company)
  return above
}

/** By party, the next one on the shortest way to another; null of that one. */
type Steps = ReadonlyMap<string, string | null>

/** By shares, votes, control, or what may be one of these; the largest holdings first. */
export function stepsUp(index: NetworkIndex, to: string): Steps {
  const leaders = leadersIn(index)
  return stepsTo(to, id => [
    ...[index.shares, index.votes]
      .flatMap(({ ofCompany }) => ofCompany.get(id) ?? [])
      .sort((one, other) => other.share.max - one.share.max)
      .map(({ owner }) => owner),
    ...(leaders.get(id) ?? []),
  ])
}

/** By relations of any kind. */
export function stepsAnyway({ relations }: NetworkIndex, to: string): Steps {
  return stepsTo(to, id =>
    (relations.get(id) ?? []).map(({ source, target }) => (source === id ? target : source)),
  )
}

function stepsTo(to: string, next: (id: string) => Iterable<string>): Steps {
  const steps = new Map<string, string | null>([[to, null]])
  for (const id of steps.keys()) for (const one of next(id)) if (!steps.has(one)) steps.set(one, id)
  return steps
}

/** The whole way, its beginning first; null where there is none. */
export function chainFrom(id: string, steps: Steps): string[] | null {
  if (!steps.has(id)) return null
  const chain: string[] = []
  for (let one: string | null = id; one !== null; one = steps.get(one) ?? null) chain.push(one)
  return chain
}

/**
 * Data issues about a company and those above it: what these hold elsewhere does not bear on it. A relation that does not name an
 * end may be with anybody, and a missing node in a relation of ownership may be anybody.
 */
export function issuesAbout(issues: readonly DataIssue[], near: ReadonlySet<string>): DataIssue[] {
  const isNear = (id: string) => near.has(id)
  return issues.filter(issue => {
    if (issue.kind === 'unreadable_relation') return true
    if (issue.kind === 'missing_node')
      return isOwnershipType(issue.type) || [issue.source, issue.target].some(isNear)
    const ids = 'of' in issue ? issue.ids.slice(-1) : issue.ids
    return ids.some(isNear)
  })
}
