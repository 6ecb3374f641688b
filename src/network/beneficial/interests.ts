import { type Holding, type Holdings, indexHoldings } from '../graph/holdings.ts'
import { type NetworkIndex, partyOf } from '../graph/network-index.ts'
import { findUpstream } from '../graph/upstream.ts'
import { computeEffectiveShares } from '../ownership/compute-ownership.ts'
import { buildUpstreamGraph } from '../ownership/upstream-graph.ts'
import type { Effort } from '../ownership/value-iteration.ts'
import { createControlRule, findControllers } from '../propagation/control-rule.ts'
import { type Bound, computeCountedHoldings } from '../propagation/counted-holdings.ts'
import { type PropagationRule, propagate, sumHoldings, toLeads } from '../propagation/propagate.ts'
import { moreThan, toParts } from '../share.ts'
import { createThresholdTest, type OwnerRule, type OwnerThreshold } from './rules.ts'

/**
 * The kind of interest that makes a party a beneficial owner of a company. A chain that combines ownership
 * and control counts as both.
 */
export type Interest = 'ownership' | 'control'

/**
 * The maximum number of shares to compute, and of controlled parties to visit, for one result. Beyond this
 * limit, the remaining parties are treated as no owners (`min`) or as owners (`max`).
 */
const maxWork = 100_000

/** A search for the interests in one company. */
interface InterestSearch {
  /** Which bound of each share to use: its minimum or its maximum. */
  readonly bound: Bound
  /** Returns whether a holding reaches the threshold of the rule. `partsHeld` is the holding in trillionths of the company. */
  readonly reaches: (partsHeld: number) => boolean
  readonly shares: Holdings
  readonly votes: Holdings
  /** The holdings that are multiplied along chains. */
  readonly multiplied: readonly Pick<Holdings, 'ofCompany'>[]
  /** The rule by which control passes from a party to companies. */
  readonly control: PropagationRule
  /** The parties upstream of the company that may be persons. */
  readonly persons: readonly string[]
  readonly effort: Effort
  solvedShares: number
  visitedParties: number
}

/**
 * Finds, among the parties upstream of a company, those that may be persons, and returns the interests of
 * each, by its id. Sets every share to its minimum or maximum.
 */
export function findInterests(
  network: NetworkIndex,
  company: string,
  rule: OwnerRule,
  threshold: OwnerThreshold,
  bound: Bound,
  effort: Effort,
): Map<string, Interest[]> {
  const index = bound === 'max' ? addUnclearHoldings(network) : network
  const typeOf = (id: string) => partyOf(index, id).type
  const upstream = findUpstream(index, company)
  const persons = [...upstream].filter(party => typeOf(party) !== 'organization')
  if (persons.length === 0) return new Map()

  const search = createSearch(index, rule, threshold, bound, persons, effort)
  const controllers = findControllers(upstream, company, search.control)
  const controllingCompanies = rule.combinesOwnershipAndControl
    ? [...controllers].filter(party => typeOf(party) !== 'person')
    : []
  const others = new Set(controllingCompanies)
  const owners = new Set(listOwners(search, company))
  const ownersOfOthers = new Set(
    controllingCompanies.flatMap(other => listOwners(search, other).filter(owner => owner !== other)),
  )
  return new Map(
    persons.map(person => {
      const isOwner = owners.has(person)
      const isTarget = (id: string) => (id === company ? !isOwner : id !== person && others.has(id))
      const isBoth = ownersOfOthers.has(person) || holdsThroughControl(search, person, isTarget)
      const interests: Interest[] = []
      if (isOwner || isBoth) interests.push('ownership')
      if (controllers.has(person) || isBoth) interests.push('control')
      return [person, interests]
    }),
  )
}

/**
 * The maximum number of joint holders for which the search is repeated. Further ones count with an equal part of what they hold
 * jointly.
 */
const maxJointHolders = 20

/**
 * Finds the certain interests. Each of several joint holders counts with all that they hold jointly, and the others with nothing
 * of it.
 */
export function findCertainInterests(
  index: NetworkIndex,
  company: string,
  rule: OwnerRule,
  threshold: OwnerThreshold,
  effort: Effort,
): Map<string, Interest[]> {
  const interests = findInterests(index, company, rule, threshold, 'min', effort)
  const holdings = [index.shares, index.votes].flatMap(({ ofCompany }) => [...ofCompany.values()].flat())
  const jointHolders = new Set(
    holdings.flatMap(({ owner, jointMin }) => (jointMin === undefined ? [] : owner)),
  )
  for (const holder of [...jointHolders].slice(0, maxJointHolders)) {
    const forHolder = {
      ...index,
      shares: countJointly(index.shares, holder),
      votes: countJointly(index.votes, holder),
    }
    const jointInterests = findInterests(forHolder, company, rule, threshold, 'min', effort).get(holder) ?? []
    interests.set(holder, [...new Set([...(interests.get(holder) ?? []), ...jointInterests])])
  }
  return interests
}

/** Counts all that a party holds jointly with others as its own, and no part of it as theirs. */
function countJointly({ ofCompany }: Holdings, holder: string): Holdings {
  const holdings = [...ofCompany.values()].flatMap(companyHoldings => {
    const own = companyHoldings.find(({ owner, jointMin }) => owner === holder && jointMin !== undefined)
    return companyHoldings.map((holding): Holding => {
      if (holding === own) return { ...holding, share: { ...holding.share, min: holding.jointMin ?? 0 } }
      const isPartner = own !== undefined && holding.jointMin === own.jointMin
      return isPartner ? { ...holding, share: { ...holding.share, min: 0 } } : holding
    })
  })
  return indexHoldings(holdings)
}

function createSearch(
  index: NetworkIndex,
  rule: OwnerRule,
  threshold: OwnerThreshold,
  bound: Bound,
  persons: readonly string[],
  effort: Effort,
): InterestSearch {
  const shares = computeCountedHoldings(index, index.shares, bound)
  const votes = computeCountedHoldings(index, index.votes, bound)
  const majorityOf = rule.countsEither ? 'shares or votes' : 'votes'
  const control = createControlRule(index, bound, majorityOf, moreThan(toParts(0.5), bound))
  const roleLeads = toLeads(index.withShare.unclearRoles, true)
  const votesOrShares = { ofCompany: new Map([...shares.ofCompany, ...votes.ofCompany]) }
  return {
    bound,
    reaches: createThresholdTest(threshold, bound),
    shares,
    votes,
    multiplied: rule.countsEither && votes.ofCompany.size > 0 ? [shares, votesOrShares] : [shares],
    control: bound === 'max' ? { ...control, leads: [...control.leads, roleLeads] } : control,
    persons,
    effort,
    solvedShares: 0,
    visitedParties: 0,
  }
}

/**
 * Lists the parties whose direct holding reaches the threshold, and the parties whose indirect holdings,
 * multiplied along chains and added, reach it.
 */
function listOwners(search: InterestSearch, company: string): readonly string[] {
  const { bound, reaches, shares, votes, multiplied, persons, effort } = search
  const companyHoldings = [shares, votes].flatMap(({ ofCompany }) => ofCompany.get(company) ?? [])
  const owners = companyHoldings
    .filter(({ share }) => reaches(toParts(share[bound])))
    .map(({ owner }) => owner)
  for (const holdings of multiplied) {
    if (search.solvedShares > maxWork) {
      effort.isExceeded = true
      return bound === 'max' ? persons : owners
    }
    const upstream = buildUpstreamGraph(holdings, company)
    search.solvedShares += upstream.reduce((sum, { steps }) => sum + steps.length, 0)
    const { byPoint } = computeEffectiveShares(upstream, effort)
    for (const [point, { id }] of upstream.entries())
      if (reaches(toParts(byPoint[point]?.[bound] ?? 0))) owners.push(id)
  }
  return owners
}

/**
 * Whether a party, together with the companies that it controls, holds enough of one of the target companies
 * to reach the threshold.
 */
function holdsThroughControl(
  search: InterestSearch,
  party: string,
  isTarget: (company: string) => boolean,
): boolean {
  const { bound, reaches, shares, votes, control } = search
  if (search.visitedParties > maxWork) {
    search.effort.isExceeded = true
    return bound === 'max'
  }
  const group = new Set<string>()
  const isEnough = (holdings: Holdings, company: string) => {
    const groupHoldings = (holdings.ofCompany.get(company) ?? []).filter(({ owner }) => group.has(owner))
    return isTarget(company) && reaches(sumHoldings(holdings, company, groupHoldings)[bound])
  }
  let holdsEnough = false
  const visit = (id: string) => {
    search.visitedParties += 1
    group.add(id)
    holdsEnough = [shares, votes].some(holdings =>
      holdings.ofOwner.get(id)?.some(({ company }) => isEnough(holdings, company)),
    )
    return holdsEnough
  }
  propagate([party], { ...control, stopsAt: visit })
  return holdsEnough
}

/** Adds a holding of unknown size, up to 100 %, for each relation or role that may mean ownership. */
export function addUnclearHoldings(index: NetworkIndex): NetworkIndex {
  const { shares } = index
  const unclear = new Map(index.unclear)
  for (const [owner, companies] of index.unclearRoles)
    unclear.set(owner, [...(unclear.get(owner) ?? []), ...companies])
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
