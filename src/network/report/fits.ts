import type { NetworkNode } from '../../model/network.ts'
import { type BeneficialOwners, beneficialOwners } from '../beneficial/beneficial-owners.ts'
import { type Exposure, type ExposureOptions, exposure } from '../exposure/exposure.ts'
import type { NetworkIndex } from '../graph/index-network.ts'
import { canonicalText } from './canonical.ts'

/** Whether it is what `exposure` returns for this very network. */
export function fitsExposure(index: NetworkIndex, result: Exposure): boolean {
  return isSame(result, () => exposure(index, questionOf(result)))
}

/** Whether it is what `beneficialOwners` returns for this very network. */
export function fitsOwners(index: NetworkIndex, result: BeneficialOwners): boolean {
  return isSame(result, () => beneficialOwners(index, { id: result.id, rule: result.rule }))
}

/** With what a result was asked for; of `isBlocked`, what it said. */
export function questionOf(result: Exposure): ExposureOptions & Pick<Exposure, 'regime'> {
  const { id, regime, jointArrangements, unlistedOwners, blocked, possible } = result
  const named = new Set(blocked.filter(({ by }) => by === 'name').map(party => party.id))
  const undecided = new Set(possible.filter(({ doubt }) => doubt === 'undecided').map(party => party.id))
  const isBlocked = (node: NetworkNode) => named.has(node.id) || (undecided.has(node.id) && 'possible')
  return { id, regime, jointArrangements, unlistedOwners, isBlocked }
}

/** A result may come from a store: what cannot even be asked for again is no result. */
function isSame(result: unknown, again: () => unknown): boolean {
  try {
    return canonicalText(result) === canonicalText(again())
  } catch {
    return false
  }
}
