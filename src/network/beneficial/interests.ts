import { type Bound, countedIn } from '../control/counted.ts'
import { controlling, heldAlone, heldBy, type Spreading, spread } from '../control/spread.ts'
import { type NetworkIndex, partyOf } from '../graph/index-network.ts'
import { isPersonIn, type NamedParty } from '../graph/parties.ts'
import { partiesAbove } from '../graph/reach.ts'
import { isMajority, isMoreThan, parts, whole } from '../graph/share.ts'
import { type Holding, leftIn } from '../graph/stakes.ts'
import { effectiveShares } from '../ownership/effective.ts'
import { lookUp } from '../ownership/upward.ts'
import type { OwnerRule } from './rules.ts'

/** How many shares are solved for one result; beyond, owners of those who control the company may own nothing, or all. */
const mostSolved = 100_000
/** How many parties under control are visited for one result; what the others hold is not known. */
const mostVisited = 100_000

/** By what somebody is an owner of a company. */
export interface Interests {
  /** By shares or votes, multiplied and added, or by such that are held directly. */
  readonly owns: boolean
  readonly controls: boolean
  /** By ownership of some and control of others in one chain. */
  readonly mixes: boolean
}

/** Who stands above a company, every share at its least or at its most; parts are in parts of a trillion. */
export function interestsIn(
  given: NetworkIndex,
  company: string,
  { countsEither, isMixed, ...rule }: OwnerRule,
  bound: Bound,
) {
  const index = bound === 'max' ? withUnclear(given) : given
  const reaches = rule.reaches(bound)
  const by = countsEither ? 'shares or votes' : 'votes'
  const control = controlling(index, bound, by, isMoreThan(parts(0.5), bound))
  const shares = countedIn(index, index.shares, bound)
  const votes = countedIn(index, index.votes, bound)
  const both = [shares, votes]
  const isVoted = countsEither && votes.ofCompany.size > 0
  const votesOrShares = { ofCompany: new Map([...shares.ofCompany, ...votes.ofCompany]) }
  const multiplied = isVoted ? [shares, votesOrShares] : [shares]
  const above = partiesAbove(index, company)
  const controllers = controllersAmong(above, company, control)
  const typeOf = (id: string) => partyOf(index, id).type
  const effort = { weighed: 0 }
  let solved = 0
  let visited = 0
  return { byPerson, unlisted }

  /** By id, the interests of each party above the company that may be a person. */
  function byPerson(): Map<string, Interests> {
    const persons = [...above].filter(party => typeOf(party) !== 'organization')
    if (persons.length === 0) return new Map()
    const others = new Set(isMixed ? [...controllers].filter(one => typeOf(one) !== 'person') : [])
    const owning = new Set(ownersOf(company, persons))
    const owningOthers = new Set(
      [...others].flatMap(one => ownersOf(one, persons).filter(party => party !== one)),
    )
    return new Map(
      persons.map(party => {
        const owns = owning.has(party)
        const isAsked = (one: string) => (one === company ? !owns : one !== party && others.has(one))
        const mixes = owningOthers.has(party) || holdsThrough(party, isAsked)
        return [party, { owns, controls: controllers.has(party), mixes }]
      }),
    )
  }

  /** The company and those above it that leave so much to owners who are not named that one of these may be a beneficial owner. */
  function unlisted(): NamedParty[] {
    const owned = ownedOf(company)
    const holders = new Set(holdersOf(company))
    const root = index.parties.get(company)
    const isCompany = root === undefined || !isPersonIn(index, root)
    const isUnlisted = (id: string) => {
      const left = leftOf(id)
      if (id === company) return reaches(left)
      if (reaches((owned(id) * left) / whole)) return true
      if (isMixed && controllers.has(id) && reaches(left)) return true
      return isMajority(left) && (controllers.has(id) || holders.has(id))
    }
    return [company, ...above]
      .filter(id => (id === company ? isCompany : typeOf(id) === 'organization') && isUnlisted(id))
      .map(id => ({ id, name: partyOf(index, id).name }))
  }

  /** Who owns enough of a company, multiplied and added, or holds it themselves. */
  function ownersOf(one: string, persons: readonly string[]): string[] {
    const owned = ownedOf(one)
    return [...persons.filter(party => reaches(owned(party))), ...holdersOf(one)]
  }

  /** Who holds enough of a company itself. */
  function holdersOf(one: string): string[] {
    return both.flatMap(holdings =>
      (holdings.ofCompany.get(one) ?? [])
        .filter(holding => reaches(heldAlone(holdings, holding)[bound]))
        .map(({ owner }) => owner),
    )
  }

  /** Whether a party and those whom it controls hold enough of one of some companies together. */
  function holdsThrough(party: string, isAsked: (one: string) => boolean): boolean {
    if (visited > mostVisited) return bound === 'max'
    const group = new Set<string>()
    let isFound = false
    const until = (id: string) => {
      visited += 1
      group.add(id)
      const held = both.flatMap(({ ofOwner }) => ofOwner.get(id) ?? [])
      isFound = held.some(({ company: one }) => isAsked(one) && reaches(heldOf(one, by => group.has(by))))
      return isFound
    }
    spread([party], { ...control, until })
    return isFound
  }

  /** What parties own of a company, by shares or by votes. */
  function ownedOf(one: string): (party: string) => number {
    const owned = multiplied.map(holdings => {
      if (solved > mostSolved) return () => (bound === 'max' ? 1 : 0)
      const upward = lookUp(holdings, one)
      solved += upward.reduce((sum, { steps }) => sum + steps.length, 0)
      const { of } = effectiveShares(upward, effort)
      const byId = new Map(upward.map(({ id }, point) => [id, of[point]?.[bound] ?? 0]))
      return (party: string) => byId.get(party) ?? 0
    })
    return party => parts(Math.max(...owned.map(share => share(party))))
  }

  /** What some hold of a company themselves, of the shares or of the votes. */
  function heldOf(one: string, isHolder: (id: string) => boolean): number {
    return Math.max(...both.map(holdings => heldBy(holdings, one, isHolder)[bound]))
  }

  /** The part of a company without a named owner; where no votes are given, they equal the shares. */
  function leftOf(one: string): number {
    const voted = votes.ofCompany.get(one)
    const left = leftIn(shares.ofCompany.get(one) ?? [])
    return parts(voted === undefined ? left : Math.max(left, leftIn(voted)))
  }
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
