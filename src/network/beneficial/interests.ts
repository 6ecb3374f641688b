import { type Bound, computeCountedHoldings } from '../control/counted-holdings.ts'
import { createControlRule, findControllers, propagate, sumHoldings } from '../control/propagate.ts'
import type { Holding } from '../graph/holdings.ts'
import { type Holdings, indexHoldings, type NetworkIndex, partyOf } from '../graph/index-network.ts'
import { moreThan, toParts } from '../graph/share.ts'
import { findUpstream } from '../graph/upstream.ts'
import { computeEffectiveShares } from '../ownership/ownership-of.ts'
import { buildUpstreamGraph } from '../ownership/upstream-graph.ts'
import type { OwnerRule } from './rules.ts'

/** How a party is a beneficial owner of a company; a chain that combines ownership and control is both. */
export type Interest = 'ownership' | 'control'

/**
 * Limit for one result: of shares that are solved, and of controlled parties that are visited. Beyond it the others own nothing
 * (`min`), or all (`max`).
 */
const maxWork = 100_000

/** By id, the interests of each possible person upstream of a company, with every share at its minimum or at its maximum. */
export function findInterests(
  network: NetworkIndex,
  company: string,
  rule: OwnerRule,
  bound: Bound,
): Map<string, Interest[]> {
  const index = bound === 'max' ? addUnclearHoldings(network) : network
  const reaches = rule.reaches(bound)
  const by = rule.countsEither ? 'shares or votes' : 'votes'
  const control = createControlRule(index, bound, by, moreThan(toParts(0.5), bound))
  const shares = computeCountedHoldings(index, index.shares, bound)
  const votes = computeCountedHoldings(index, index.votes, bound)
  const votesOrShares = { ofCompany: new Map([...shares.ofCompany, ...votes.ofCompany]) }
  const multiplied = rule.countsEither && votes.ofCompany.size > 0 ? [shares, votesOrShares] : [shares]
  const above = findUpstream(index, company)
  const typeOf = (id: string) => partyOf(index, id).type
  const persons = [...above].filter(party => typeOf(party) !== 'organization')
  const effort = { weighed: 0 }
  let solved = 0
  let visited = 0
  if (persons.length === 0) return new Map()

  const controllers = findControllers(above, company, control)
  const others = new Set(rule.isMixed ? [...controllers].filter(one => typeOf(one) !== 'person') : [])
  const owning = new Set(ownersOf(company))
  const owningOthers = new Set([...others].flatMap(one => ownersOf(one).filter(party => party !== one)))
  return new Map(
    persons.map(party => {
      const owns = owning.has(party)
      const isAsked = (one: string) => (one === company ? !owns : one !== party && others.has(one))
      const isBoth = owningOthers.has(party) || holdsThrough(party, isAsked)
      const interests: Interest[] = []
      if (owns || isBoth) interests.push('ownership')
      if (controllers.has(party) || isBoth) interests.push('control')
      return [party, interests]
    }),
  )

  /** The parties who hold enough of a company directly, or who own enough of it multiplied along chains and added. */
  function ownersOf(one: string): string[] {
    const held = [shares, votes].flatMap(({ ofCompany }) => ofCompany.get(one) ?? [])
    const owners = held.filter(({ share }) => reaches(toParts(share[bound]))).map(({ owner }) => owner)
    for (const holdings of multiplied) {
      if (solved > maxWork) return bound === 'max' ? persons : owners
      const upward = buildUpstreamGraph(holdings, one)
      solved += upward.reduce((sum, { steps }) => sum + steps.length, 0)
      const { byPoint: of } = computeEffectiveShares(upward, effort)
      for (const [point, { id }] of upward.entries())
        if (reaches(toParts(of[point]?.[bound] ?? 0))) owners.push(id)
    }
    return owners
  }

  /** Whether a party and the companies that it controls together hold enough of one of the target companies. */
  function holdsThrough(party: string, isAsked: (one: string) => boolean): boolean {
    if (visited > maxWork) return bound === 'max'
    const group = new Set<string>()
    let isFound = false
    const isEnough = (holdings: Holdings, one: string) => {
      const held = (holdings.ofCompany.get(one) ?? []).filter(({ owner }) => group.has(owner))
      return isAsked(one) && reaches(sumHoldings(holdings, one, held)[bound])
    }
    const until = (id: string) => {
      visited += 1
      group.add(id)
      isFound = [shares, votes].some(holdings =>
        holdings.ofOwner.get(id)?.some(({ company: one }) => isEnough(holdings, one)),
      )
      return isFound
    }
    propagate([party], { ...control, stopsAt: until })
    return isFound
  }
}

/** Adds a holding of unknown size, up to the whole, for each relation that may be ownership. */
export function addUnclearHoldings(index: NetworkIndex): NetworkIndex {
  const { unclear, shares } = index
  if (unclear.size === 0) return index
  const isClear = ({ owner, company }: Holding) => !unclear.get(owner)?.includes(company)
  const clear = [...shares.ofCompany.values()].flat().filter(isClear)
  const others = [...unclear].flatMap(([owner, companies]) =>
    Array.from(new Set(companies), (company): Holding => {
      const knownHolding = shares.ofCompany.get(company)?.find(holding => holding.owner === owner)
      return { owner, company, share: { min: knownHolding?.share.min ?? 0, max: 1 }, isUnlimited: true }
    }),
  )
  return { ...index, shares: indexHoldings([...clear, ...others]) }
}
