import type { DataIssue } from './data-issues.ts'
import type { NetworkIndex } from './index-network.ts'
import { partiesBelow } from './reach.ts'

/**
 * Data issues about a company and those above it: what these hold elsewhere does not bear on it. Some bear on it from below, for
 * owners and companies may be the wrong way round; and relations without an end, or with one that no node has, may be with anybody.
 */
export function issuesAbout(index: NetworkIndex, company: string, upward: ReadonlySet<string>): DataIssue[] {
  const { issues, directionOf } = index
  const isOdd = issues.some(({ kind }) => kind === 'owned_person')
  const below = isOdd ? partiesBelow(index, company) : new Set<string>()
  const isAbout = (id: string) => id === company || upward.has(id)
  /** The company of the missing node's relation may be this one under another id. */
  const isCompany = ({ type, ids, ...ends }: Extract<DataIssue, { kind: 'missing_node' }>) =>
    ends[directionOf(type) === 'source_owns_target' ? 'target' : 'source'] === ids[0]
  return issues.filter(issue => {
    switch (issue.kind) {
      case 'unreadable_relation':
        return true
      case 'missing_node':
        return isAbout(issue.source) || isAbout(issue.target) || isCompany(issue)
      case 'unclear_relation':
      case 'ended_relation':
      case 'possibly_same':
        return issue.ids.some(isAbout)
      case 'unknown_share':
      case 'unclear_share':
      case 'conflicting_shares':
        return issue.ids.slice(1).some(isAbout)
      case 'owned_person':
        return issue.ids.some(id => isAbout(id) || below.has(id))
      default:
        return issue.ids.some(isAbout)
    }
  })
}
