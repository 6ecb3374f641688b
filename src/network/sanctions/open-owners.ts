import type { HoldingsView, Measure, Settled, Spread, Spreading } from '../control/spread.ts'
import { heldBy, spread } from '../control/spread.ts'
import { exactly } from '../graph/share.ts'
import { type Holding, leftIn } from '../graph/stakes.ts'
import { unknownEnd } from '../graph/unknown-ends.ts'
import { type Fact, factOf, keyOf } from './facts.ts'
import { type Question, type Reached, twinsOf } from './reached.ts'

/**
 * Lets whoever is not named hold all that nobody certainly holds, together with those who are blocked or may be: as one party
 * `''`, who may also be any of these. `conflictIn` says by which facts, beside those that are settled, unnamed owners or suspects
 * may still block the company; null for none.
 *
 * @param above - Who stands above the company: nobody else counts.
 * @param accountedFor - Companies whose unnamed owners are no concern.
 */
export function openOwners(
  question: Question,
  spreading: Spreading,
  possible: Reached,
  above: ReadonlySet<string>,
  accountedFor: ReadonlySet<string>,
): { readonly conflictIn: (settled: ReadonlySet<string>) => Fact[] | null } {
  const { index, id, rule, listing } = question
  const { listed, doubts } = listing
  const isNear = (one: string) => one === id || above.has(one)
  const companies = [id, ...above].filter(
    one => one !== unknownEnd && index.parties.get(one)?.type !== 'person' && !accountedFor.has(one),
  )
  const unnamed = spreading.by.map((measure, at) => unnamedIn(question, measure, companies, at === 0))
  // Who is behind a branch does not own its company; a suspect may.
  const branches = { get: (one: string) => (possible.has(one) ? index.branches.get(one) : undefined) }
  const suspects = [...listed, ...doubts.keys()].filter(isNear)

  function spreadWith(settled: ReadonlySet<string>): Spread | null {
    const isSettled = (kind: Fact['kind'], ...ids: string[]) => settled.has(keyOf({ kind, ids }))
    const isOther = (one: string) => (twin: string) => isSettled('same_person', ...[one, twin].sort())
    const seeds = suspects.filter(
      one =>
        listed.has(one) ||
        !(doubts.get(one) === 'possibly_same'
          ? twinsOf(question, one).some(isOther(one))
          : isSettled('listing', one)),
    )
    const how: Spreading = {
      ...spreading,
      always: [...(spreading.always ?? []), branches],
      by: spreading.by.map((measure, at) => ({
        ...measure,
        holdings: withUnnamed(measure.holdings, unnamed[at] ?? new Map(), one => isSettled('owners', one)),
      })),
      partners: { get: one => [...(spreading.partners?.get(one) ?? []), unknownEnd] },
      until: one => one === id,
      settled: settled.size === 0 ? undefined : settledBy(settled),
    }
    const groups = rule.isAggregated
      ? [[...seeds, unknownEnd]]
      : [
          [unknownEnd],
          ...seeds.map(seed => [
            seed,
            ...twinsOf(question, seed).filter(twin => seeds.includes(twin) && !isOther(seed)(twin)),
          ]),
        ]
    for (const group of groups) {
      const found = spread(group, how)
      if (found.reached.has(id)) return found
    }
    return null
  }

  return {
    conflictIn(settled) {
      const found = spreadWith(settled)
      return found === null
        ? null
        : factsBehind(question, found, settled.size === 0 ? undefined : settledBy(settled))
    },
  }
}

function settledBy(settled: ReadonlySet<string>): Settled {
  return {
    has: (kind, owner, company) =>
      settled.has(keyOf({ kind, ids: kind === 'control' ? [company] : [owner, company] })),
  }
}

/** By company, what nobody is named for: all of a company without owners, and of companies that own all of each other. */
function unnamedIn(
  { index }: Question,
  { holdings }: Measure,
  companies: readonly string[],
  isFirst: boolean,
): Map<string, Holding> {
  const closed = new Set(index.issues.flatMap(({ kind, ids }) => (kind === 'closed_loop' ? ids : [])))
  const unnamed = new Map<string, Holding>()
  for (const company of companies) {
    const held = holdings.ofCompany.get(company)
    // Votes are as the shares where none are given.
    if (held === undefined && !isFirst) continue
    const isClosed = closed.has(company) && isFirst
    const left = isClosed ? 1 : leftIn(held ?? [])
    const holding = { owner: unknownEnd, company, share: { min: 0, max: left } }
    // Nobody outside holds any of a closed loop for certain, so that what its members hold limits nothing.
    if (left > 0) unnamed.set(company, isClosed ? { ...holding, isUnlimited: true } : holding)
  }
  return unnamed
}

function withUnnamed(
  holdings: HoldingsView,
  unnamed: ReadonlyMap<string, Holding>,
  isSettled: (company: string) => boolean,
): HoldingsView {
  const isOpen = ({ owner, company }: Holding) => owner !== unknownEnd || !isSettled(company)
  return {
    ofCompany: {
      get: company => {
        const more = unnamed.get(company)
        const held = holdings.ofCompany.get(company) ?? []
        return (more === undefined ? held : [...held, more]).filter(isOpen)
      },
    },
    ofOwner: {
      get: owner =>
        owner === unknownEnd
          ? [...(holdings.ofOwner.get(owner) ?? []), ...unnamed.values()].filter(isOpen)
          : holdings.ofOwner.get(owner),
    },
  }
}

/** The unknown facts on one way by which a company is reached. */
export function factsBehind(question: Question, { reached, holders }: Spread, settled?: Settled): Fact[] {
  const { id, rule, listing } = question
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
    }
  }
  return [...facts.values()]

  function addSeed(one: string): void {
    const doubt = listing.doubts.get(one)
    const isTwin = doubt === 'possibly_same' || !rule.isAggregated
    for (const twin of isTwin ? twinsOf(question, one) : [])
      if (reached.get(twin)?.kind === 'seed' || doubt === 'possibly_same')
        add(factOf('same_person', [one, twin].sort()))
    if (doubt === undefined) return
    if (doubt !== 'possibly_same') add(factOf('listing', [one]))
  }

  function addHolders(company: string, { of, holdings, reaches }: Measure, place: number): void {
    const isBefore = (owner: string) => (holders.get(owner) ?? place) < place
    const held = (holdings.ofCompany.get(company) ?? []).filter(({ owner }) => isBefore(owner))
    const some = new Set<string>()
    // Those whose listing and share are certain come first: they leave nothing open.
    const weight = ({ owner, share }: Holding) =>
      Number(!listing.listed.has(owner)) + Number(share.max > share.min)
    for (const holding of held.toSorted(
      (one, other) => weight(one) - weight(other) || other.share.max - one.share.max,
    )) {
      some.add(holding.owner)
      if (reaches(heldBy(holdings, company, owner => some.has(owner), settled))) break
    }
    const { min } = heldBy(holdings, company, owner => some.has(owner), settled)
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
