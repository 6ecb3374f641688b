import type { Holdings, NetworkIndex } from '../graph/index-network.ts'
import { parts, type Share, whole } from '../graph/share.ts'

/** Parts of a company that are held together, in parts of a trillion. */
export interface Held {
  /** At the least. */
  readonly min: number
  /** At the most. */
  readonly max: number
}

/** How something passes from owners on to companies, such as control, or being blocked. */
export interface Spreading {
  /** What counts: shares, votes, or both, each for itself. */
  readonly by: readonly Holdings[]
  /** Whether it passes on to a company of which so much is held. */
  readonly reaches: (held: Held) => boolean
  /** Whether what nobody is named for counts as held. */
  readonly withUnlisted?: boolean
  /** Where it ends before all are reached. */
  readonly until?: (id: string) => boolean
  /** By id, to whom it passes on in any case. */
  readonly always?: ReadonlyMap<string, readonly string[]>
}

/** The seeds and whomever they reach, in the order in which they do: the least fixpoint, in which nobody is their own reason. */
export function spread(seeds: Iterable<string>, spreading: Spreading): Set<string> {
  const { by, reaches, withUnlisted = false, until, always } = spreading
  const reached = new Set(seeds)
  const tallies = by.map(() => new Map<string, Tally>())
  for (const owner of reached) {
    if (until?.(owner)) break
    for (const company of always?.get(owner) ?? []) reached.add(company)
    for (const [at, { ofOwner, ofCompany }] of by.entries()) {
      for (const { company, share } of ofOwner.get(owner) ?? []) {
        if (reached.has(company)) continue
        const tally = tallies[at]?.get(company) ?? openTally(ofCompany, company)
        tallies[at]?.set(company, tally)
        tally.min += parts(share.min)
        tally.max += parts(share.max)
        if (reaches(heldOf(tally, withUnlisted))) reached.add(company)
      }
    }
  }
  return reached
}

/** What some owners of a company hold together. */
export function heldBy(
  { ofCompany }: Holdings,
  company: string,
  isOwner: (owner: string) => boolean,
  withUnlisted = false,
): Held {
  const tally = openTally(ofCompany, company)
  for (const { owner, share } of ofCompany.get(company) ?? []) {
    if (!isOwner(owner)) continue
    tally.min += parts(share.min)
    tally.max += parts(share.max)
  }
  return heldOf(tally, withUnlisted)
}

export function shareOf({ min, max }: Held): Share {
  return { min: min / whole, max: max / whole }
}

/** Control: more than half of the votes, or of the shares where no votes are given; or it is said to be there. */
export function controlling(index: NetworkIndex, reaches: Spreading['reaches']): Spreading {
  return { by: [index.votes, sharesWithoutVotes(index)], reaches, always: index.controls }
}

function sharesWithoutVotes({ shares, votes }: NetworkIndex): Holdings {
  if (votes.ofCompany.size === 0) return shares
  const isWithout = (company: string) => !votes.ofCompany.has(company)
  return {
    ofCompany: new Map([...shares.ofCompany].filter(([company]) => isWithout(company))),
    ofOwner: new Map(
      Array.from(shares.ofOwner, ([owner, held]) => [
        owner,
        held.filter(({ company }) => isWithout(company)),
      ]),
    ),
  }
}

interface Tally {
  min: number
  max: number
  /** What all owners certainly hold. */
  readonly certain: number
}

function openTally(ofCompany: Holdings['ofCompany'], company: string): Tally {
  let certain = 0
  for (const { share } of ofCompany.get(company) ?? []) certain += parts(share.min)
  return { min: 0, max: 0, certain }
}

/** At the most they hold what they may, and no more than the others leave. */
function heldOf({ min, max, certain }: Tally, withUnlisted: boolean): Held {
  const left = whole - (certain - min)
  return { min, max: Math.max(min, withUnlisted ? left : Math.min(max, left)) }
}
