import type { NetworkIndex } from '../graph/index-network.ts'
import { partiesBelow } from '../graph/reach.ts'
import { lookUp } from '../ownership/upward.ts'

/**
 * Whether owners and companies may be the wrong way round: a person around the company has owners, and one of the suspects stands
 * below, who would then stand above.
 */
export function isTurnedRound(index: NetworkIndex, company: string, suspects: Iterable<string>): boolean {
  const ownedPersons = index.findings.flatMap(({ kind, ids }) => (kind === 'owned_person' ? ids : []))
  if (ownedPersons.length === 0) return false
  const below = partiesBelow(index, company)
  const above = new Set(lookUp(index.shares, company).ids)
  return (
    ownedPersons.some(person => below.has(person) || above.has(person)) &&
    [...suspects].some(id => below.has(id))
  )
}
