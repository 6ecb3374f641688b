import type { Finding } from './findings.ts'
import type { NetworkIndex } from './index-network.ts'
import { partiesBelow } from './reach.ts'

/**
 * Findings about a company and those above it: what these hold elsewhere does not bear on it. Persons who have owners do bear on
 * it below, too, for owners and companies may be the wrong way round; and relations without an end, which may be with anybody.
 */
export function findingsAbout(index: NetworkIndex, company: string, upward: ReadonlySet<string>): Finding[] {
  const { findings } = index
  const isOdd = findings.some(({ kind }) => kind === 'owned_person')
  const below = isOdd ? partiesBelow(index, company) : new Set<string>()
  return findings.filter(
    finding =>
      finding.kind === 'unreadable_relation' ||
      subjectsOf(finding).some(id => upward.has(id)) ||
      (finding.kind === 'owned_person' && finding.ids.some(id => below.has(id))),
  )
}

function subjectsOf(finding: Finding): readonly string[] {
  switch (finding.kind) {
    case 'missing_node':
      return [finding.source, finding.target]
    case 'unknown_share':
    case 'share_out_of_range':
    case 'conflicting_shares':
      return finding.ids.slice(1)
    default:
      return finding.ids
  }
}
