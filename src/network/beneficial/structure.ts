import { type Bound, countedIn } from '../control/counted.ts'
import { controlling, heldBy, type Spreading, spread } from '../control/spread.ts'
import type { Holdings, NetworkIndex } from '../graph/index-network.ts'
import { partiesAbove } from '../graph/reach.ts'
import { isMoreThan, parts, whole } from '../graph/share.ts'
import { type Holding, leftIn } from '../graph/stakes.ts'
import { effectiveShares } from '../ownership/effective.ts'
import { lookUp } from '../ownership/upward.ts'
import type { OwnerRule } from './rules.ts'

/** How many shares are solved for one result; beyond, owners of those who control the company may own nothing, or all. */
const mostSolved = 400_000
/** How many parties under control are visited for one result; what the others hold is not known. */
const mostVisited = 100_000

/** Who stands above a company, every share at its least or at its most; parts are in parts of a trillion. */
export interface Structure {
  /** Everybody from whom shares, votes or control lead to it, those nearest to it first. */
  readonly above: ReadonlySet<string>
  /** Whether so much is enough under the rule, in parts of a trillion. */
  readonly reaches: (held: number) => boolean
  /** Those among them who control it. */
  readonly controllers: ReadonlySet<string>
  /** Whether what is not known counts at its most. */
  readonly isAtMost: boolean
  /** Visits a party and all whom it controls, until one of them is the last. False where that would take too long. */
  visitControlled(party: string, isLast: (id: string) => boolean): boolean
  /** What parties own of a company, by shares or by votes. */
  ownedOf(company: string): (party: string) => number
  /** What some hold of a company themselves, of the shares or of the votes. */
  heldOf(company: string, isHolder: (id: string) => boolean): number
  /** The companies in which a party holds shares or votes itself. */
  companiesOf(party: string): string[]
  /** Who holds shares or votes in a company itself. */
  ownersIn(company: string): string[]
  /** What nobody is named for in a company. */
  leftOf(company: string): number
}

export function structureOf(
  given: NetworkIndex,
  company: string,
  { countsEither, reaches }: Pick<OwnerRule, 'countsEither' | 'reaches'>,
  bound: Bound,
): Structure {
  const index = bound === 'max' ? withUnclear(given) : given
  const isMajority = isMoreThan(parts(0.5), bound)
  const control = controlling(index, bound, countsEither ? 'shares or votes' : 'votes', isMajority)
  const shares = countedIn(index, index.shares, bound)
  const votes = countedIn(index, index.votes, bound)
  const isVoted = countsEither && votes.ofCompany.size > 0
  const votesOrShares = { ofCompany: new Map([...shares.ofCompany, ...votes.ofCompany]) }
  const multiplied = isVoted ? [shares, votesOrShares] : [shares]
  const above = partiesAbove(index, company)
  const effort = { weighed: 0 }
  let solved = 0
  let visited = 0
  return {
    isAtMost: bound === 'max',
    above,
    reaches: reaches(bound),
    controllers: controllersAmong(above, company, control),
    visitControlled: (party, isLast) => {
      if (visited > mostVisited) return false
      const until = (id: string) => {
        visited += 1
        return isLast(id)
      }
      spread([party], { ...control, until })
      return true
    },
    ownedOf(one) {
      const owned = multiplied.map(holdings => {
        if (solved > mostSolved) return () => (bound === 'max' ? 1 : 0)
        const upward = lookUp(holdings, one)
        solved += upward.to.length
        const { of } = effectiveShares(upward, effort)
        const byId = new Map(upward.ids.map((id, point) => [id, of[point]?.[bound] ?? 0]))
        return (party: string) => byId.get(party) ?? 0
      })
      return party => parts(Math.max(...owned.map(share => share(party))))
    },
    heldOf: (one, isHolder) =>
      Math.max(...[shares, votes].map(holdings => heldBy(holdings, one, isHolder)[bound])),
    companiesOf: party =>
      [shares, votes].flatMap(({ ofOwner }) => (ofOwner.get(party) ?? []).map(held => held.company)),
    ownersIn: one =>
      [shares, votes].flatMap(({ ofCompany }) => (ofCompany.get(one) ?? []).map(held => held.owner)),
    leftOf: one => Math.max(...[shares, votes].map(holdings => leftOf(holdings, one, holdings === shares))),
  }
}

/** Where no votes are given they are as the shares. */
function leftOf({ ofCompany }: Holdings, company: string, isWholeAtFirst: boolean): number {
  const held = ofCompany.get(company)
  if (held === undefined) return isWholeAtFirst ? whole : 0
  return parts(leftIn(held))
}

/** Who controls a company, those nearest to it first: those who control one of them control it, too. */
function controllersAmong(above: ReadonlySet<string>, company: string, control: Spreading): Set<string> {
  const controllers = new Set<string>()
  const isThere = (id: string) => id === company || controllers.has(id)
  for (const party of above) {
    if ([...spread([party], { ...control, until: isThere }).reached.keys()].some(isThere))
      controllers.add(party)
  }
  return controllers
}

/** Who may own by a relation that does not say so may own any part. */
function withUnclear(index: NetworkIndex): NetworkIndex {
  if (index.unclear.size === 0) return index
  const ofCompany = new Map(index.shares.ofCompany)
  const ofOwner = new Map(index.shares.ofOwner)
  const put = (of: Map<string, readonly Holding[]>, id: string, holding: Holding) => {
    const { owner, company } = holding
    const others = (of.get(id) ?? []).filter(one => one.owner !== owner || one.company !== company)
    of.set(id, [...others, holding])
  }
  for (const [owner, companies] of index.unclear) {
    for (const company of new Set(companies)) {
      const known = ofCompany.get(company)?.find(one => one.owner === owner)
      const share = { min: known?.share.min ?? 0, max: 1 }
      const holding: Holding = { owner, company, share, isUnlimited: true }
      put(ofCompany, company, holding)
      put(ofOwner, owner, holding)
    }
  }
  return { ...index, shares: { ofCompany, ofOwner } }
}
