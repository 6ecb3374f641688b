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

/** The chains of certain holdings that lead to a company. */
interface Chains {
  /** The certain share of each party upstream of the company. */
  readonly minShares: ReadonlyMap<string, number>
  /** Whether the chains may explain a larger part than could be computed. */
  readonly isWide: boolean
}

/**
 * Finds the parts of indirect stakes that the chains of direct holdings do not explain. An indirect stake sums up chains, so what
 * they explain is never added to them. The rest follows by elimination, so it is doubtful.
 */
export function findUnexplainedStakes(
  indirect: readonly IndirectStake[],
  holdings: Readonly<Record<HoldingKind, Holdings>>,
  issues: DataIssueWithoutNames[],
): IndirectStake[] {
  const effort = createEffort()
  const wideCompanies = new Set<string>()
  const cache: Record<HoldingKind, Map<string, Chains>> = { shares: new Map(), votes: new Map() }
  const unexplained = indirect.flatMap((indirectStake): IndirectStake[] => {
    const { owner, company, of, stake, mayBeDirect, includesDirect } = indirectStake
    const { minShares, isWide } = getOrInsert(cache[of], company, () =>
      cache[of].size < maxCompanies
        ? computeChains(holdings[of], company, effort)
        : { minShares: new Map(), isWide: true },
    )
    if (isWide) wideCompanies.add(company)
    const direct = holdings[of].ofCompany.get(company)?.find(holding => holding.owner === owner)
    const explained = (minShares.get(owner) ?? 0) - (includesDirect ? 0 : (direct?.share.min ?? 0))
    if (mayBeDirect && explained === 0 && !isWide) return [indirectStake]
    const { stated } = stake
    const doubtful = { ...indirectStake, stake: { ...stake, isDoubtful: true } }
    if (!('share' in stated)) return [doubtful]
    const max = stated.share.max - explained
    if (max <= tolerance) return []
    return [{ ...doubtful, stake: { ...doubtful.stake, stated: { kind: 'settled', share: toShare(max) } } }]
  })
  for (const company of wideCompanies) issues.push({ kind: 'wide_range', ids: [company] })
  return unexplained
}

/** @param effort counts the work for all companies. Whether a limit was reached is determined for each company. */
function computeChains(holdings: Holdings, company: string, effort: Effort): Chains {
  effort.isExceeded = false
  const upstream = buildUpstreamGraph(holdings, company)
  const { minShares } = solveAbsorbingChain(upstream, effort)
  return {
    minShares: new Map(upstream.map(({ id }, position) => [id, minShares[position] ?? 0])),
    isWide: effort.isExceeded,
  }
}
