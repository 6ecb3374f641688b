import { ownersOfUnnamedCompanies } from '../graph/upstream.ts'
import type { AssessmentInput, BlockedParties } from './blocked-parties.ts'
import { createOpenQuestion, findConflict } from './find-conflict.ts'
import { findMinimumHittingSet } from './minimum-hitting-set.ts'
import { createFact, type Fact } from './missing-facts.ts'
import type { ExemptCompany } from './options.ts'
import type { ScreeningState } from './screening-state.ts'

/**
 * Finds the fewest facts that would settle whether the company is blocked; null if the company is certainly blocked, or if no
 * fact is open.
 */
export function findOpenFacts(
  input: AssessmentInput,
  parties: BlockedParties,
  upstreamIds: readonly string[],
  screening: ScreeningState,
  exemptCompanies: readonly ExemptCompany[],
): readonly Fact[] | null {
  const { index, id } = input
  const { blocked, certainOrPossible, possibleRule, unreachedDoubt } = parties
  if (blocked.has(id)) return null
  const exemptIds = new Set(exemptCompanies.map(company => index.idOf(company.id)))
  const question = createOpenQuestion(input, possibleRule, certainOrPossible, upstreamIds, exemptIds)
  // The number of calls is limited, because this search would otherwise take longer than all other
  // computations in a large network.
  const maxCalls = Math.min(200, Math.max(4, Math.floor(50_000 / (index.network.relations.length + 1))))
  const ownerFacts = findMinimumHittingSet(settled => findConflict(question, settled), maxCalls)
  const pendingFacts = listPendingFacts(input, upstreamIds, screening, unreachedDoubt === 'direction')
  if (ownerFacts === null && pendingFacts.length === 0) return null
  return [...pendingFacts, ...(ownerFacts ?? [])]
}

/**
 * Lists the open facts that do not depend on holdings: an unfinished screening, an incomplete network, upstream parties that were not
 * screened, and unclear relations.
 */
function listPendingFacts(
  { index, id, regimeRule }: AssessmentInput,
  upstreamIds: readonly string[],
  screening: ScreeningState,
  isDirectionOpen: boolean,
): Fact[] {
  const upstream = new Set(upstreamIds)
  const issueFacts = index.issues.flatMap((issue): Fact[] => {
    if (!issue.ids.every(party => upstream.has(party))) return []
    if (issue.kind === 'not_shown') return [createFact('listing', issue.ids)]
    return issue.kind === 'unclear_relation'
      ? [createFact('relation', [issue.relation.source, issue.relation.target])]
      : []
  })
  return [
    ...(screening === 'ended' ? [] : [createFact('screening', [id])]),
    ...(index.network.isComplete === true ? [] : [createFact('network', [])]),
    ...issueFacts,
    // A relation that does not name its company may be a relation to this company.
    ...Array.from(ownersOfUnnamedCompanies(index, regimeRule.isControlPossible), owner =>
      createFact('relation', [owner, id]),
    ),
    ...(isDirectionOpen ? [createFact('direction', [])] : []),
  ]
}
