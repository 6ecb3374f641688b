import type { DataIssue } from './data-issues.ts'
import type { Holdings, NetworkIndex } from './index-network.ts'
import { listOf } from './lists.ts'
import { isOwnershipType } from './relation-types.ts'
import { ownersOfUnknown } from './unknown-ends.ts'

/** The points, and all that they lead to. */
export function reach<Point>(from: Iterable<Point>, next: (point: Point) => Iterable<Point>): Set<Point> {
  const reached = new Set(from)
  for (const point of reached) for (const one of next(point)) reached.add(one)
  return reached
}

/** Whom a party holds shares or votes in, directly and through others. */
export function partiesBelow({ shares, votes }: NetworkIndex, id: string): Set<string> {
  const below = reach([id], owner =>
    [shares, votes].flatMap(({ ofOwner }) => (ofOwner.get(owner) ?? []).map(({ company }) => company)),
  )
  below.delete(id)
  return below
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

/** By point, the next one on the shortest way to a beginning; null of the beginning. */
export function stepsTo(
  beginning: string,
  next: (point: string) => Iterable<string>,
): Map<string, string | null> {
  const steps = new Map<string, string | null>([[beginning, null]])
  for (const point of steps.keys()) for (const one of next(point)) if (!steps.has(one)) steps.set(one, point)
  return steps
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
