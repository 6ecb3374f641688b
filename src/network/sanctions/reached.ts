import { listOf } from '../../shared/lists.ts'
import {
  controlling,
  type Leads,
  leadsOf,
  type Reason,
  type Spread,
  type Spreading,
  spread,
} from '../control/spread.ts'
import { type NetworkIndex, readNetwork } from '../graph/index-network.ts'
import { optionsOf } from '../graph/reading.ts'
import { isDirected } from '../graph/relation-types.ts'
import { hasShare } from '../graph/share-text.ts'
import { ownersOfUnknown, unknownEnd } from '../graph/unknown-ends.ts'
import type { Listing } from './listing.ts'
import { measuresOf, type RegimeRule } from './regimes.ts'

export type Reached = ReadonlyMap<string, Reach>

export interface Reach {
  readonly why: Reason
  readonly spread: Spread
}

export interface Question {
  readonly index: NetworkIndex
  readonly id: string
  readonly rule: RegimeRule
  readonly listing: Listing
  /** By id, with whom a party acts under a joint arrangement. */
  readonly partners: Leads
}

/** Groups that act together; only a rule that does not add up in any case asks for them. */
export function partnersIn(
  { isAggregated }: RegimeRule,
  joint: readonly (readonly string[])[],
  idOf: (id: string) => string,
): Leads {
  const partners = new Map<string, string[]>()
  for (const group of isAggregated ? [] : joint)
    for (const id of group) listOf(partners, idOf(id)).push(...group.map(idOf))
  return leadsOf(partners)
}

/** Who is certainly blocked: every share at its least, no relation that does not say so. */
export function certainlyReached({ index, rule, listing, partners }: Question): Reached {
  const { listed } = listing
  const groups = rule.isAggregated ? [[...listed]] : Array.from(listed, id => [id])
  return spreadFrom(groups, { by: measuresOf(index, rule, 'min', listing), partners })
}

/** How being blocked may pass on: every share at its most, control where it counts, relations that may be either. */
export function possibleSpreading({ index, rule, listing, partners }: Question): Spreading {
  const control = rule.isControlPossible ? controlling(index, 'max') : { by: [], always: [] }
  const measures = measuresOf(index, rule, 'max', listing)
  // A majority of the same holdings is enough under the rule itself.
  const others = control.by.filter(({ holdings }) => measures.every(one => one.holdings !== holdings))
  return {
    by: [...measures, ...others].filter(({ of, holdings }) => of === 'shares' || holdings.ofCompany.size > 0),
    always: [leadsOf(index.unclear), ...control.always],
    partners,
  }
}

/** Who is possibly blocked, those included who certainly are. */
export function possiblyReached(
  question: Question,
  suspects: readonly string[],
  { always = [], ...spreading }: Spreading,
): Reached {
  const { index, rule } = question
  // An owner who is not known may be anybody: what it holds counts with what others hold.
  const unknown = index.parties.has(unknownEnd) ? [unknownEnd] : []
  const groups = rule.isAggregated
    ? [suspects]
    : groupsOf(question, suspects).map(group => [...group, ...unknown])
  return spreadFrom(groups, { ...spreading, always: [...always, leadsOf(index.branches)] })
}

/** Each group spreads for itself. One whose members were reached by an earlier one reaches nobody else. */
function spreadFrom(groups: readonly (readonly string[])[], spreading: Spreading): Reached {
  const found = new Map<string, Reach>()
  for (const group of groups) {
    if (group.every(seed => found.has(seed))) continue
    const one = spread(group, spreading)
    for (const [id, why] of one.reached) {
      const isSeedAfterAll = why.kind === 'seed' && found.get(id)?.why.kind !== 'seed'
      if (!found.has(id) || isSeedAfterAll) found.set(id, { why, spread: one })
    }
  }
  const seeds = [...found].filter(([, { why }]) => why.kind === 'seed')
  return new Map([...seeds, ...found])
}

/** A blocked party, and those through whom it is. */
export function reasonsFor(id: string, reached: Reached): Set<string> {
  const reach = reached.get(id)
  const reasons = new Set(reach === undefined ? [] : [id])
  for (const one of reasons) {
    const why = reach?.spread.reached.get(one)
    if (why?.kind === 'lead') reasons.add(why.from)
    if (why?.kind !== 'held') continue
    for (const { owner } of why.measure.holdings.ofCompany.get(one) ?? [])
      if ((reach?.spread.holders.get(owner) ?? why.place) < why.place) reasons.add(owner)
  }
  return reasons
}

/** One who may be the same as a party, and is a suspect for a reason of its own, where the party is a suspect only for that. */
export function suspectTwin({ index, listing }: Question, id: string): string | undefined {
  if (listing.doubts.get(id) !== 'possibly_same') return undefined
  const groups = index.possiblySame.get(id) ?? []
  return groups.map(group => listing.suspectsIn.get(group)?.[0]).find(twin => twin !== undefined)
}

/**
 * Each of some parties, the first of its group, with all suspects who may be the same: their holdings are added. Those who have one
 * group in common are that group.
 *
 * @param isApart - Who is nobody else.
 */
export function groupsOf(
  { index, listing: { listed, doubts } }: Question,
  some: readonly string[],
  isApart: (id: string) => boolean = () => false,
): string[][] {
  const groups = new Map<unknown, string[]>()
  for (const id of some) {
    const twins = isApart(id) ? [] : (index.possiblySame.get(id) ?? [])
    const key = twins.length === 1 ? twins[0] : id
    if (groups.has(key)) continue
    const isIn = (twin: string) => (listed.has(twin) || doubts.has(twin)) && !isApart(twin)
    groups.set(key, [...new Set([id, ...twins.flat().filter(isIn)])])
  }
  return [...groups.values()]
}

/**
 * Whether suspects may own or control a company by a relation that does not name it: such a relation may be of any. Of one that is
 * already reached, nothing follows.
 */
export function isReachedLoosely({ index, rule, listing }: Question, reached: Reached): boolean {
  const owners = [...ownersOfUnknown(index, rule.isControlPossible)]
  const isAnySuspect = [...listing.listed, ...listing.doubts.keys()].some(one => one !== unknownEnd)
  return isAnySuspect && owners.some(owner => owner === unknownEnd || reached.has(owner))
}

/** The specification has seven types that are directed: of more than so many, not every reading is looked at. */
const mostTypes = 20

/**
 * Whether suspects may block a company in another reading of the ownership: the specification does not say which end of a relation
 * owns. All types whose direction is not given are turned round, each alone, and all but each.
 */
export function isReachedReversed(question: Question): boolean {
  const { index, id, listing } = question
  const suspects = [...listing.listed, ...listing.doubts.keys()]
  if (!suspects.some(one => one !== id && one !== unknownEnd)) return false
  const types = openTypesOf(index)
  if (types.length > mostTypes) return true
  return readingsOf(index, types).some(reading => {
    const other = { ...question, index: reading }
    const reached = possiblyReached(other, suspects, possibleSpreading(other))
    return reached.has(id) || isReachedLoosely(other, reached)
  })
}

/** The types of a network that have an owner, and of which it is not said which end that is. */
function openTypesOf({ direction, relations }: NetworkIndex): string[] {
  if (typeof direction === 'string') return []
  const given = new Set(Object.keys(direction ?? {}).map(type => type.toLowerCase()))
  const directed = [...relations.values()].flat().filter(one => isDirected(one.type) || hasShare(one))
  return [...new Set(directed.map(({ type }) => type))].filter(type => !given.has(type.toLowerCase()))
}

const readings = new WeakMap<NetworkIndex, readonly NetworkIndex[]>()

function readingsOf(index: NetworkIndex, types: readonly string[]): readonly NetworkIndex[] {
  const known = readings.get(index)
  if (known !== undefined) return known
  const { direction } = index
  const given = typeof direction === 'string' ? null : direction
  const sets = [types, ...types.flatMap(type => [[type], types.filter(other => other !== type)])]
  const unique = new Map(sets.filter(set => set.length > 0).map(set => [JSON.stringify(set), set]))
  const made = Array.from(unique.values(), set => {
    const reversed = Object.fromEntries(set.map(type => [type, 'target_owns_source' as const]))
    return readNetwork(index.network, { ...optionsOf(index), direction: { ...given, ...reversed } })
  })
  readings.set(index, made)
  return made
}
