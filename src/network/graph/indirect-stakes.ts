import { getOrInsert } from '../../shared/get-or-insert.ts'
import { solveAbsorbingChain } from '../ownership/absorbing-chain.ts'
import { buildUpstreamGraph } from '../ownership/upstream-graph.ts'
import { createEffort } from '../ownership/value-iteration.ts'
import type { HoldingKind } from './data-issues.ts'
import type { Holdings } from './holdings.ts'
import { toShare } from './share.ts'
import type { IndirectStake } from './sort-relations.ts'

/** The maximum number of companies whose chains are computed. In any further company, no indirect stake is explained. */
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
): IndirectStake[] {
  const cache: Record<HoldingKind, Map<string, ReadonlyMap<string, number>>> = {
    shares: new Map(),
    votes: new Map(),
  }
  return indirect.flatMap(({ owner, company, of, stake }): IndirectStake[] => {
    const isWithinLimit = cache[of].size < maxCompanies
    const chains = getOrInsert(cache[of], company, () =>
      isWithinLimit ? computeChains(holdings[of], company) : new Map<string, number>(),
    )
    const explained = chains.get(owner) ?? 0
    const { stated } = stake
    if (stated.kind === 'missing' && explained > 0) return []
    const doubtful = { owner, company, of, stake: { ...stake, isDoubtful: true } }
    if (!('share' in stated)) return [doubtful]
    const max = stated.share.max - explained
    if (max <= tolerance) return []
    return [{ ...doubtful, stake: { ...doubtful.stake, stated: { kind: 'settled', share: toShare(max) } } }]
  })
}

/** Computes the certain share of each party upstream of a company. */
function computeChains(holdings: Holdings, company: string): Map<string, number> {
  const upstream = buildUpstreamGraph(holdings, company)
  const { minShares } = solveAbsorbingChain(upstream, createEffort())
  return new Map(upstream.map(({ id }, position) => [id, minShares[position] ?? 0]))
}
