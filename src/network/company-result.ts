import type { DataIssue } from './graph/data-issues.ts'
import { type NetworkReading, pickReading } from './graph/index-options.ts'
import { type NetworkIndex, partyOf } from './graph/network-index.ts'
import type { NamedParty } from './graph/parties.ts'
import { isOwnershipType } from './relations/relation-types.ts'

/** Fields of every result about a company. */
export interface CompanyResult extends NamedParty, NetworkReading {
  /** Data issues of the company and of the parties upstream of it. */
  readonly issues: readonly DataIssue[]
}

/**
 * Selects the issues of a company and of the parties upstream of it. Always includes issues about a missing
 * owner or an unnamed end of a relation, because that end may be any party.
 *
 * @param isWide whether ranges of the result may be wider than necessary.
 */
export function buildCompanyResult(
  index: NetworkIndex,
  id: string,
  upstreamIds: readonly string[],
  isWide = false,
): CompanyResult {
  const upstream = new Set(upstreamIds)
  const issues = index.issues.filter(issue => {
    const isUnknownOwner = issue.kind === 'missing_node' && isOwnershipType(issue.relation.type)
    if (issue.kind === 'unreadable_relation' || isUnknownOwner) return true
    if (issue.kind === 'missing_node')
      return [issue.relation.source, issue.relation.target].some(end => upstream.has(end))
    return ('of' in issue ? issue.ids.slice(-1) : issue.ids).some(partyId => upstream.has(partyId))
  })
  const { name } = partyOf(index, id)
  const wideRange: DataIssue = { kind: 'wide_range', ids: [id], names: [name] }
  const isReported = issues.some(issue => isWideRangeOf(issue, id))
  return { id, name, issues: isWide && !isReported ? [...issues, wideRange] : issues, ...pickReading(index) }
}

/** Whether an issue says that ranges of a company may be wider than necessary. */
export function isWideRangeOf({ kind, ids }: DataIssue, company: string): boolean {
  return kind === 'wide_range' && ids.includes(company)
}
