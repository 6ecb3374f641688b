import type { NetworkIndex } from '../graph/network-index.ts'
import { isMajority } from '../share.ts'
import { type Bound, computeCountedHoldings, replaceHoldings } from './counted-holdings.ts'
import { type HeldParts, type PropagationRule, propagate, toLeads } from './propagate.ts'

/**
 * Creates the rule by which a party controls a company: by a relation that states control, or by a majority of the votes.
 *
 * @param majorityOf `votes`: a majority of the votes, or of the shares if no votes are stated. `shares or votes`: a majority of
 * either.
 */
export function createControlRule(
  index: NetworkIndex,
  bound: Bound,
  majorityOf: 'votes' | 'shares or votes' = 'votes',
  isEnough: (partsHeld: number) => boolean = isMajority,
): PropagationRule {
  const reaches = (heldParts: HeldParts) => isEnough(heldParts[bound])
  const shares = replaceHoldings(
    computeCountedHoldings(index, index.shares, bound),
    (company, companyHoldings) =>
      majorityOf === 'votes' && index.votes.ofCompany.has(company) ? null : companyHoldings,
  )
  return {
    measures: [
      { of: 'votes', holdings: computeCountedHoldings(index, index.votes, bound), reaches, isControl: true },
      { of: 'shares', holdings: shares, reaches, isControl: true },
    ],
    leads: [
      toLeads(index.controls, true),
      ...(bound === 'max'
        ? [toLeads(index.possibleControls, true), toLeads(index.withShare.unclear, true)]
        : []),
    ],
  }
}

/**
 * Finds the candidates that control a company. The search is faster if the candidates nearest to the company
 * come first, because a party that controls an earlier controller also controls the company.
 */
export function findControllers(
  candidates: Iterable<string>,
  company: string,
  control: PropagationRule,
): Set<string> {
  const controllers = new Set<string>()
  const nonControllers = new Set<string>()
  const isController = (id: string) => id === company || controllers.has(id)
  for (const party of candidates) {
    if (nonControllers.has(party)) continue
    const { reached } = propagate([party], { ...control, stopsAt: isController })
    if ([...reached.keys()].some(isController)) controllers.add(party)
    // If a party does not control the company, the parties that it controls do not either.
    else for (const id of reached.keys()) nonControllers.add(id)
  }
  return controllers
}
