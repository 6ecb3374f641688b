import { listOf } from '../../shared/lists.ts'
import { heldBy, type Leads, type Measure, type Spread, type Spreading, spread } from '../control/spread.ts'
import type { Holdings } from '../graph/index-network.ts'
import { isPersonIn } from '../graph/parties.ts'
import { unknownEnd } from '../graph/relation-types.ts'
import { exactly } from '../graph/share.ts'
import { type Holding, leftIn } from '../graph/stakes.ts'
import { type Fact, factOf, keyOf } from './facts.ts'
import { groupsOf, isTwinOnly, type Question, type Reached, suspectTwin } from './reached.ts'

/** Whether a fact is taken for known and harmless: shares count at their least, the rest not at all. */
type IsSettled = (kind: Fact['kind'], ...ids: readonly string[]) => boolean

/**
 * Lets the unnamed owners hold all that nobody certainly holds, together with those who are blocked or may be: as one party
 * `''`, who may also be any of these. The result says by which facts, beside those that are settled, unnamed owners or suspects
 * may still block the company; null for none.
 *
 * @param near - The company and those above it: nobody else counts.
 * @param accountedFor - Companies whose unnamed owners are no concern.
 */
export function openOwners(
  question: Question,
  spreading: Spreading,
  possible: Reached,
  near: readonly string[],
  accountedFor: ReadonlySet<string>,
): (settled: readonly Fact[]) => Fact[] | null {
  const { index, id, rule, listing } = question
  const { listed, doubts } = listing
  const isPerson = (one: string) => {
    const party = index.parties.get(one)
    return party !== undefined && isPersonIn(index, party)
  }
  const companies = near.filter(one => one !== unknownEnd && !isPerson(one) && !accountedFor.has(one))
  const unnamed = spreading.by.map(measure => unnamedIn(question, measure, companies))
  // Who is behind a branch does not own its company; a suspect may.
  const branches = { get: (one: string) => (possible.has(one) ? index.branches.get(one) : undefined) }
  const isNear = new Set(near)
  const suspects = [...listed, ...doubts.keys()].filter(one => isNear.has(one))

  return settled => {
    const keys = new Set(settled.map(keyOf))
    const touched = new Set(settled.map(({ ids }) => ids[0]))
    const isSettled: IsSettled = (kind, ...ids) => touched.has(ids[0]) && keys.has(keyOf({ kind, ids }))
    const isOther = (one: string, twin: string) => isSettled('same_person', ...[one, twin].sort())
    const isOpen = (one: string) =>
      isTwinOnly(question, one)
        ? suspectTwin(question, one, isOther) !== undefined
        : !isSettled('listing', one)
    const seeds = suspects.filter(one => listed.has(one) || isOpen(one))
    const isSeed = new Set(seeds)
    const apart = new Set(settled.flatMap(({ kind, ids }) => (kind === 'same_person' ? ids : [])))
    const how: Spreading = {
      by: spreading.by.map((measure, at) => ({
        ...measure,
        holdings: openHoldings(measure, unnamed[at] ?? [], isSettled),
      })),
      always: [...(spreading.always ?? []), branches].map(leads => openLeads(leads, isSettled)),
      partners: { get: one => [...(spreading.partners?.get(one) ?? []), unknownEnd] },
      until: one => one === id,
    }
    const groups = rule.isAggregated
      ? [[...seeds, unknownEnd]]
      : [[unknownEnd], ...groupsOf(question, seeds, apart, isOther)]
    for (const group of groups) {
      const found = spread(
        group.filter(one => one === unknownEnd || isSeed.has(one)),
        how,
      )
      if (found.reached.has(id)) return factsBehind(question, found, isOther)
    }
    return null
  }
}

/** By company, what nobody is named for: all of a company without owners, and of companies that own all of each other. */
function unnamedIn(
  { index }: Question,
  { of, holdings, isControl = false }: Measure,
  companies: readonly string[],
): Holding[] {
  const isFirst = of === 'shares' && !isControl
  const closed = new Set(index.issues.flatMap(({ kind, ids }) => (kind === 'closed_loop' ? ids : [])))
  return companies.flatMap((company): Holding[] => {
    const held = holdings.ofCompany.get(company)
    // Votes are as the shares where none are given.
    if (held === undefined && !isFirst) return []
    const isClosed = closed.has(company) && isFirst
    const left = isClosed ? 1 : leftIn(held ?? [])
    const holding = { owner: unknownEnd, company, share: { min: 0, max: left } }
    // Nobody outside holds any of a closed loop for certain, so that what its members hold limits nothing.
    return left === 0 ? [] : [isClosed ? { ...holding, isUnlimited: true } : holding]
  })
}

function openHoldings(
  { holdings, isControl = false }: Measure,
  unnamed: readonly Holding[],
  isSettled: IsSettled,
): Holdings {
  const ofCompany = new Map<string, Holding[]>()
  const ofOwner = new Map<string, Holding[]>()
  const add = (holding: Holding) => {
    const { owner, company, share } = holding
    if (owner === unknownEnd && isSettled('owners', company)) return
    if (isSettled('type', company)) return
    if (isControl && isSettled('control', company)) return
    const one = isSettled('share', owner, company) ? { owner, company, share: exactly(share.min) } : holding
    listOf(ofCompany, company).push(one)
    listOf(ofOwner, owner).push(one)
  }
  for (const held of holdings.ofCompany.values()) for (const holding of held) add(holding)
  for (const holding of unnamed) add(holding)
  return { ofCompany, ofOwner }
}

function openLeads(leads: Leads, isSettled: IsSettled): Leads {
  const isOpen = (owner: string) => (company: string) =>
    leads.isControl ? !isSettled('control', company) : !isSettled('relation', owner, company)
  return { ...leads, get: owner => leads.get(owner)?.filter(isOpen(owner)) }
}

/** The unknown facts on one way by which a company is reached. */
export function factsBehind(
  question: Question,
  { reached, holders }: Spread,
  isOther: (one: string, twin: string) => boolean = () => false,
): Fact[] {
  const { id, index, rule, listing } = question
  const [first = ''] = reached.keys()
  const facts = new Map<string, Fact>()
  const add = (fact: Fact) => facts.set(keyOf(fact), fact)
  const waiting = new Set([id])
  for (const one of waiting) {
    const why = reached.get(one)
    if (why === undefined || one === unknownEnd) continue
    if (why.kind === 'seed') addSeed(one)
    else if (why.kind === 'lead') {
      add(why.leads.isControl ? factOf('control', [one]) : factOf('relation', [why.from, one]))
      waiting.add(why.from)
    } else {
      if (why.measure.isControl) add(factOf('control', [one]))
      addHolders(one, why.measure, why.place)
      if (index.parties.get(one)?.type === 'person') add(factOf('type', [one]))
    }
  }
  return [...facts.values()]

  function addSeed(one: string): void {
    const isTwin = isTwinOnly(question, one)
    const twin = isTwin ? suspectTwin(question, one, isOther) : undefined
    // Under a rule that does not add up, the holdings of others count with those of the first as of the same person.
    for (const other of [twin, rule.isAggregated || one === first ? undefined : first])
      if (other !== undefined) add(factOf('same_person', [one, other].sort()))
    if (listing.doubts.has(one) && !isTwin) add(factOf('listing', [one]))
  }

  function addHolders(company: string, { of, holdings, reaches }: Measure, place: number): void {
    const isBefore = (owner: string) => (holders.get(owner) ?? place) < place
    const held = (holdings.ofCompany.get(company) ?? []).filter(({ owner }) => isBefore(owner))
    const some = new Set<string>()
    // Those whose listing and share are certain come first: they leave nothing open.
    const weight = ({ owner, share }: Holding) =>
      Number(!listing.listed.has(owner)) + Number(share.max > share.min)
    const ordered = held.toSorted(
      (one, other) => weight(one) - weight(other) || other.share.max - one.share.max,
    )
    const isEnoughOf = (count: number) => {
      const first = new Set(ordered.slice(0, count).map(({ owner }) => owner))
      return reaches(heldBy(holdings, company, owner => first.has(owner)))
    }
    let [least, most] = [1, ordered.length]
    while (least < most) {
      const middle = Math.floor((least + most) / 2)
      if (isEnoughOf(middle)) most = middle
      else least = middle + 1
    }
    for (const { owner } of ordered.slice(0, least)) some.add(owner)
    const { min } = heldBy(holdings, company, owner => some.has(owner))
    const isEnough = reaches({ min, max: min })
    for (const { owner, share } of held) {
      if (!some.has(owner)) continue
      if (owner === unknownEnd) add(factOf('owners', [company], exactly(share.max), of))
      else {
        if (!isEnough && share.max > share.min) add(factOf('share', [owner, company], share, of))
        waiting.add(owner)
      }
    }
  }
}
