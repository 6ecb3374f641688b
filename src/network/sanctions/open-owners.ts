import {
  adderOf,
  type HeldReason,
  heldBefore,
  type Leads,
  leadsOf,
  type Measure,
  type Spread,
  type Spreading,
  spread,
  sumOf,
} from '../control/spread.ts'
import { holdingsFrom } from '../graph/index-network.ts'
import { isPersonIn } from '../graph/parties.ts'
import { unknownEnd } from '../graph/relation-types.ts'
import { exactly } from '../graph/share.ts'
import { type Holding, leftIn } from '../graph/stakes.ts'
import { type Fact, factOf, keyOf } from './facts.ts'
import { groupsOf, type Question, type Reached } from './reached.ts'

/** Whether a fact is taken for known and harmless: shares count at their least, the rest not at all. */
type IsSettled = (kind: Fact['kind'], ...ids: readonly string[]) => boolean

/**
 * Lets the unnamed owners hold all that nobody certainly holds, together with those who are blocked or may be: as one party
 * `''`, who may also be any of these; nobody counts who is not `near`. The result says by which facts, beside those that are
 * settled, unnamed owners or suspects may still block the company; null for none.
 */
export function openOwners(
  question: Question,
  spreading: Spreading,
  possible: Reached,
  near: readonly string[],
  accountedFor: ReadonlySet<string>,
): (settled: readonly Fact[]) => Fact[] | null {
  const { index, id, rule, listing } = question
  const companies = near.filter(one => {
    const party = index.parties.get(one)
    const isPerson = party !== undefined && isPersonIn(index, party)
    return one !== unknownEnd && !isPerson && !accountedFor.has(one)
  })
  const unnamed = spreading.by.map(measure => unnamedIn(question, measure, companies))
  // Who is behind a branch does not own its company; a suspect may.
  const branches = new Map([...index.branches].filter(([one]) => possible.has(one)))
  const leads = [...spreading.always, leadsOf(branches)]
  const isNear = new Set(near)
  const suspects = question.suspects.filter(one => isNear.has(one))

  return settled => {
    const keys = new Set(settled.map(keyOf))
    const touched = new Set(settled.map(({ ids }) => ids[0]))
    const isSettled: IsSettled = (kind, ...ids) => touched.has(ids[0]) && keys.has(keyOf({ kind, ids }))
    const isApart = (one: string) => isSettled('same_person', one)
    const isClean = (one: string) =>
      listing.twins.has(one) ? isApart(one) : listing.doubts.has(one) && isSettled('listing', one)
    const seeds = suspects.filter(one => !isClean(one))
    const isSeed = new Set(seeds)
    const how: Spreading = {
      ...spreading,
      by: spreading.by.map((measure, at) => openMeasure(measure, unnamed[at] ?? [], isSettled)),
      always: leads.map(one => openLeads(one, isSettled)),
      until: one => one === id,
    }
    const groups = rule.isAggregated ? [seeds] : [[], ...groupsOf(question, seeds, isApart)]
    for (const group of groups) {
      const found = spread([...group.filter(one => isSeed.has(one)), unknownEnd], how)
      if (found.reached.has(id)) return factsBehind(question, found)
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

function openMeasure(measure: Measure, unnamed: readonly Holding[], isSettled: IsSettled): Measure {
  const all = [...measure.holdings.ofCompany.values()].flat().concat(unnamed)
  const isOpen = ({ owner, company }: Holding) =>
    !(owner === unknownEnd && isSettled('owners', company)) &&
    !isSettled('type', company) &&
    !(measure.isControl && isSettled('control', company))
  const holdings = all.filter(isOpen).map((holding): Holding => {
    const { owner, company, share } = holding
    return isSettled('share', owner, company) ? { owner, company, share: exactly(share.min) } : holding
  })
  return { ...measure, holdings: holdingsFrom(holdings) }
}

function openLeads(leads: Leads, isSettled: IsSettled): Leads {
  const isOpen = (owner: string) => (company: string) =>
    leads.isControl ? !isSettled('control', company) : !isSettled('relation', owner, company)
  return { ...leads, get: owner => leads.get(owner)?.filter(isOpen(owner)) }
}

/** The unknown facts on one way by which a company is reached. */
export function factsBehind(question: Question, found: Spread): Fact[] {
  const { index, id, rule, listing } = question
  const [first = ''] = found.reached.keys()
  const facts: Fact[] = []
  const waiting = new Set([id])
  for (const one of waiting) {
    const why = found.reached.get(one)
    if (why === undefined || one === unknownEnd) continue
    if (why.kind === 'seed') addSeed(one)
    else if (why.kind === 'lead') {
      facts.push(why.leads.isControl ? factOf('control', [one]) : factOf('relation', [why.from, one]))
      waiting.add(why.from)
    } else {
      if (why.measure.isControl) facts.push(factOf('control', [one]))
      if (index.parties.get(one)?.type === 'person') facts.push(factOf('type', [one]))
      addHolders(one, why)
    }
  }
  return facts

  function addSeed(one: string): void {
    const twin = listing.twins.get(one)
    if (twin !== undefined) facts.push(factOf('same_person', [one, twin]))
    else if (listing.doubts.has(one)) facts.push(factOf('listing', [one]))
    // Under a rule that does not add up, the holdings of others count with those of the first as of the same person.
    if (!rule.isAggregated && one !== first) facts.push(factOf('same_person', [one, first]))
  }

  function addHolders(company: string, why: HeldReason): void {
    const { of, holdings, reaches } = why.measure
    // Those whose listing and share are certain come first: they leave nothing open.
    const weight = ({ owner, share }: Holding) =>
      Number(!listing.listed.has(owner)) + Number(share.max > share.min)
    const ordered = heldBefore(found, company, why).sort(
      (one, other) => weight(one) - weight(other) || other.share.max - one.share.max,
    )
    const add = adderOf(holdings, company)
    const some = ordered.slice(0, ordered.findIndex(holding => reaches(add(holding))) + 1)
    const { min } = sumOf(holdings, company, some)
    const isCertain = reaches({ min, max: min })
    for (const { owner, share } of some) {
      waiting.add(owner)
      if (owner === unknownEnd) facts.push(factOf('owners', [company], exactly(share.max), of))
      else if (!isCertain && share.max > share.min) facts.push(factOf('share', [owner, company], share, of))
    }
  }
}
