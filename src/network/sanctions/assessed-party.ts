import { heldBy } from '../control/spread.ts'
import { type NetworkIndex, partyOf } from '../graph/index-network.ts'
import type { Party } from '../graph/parties.ts'
import { type Share, tidy, whole } from '../graph/share.ts'
import type { Doubt } from './listing.ts'
import type { Reach } from './reached.ts'

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
  /** The owners who were found blocked, or possibly blocked, before it. */
  readonly owners: readonly AssessedOwner[]
}

/** What a blocked or possibly blocked owner holds. */
export type AssessedOwner = {
  /** Identifier within the network. */
  readonly id: string
  /** What it holds itself. */
  readonly share: Share
}

/** Why somebody is possibly blocked who is not listed. */
export function doubtOf({ why }: Reach): Doubt {
  if (why.kind === 'held') return why.measure.isControl ? 'control' : 'ownership'
  return why.kind === 'lead' && why.leads.isControl ? 'control' : 'relation'
}

/** @param reach - How it is reached; null for the company itself, by a relation that does not name it or in another reading. */
export function assessedParty(
  index: NetworkIndex,
  id: string,
  isUpstream: boolean,
  reach: Reach | null,
  doubt: Doubt | null,
): AssessedParty {
  const basis = reach?.why.kind === 'seed' ? 'listed' : 'ownership'
  const facts = { ...partyOf(index, id), isUpstream, basis, doubt } as const
  if (reach?.why.kind !== 'held') return { ...facts, share: null, owners: [] }
  const { why, spread } = reach
  const { holdings } = why.measure
  // Only owners that were found before it count: nobody is blocked because of itself.
  const isBefore = (owner: string) => (spread.holders.get(owner) ?? why.place) < why.place
  const { min, max } = heldBy(holdings, id, isBefore)
  const owners = (holdings.ofCompany.get(id) ?? []).filter(({ owner }) => isBefore(owner))
  return {
    ...facts,
    share: { min: min / whole, max: max / whole },
    owners: owners.map(({ owner, share }) => ({ id: owner, share: tidy(share) })),
  }
}
