import type { Holdings, NetworkIndex } from '../graph/index-network.ts'
import { exactly, nothing, type Share } from '../graph/share.ts'
import { type Holding, leftIn } from '../graph/stakes.ts'

/** Whether only what is certain counts, or whatever may be. */
export type Bound = 'min' | 'max'

/**
 * Holdings as they count for others: what a company holds of itself is with its other owners in proportion. That a person has
 * owners may be a mistake, and is not certain.
 */
export function countedIn(
  { parties }: NetworkIndex,
  holdings: Holdings,
  bound: Bound,
  isLeftOut: (company: string) => boolean = () => false,
): Holdings {
  const isOut = (company: string) =>
    isLeftOut(company) || (bound === 'min' && parties.get(company)?.type === 'person')
  const isOwn = ({ owner, company }: Holding) => owner === company
  const changes = [...holdings.ofCompany].some(([company, held]) => isOut(company) || held.some(isOwn))
  if (!changes) return holdings
  const ofCompany = new Map<string, readonly Holding[]>()
  const ofOwner = new Map<string, Holding[]>()
  for (const [company, held] of holdings.ofCompany) {
    if (isOut(company)) continue
    const own = held.find(isOwn)
    const others = own === undefined ? held : withoutOwn(held, own)
    ofCompany.set(company, others)
    for (const holding of others) {
      const list = ofOwner.get(holding.owner)
      if (list === undefined) ofOwner.set(holding.owner, [holding])
      else list.push(holding)
    }
  }
  return { ofCompany, ofOwner }
}

/** What the others hold of the rest. The true part lies within, whatever the unknown shares are. */
function withoutOwn(held: readonly Holding[], own: Holding): Holding[] {
  if (own.share.min === 1) return []
  const left = leftIn(held)
  return held.flatMap(holding =>
    holding === own ? [] : [{ ...holding, share: ofRest(holding.share, own.share, left) }],
  )
}

function ofRest({ min, max }: Share, own: Share, left: number): Share {
  if (max === 0) return nothing
  if (min === max && own.min === own.max) return exactly(Math.min(1, min / (1 - own.min)))
  // The more the company holds of itself, the more a share is of the rest, until it leaves less than that share.
  const room = min + own.min + left
  const most = Math.min(own.max, Math.max(own.min, room - max))
  if (most === 1) return { min: min / (1 - own.min), max: 1 }
  return { min: min / (1 - own.min), max: Math.min(1, Math.min(max, room - most) / (1 - most)) }
}
