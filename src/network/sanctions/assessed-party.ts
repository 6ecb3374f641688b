import { heldBefore, type Reason, type Spread, sumOf } from '../control/spread.ts'
import { type NetworkIndex, partyOf } from '../graph/index-network.ts'
import type { Party } from '../graph/parties.ts'
import { type Share, tidy, whole } from '../graph/share.ts'
import type { Doubt } from './listing.ts'

/** A party that is blocked, or may be. */
export interface AssessedParty extends Party {
  /** Whether it stands above the company, or may, by shares, votes, control or an unclear relation; false for the company itself. */
  readonly isUpstream: boolean
  /** Why it is blocked: listed, or owned (or controlled) by those who are. */
  readonly basis: 'listed' | 'ownership'
  /** Why it is not certain; null if it is. */
  readonly doubt: Doubt | null
  /** What `owners` hold together, as a part of what the company does not hold of itself; null without them, and of those listed. */
  readonly share: Share | null
  /** The owners who were found blocked, or possibly blocked, before it, and what each holds. */
  readonly owners: readonly { readonly id: string; readonly share: Share }[]
}

/** Why somebody is possibly blocked who is not listed. */
export function doubtOf(why: Reason | undefined): Doubt {
  if (why?.kind === 'held') return why.measure.isControl ? 'control' : 'ownership'
  return why?.kind === 'lead' && why.leads.isControl ? 'control' : 'relation'
}

/** @param found - How it is reached; null for the company itself, by a relation that does not name it or in another reading. */
export function assessedParty(
  index: NetworkIndex,
  id: string,
  isUpstream: boolean,
  found: Spread | null,
  doubt: Doubt | null,
): AssessedParty {
  const why = found?.reached.get(id)
  const basis = why?.kind === 'seed' ? 'listed' : 'ownership'
  const facts = { ...partyOf(index, id), isUpstream, basis, doubt } as const
  if (why?.kind !== 'held' || found === null) return { ...facts, share: null, owners: [] }
  // Only owners that were found before it count: nobody is blocked because of itself.
  const held = heldBefore(found, id, why)
  const { min, max } = sumOf(why.measure.holdings, id, held)
  const owners = held.map(({ owner, share }) => ({ id: owner, share: tidy(share) }))
  return { ...facts, share: { min: min / whole, max: max / whole }, owners }
}
