import type { NetworkNode } from '../../model/network.ts'
import { type BeneficialOwners, beneficialOwners } from '../beneficial/beneficial-owners.ts'
import { type Exposure, type ExposureOptions, exposure } from '../exposure/exposure.ts'
import type { NetworkIndex } from '../graph/index-network.ts'
import { canonicalText } from './canonical.ts'

/** Whether it is what `exposure` answers about this very network. */
export function fitsExposure(index: NetworkIndex, answer: Exposure): boolean {
  return isSame(answer, () => exposure(index, questionOf(answer)))
}

/** Whether it is what `beneficialOwners` answers about this very network. */
export function fitsOwners(index: NetworkIndex, answer: BeneficialOwners): boolean {
  return isSame(answer, () => beneficialOwners(index, { id: answer.id, rule: answer.rule }))
}

/** With what an answer was asked for; of `isBlocked`, what it said. */
export function questionOf(answer: Exposure): ExposureOptions & Pick<Exposure, 'regime'> {
  const { id, regime, jointArrangements, unlistedOwners, blocked, possible } = answer
  const named = new Set(blocked.filter(({ by }) => by === 'name').map(party => party.id))
  const undecided = new Set(possible.filter(({ doubt }) => doubt === 'undecided').map(party => party.id))
  const isBlocked = (node: NetworkNode) => named.has(node.id) || (undecided.has(node.id) && 'possible')
  return { id, regime, jointArrangements, unlistedOwners, isBlocked }
}

/** An answer may come from a store: what cannot even be asked for again is no answer. */
function isSame(answer: unknown, again: () => unknown): boolean {
  try {
    return canonicalText(answer) === canonicalText(again())
  } catch {
    return false
  }
}
