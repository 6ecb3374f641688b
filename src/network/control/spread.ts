import type { Holdings, NetworkIndex } from '../graph/index-network.ts'
import { isMajority, parts, type Share, whole } from '../graph/share.ts'
import { ownersOfUnknown, unknownEnd } from '../graph/unknown-ends.ts'
import { type Bound, countedIn } from './counted.ts'

/** Parts of a company that are held together, in parts of a trillion. */
export interface Held {
  /** At the least. */
  readonly min: number
  /** At the most. */
  readonly max: number
}

/** Shares or votes, each for itself, and whether something passes on to a company of which so much is held. */
export interface Measure {
  readonly holdings: Holdings
  readonly reaches: (held: Held) => boolean
}

/** By id, the ids of others. */
export type Leads = Pick<ReadonlyMap<string, readonly string[]>, 'get'>

/** How something passes from owners on to companies, such as control, or being blocked. */
export interface Spreading {
  readonly by: readonly Measure[]
  /** Whether what nobody is named for counts as held. */
  readonly withUnlisted?: boolean
  /** Where it ends before all are reached. */
  readonly until?: (id: string) => boolean
  /** By id, to whom it passes on in any case. */
  readonly always?: readonly Leads[]
  /** By id, whose holdings are added to those of whom it has reached. */
  readonly partners?: Leads
}

/** The seeds and whomever they reach, in the order in which they do: the least fixpoint, in which nobody is their own reason. */
export function spread(seeds: Iterable<string>, spreading: Spreading): Set<string> {
  return spreadWithPartners(seeds, spreading).reached
}

/** The same, and whose holdings counted: those who are reached, and their partners. */
export function spreadWithPartners(
  seeds: Iterable<string>,
  { by, withUnlisted = false, until, always = [], partners }: Spreading,
): { readonly reached: Set<string>; readonly holders: Set<string> } {
  const reached = new Set<string>()
  const holders = new Set<string>()
  const take = (id: string) => {
    reached.add(id)
    holders.add(id)
    for (const partner of partners?.get(id) ?? []) holders.add(partner)
  }
  for (const seed of seeds) take(seed)
  const tallies = by.map(measure => ({ ...measure, of: new Map<string, Tally>() }))
  for (const owner of holders) {
    if (until?.(owner)) break
    for (const others of always) for (const one of others.get(owner) ?? []) take(one)
    for (const { holdings, reaches, of } of tallies) {
      for (const { company, share } of holdings.ofOwner.get(owner) ?? []) {
        if (reached.has(company)) continue
        const tally = of.get(company) ?? openTally(holdings, company)
        of.set(company, tally)
        tally.min += parts(share.min)
        tally.max += parts(share.max)
        if (reaches(heldOf(tally, withUnlisted))) take(company)
      }
    }
  }
  return { reached, holders }
}

/** What some owners of a company hold together. */
export function heldBy(holdings: Holdings, company: string, isOwner: (owner: string) => boolean): Held {
  const tally = openTally(holdings, company)
  for (const { owner, share } of holdings.ofCompany.get(company) ?? []) {
    if (!isOwner(owner)) continue
    tally.min += parts(share.min)
    tally.max += parts(share.max)
  }
  return heldOf(tally, false)
}

export function shareOf({ min, max }: Held): Share {
  return { min: min / whole, max: max / whole }
}

/**
 * Control: more than half of the votes, or of the shares where no votes are given, or of either; or it is said to be there.
 * Control that is certain holds with every share at its least; who may control a company that is not known may control what
 * owners hold who are not known.
 */
export function controlling(
  index: NetworkIndex,
  bound: Bound,
  by: 'votes' | 'shares or votes' = 'votes',
): Spreading {
  const reaches = (held: Held) => isMajority(held[bound])
  const unknown = bound === 'max' ? ownersOfUnknown(index, true) : new Set<string>()
  const hasVotes = (company: string) => by === 'votes' && index.votes.ofCompany.has(company)
  return {
    by: [
      { holdings: countedIn(index, index.votes, bound), reaches },
      { holdings: countedIn(index, index.shares, bound, hasVotes), reaches },
    ],
    always: [index.controls, { get: id => (unknown.has(id) ? [unknownEnd] : undefined) }],
  }
}

interface Tally {
  min: number
  max: number
  /** What all owners certainly hold. */
  readonly certain: number
}

function openTally({ ofCompany }: Holdings, company: string): Tally {
  let certain = 0
  for (const { share } of ofCompany.get(company) ?? []) certain += parts(share.min)
  return { min: 0, max: 0, certain }
}

/** At the most they hold what they may, and no more than the others leave. */
function heldOf({ min, max, certain }: Tally, withUnlisted: boolean): Held {
  const left = whole - (certain - min)
  return { min, max: Math.max(min, withUnlisted ? left : Math.min(max, left)) }
}
