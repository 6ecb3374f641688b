import { getOrInsert } from '../../shared/get-or-insert.ts'
import { solveAbsorbingChain } from '../ownership/absorbing-chain.ts'
import { buildUpstreamGraph } from '../ownership/upstream-graph.ts'
import { createEffort, type Effort } from '../ownership/value-iteration.ts'
import type { HoldingKind } from '../relations/relation-types.ts'
import { toShare } from '../share.ts'
import type { DataIssueWithoutNames } from './data-issues.ts'
import type { Holdings } from './holdings.ts'
import type { IndirectStake } from './sort-relations.ts'

/**
 * The maximum number of companies whose chains are computed. In any further company, no indirect stake is explained, and its
 * range is wider than necessary.
 */
const maxCompanies = 200

/** How far a stated share may differ from the chains: half a percentage point, because registers round. */
const tolerance = 0.005

/**
 * Finds the parts of indirect stakes that the chains of direct holdings do not explain. An indirect stake sums up chains, so it
 * is never added to them.
 */
export function findUnexplainedStakes(
  indirect: readonly IndirectStake[],
  holdings: Readonly<Record<HoldingKind, Holdings>>,
  issues: DataIssueWithoutNames[],
): IndirectStake[] {
  const effort = createEffort()
  const wideCompanies = new Set<string>()
  const cache: Record<HoldingKind, Map<string, ReadonlyMap<string, number>>> = {
    shares: new Map(),
    votes: new Map(),
  }
  return indirect.flatMap((indirectStake): IndirectStake[] => {
    const { owner, company, of, stake, mayBeDirect } = indirectStake
    const chains = getOrInsert(cache[of], company, () => {
      if (cache[of].size >= maxCompanies) effort.isExceeded = true
      return effort.isExceeded ? new Map() : computeChains(holdings[of], company, effort)
    })
    // Chains may explain a larger part than could be computed.
    if (effort.isExceeded && !wideCompanies.has(company)) {
      wideCompanies.add(company)
      issues.push({ kind: 'wide_range', ids: [company] })
    }
    const explained = chains.get(owner) ?? 0
    if (mayBeDirect && explained === 0 && !wideCompanies.has(company)) return [indirectStake]
    const { stated } = stake
    if (stated.kind === 'missing' && explained > 0) return []
    const doubtful = { ...indirectStake, stake: { ...stake, isDoubtful: true } }
    if (!('share' in stated)) return [doubtful]
    const max = stated.share.max - explained
    if (max <= tolerance) return []
    return [{ ...doubtful, stake: { ...doubtful.stake, stated: { kind: 'settled', share: toShare(max) } } }]
  })
}

/** Computes the certain share of each party upstream of a company. */
function computeChains(holdings: Holdings, company: string, effort: Effort): Map<string, number> {
  const upstream = buildUpstreamGraph(holdings, company)
  const { minShares } = solveAbsorbingChain(upstream, effort)
  return new Map(upstream.map(({ id }, position) => [id, minShares[position] ?? 0]))
}
