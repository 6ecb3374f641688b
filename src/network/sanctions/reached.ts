import { listOf } from '../../shared/lists.ts'
import {
  controlling,
  heldBefore,
  type Leads,
  leadsOf,
  type Spread,
  type Spreading,
  spread,
} from '../control/spread.ts'
import { type NetworkIndex, readNetwork } from '../graph/index-network.ts'
import { ownersOfUnknown } from '../graph/reach.ts'
import { isDirected, unknownEnd } from '../graph/relation-types.ts'
import { hasShare } from '../graph/share-text.ts'
import type { Listing } from './listing.ts'
import { measuresOf, type RegimeRule } from './regimes.ts'

/** By party, how it is reached. */
export type Reached = ReadonlyMap<string, Spread>

export interface Question {
  readonly index: NetworkIndex
  readonly id: string
  readonly rule: RegimeRule
  readonly listing: Listing
  /** Who is listed, or may be. */
  readonly suspects: readonly string[]
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
  return spreadFrom(groups, { by: measuresOf(index, rule, 'min', listing), always: [], partners })
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
  { always, ...spreading }: Spreading,
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
  const found = new Map<string, Spread>()
  const isSeed = (id: string) => found.get(id)?.reached.get(id)?.kind === 'seed'
  for (const group of groups) {
    if (group.every(seed => found.has(seed))) continue
    const one = spread(group, spreading)
    for (const [id, { kind }] of one.reached)
      if (!found.has(id) || (kind === 'seed' && !isSeed(id))) found.set(id, one)
  }
  return new Map([...[...found].filter(([id]) => isSeed(id)), ...found])
}

/** A blocked party, and those through whom it is. */
export function reasonsFor(id: string, reached: Reached): Set<string> {
  const found = reached.get(id)
  if (found === undefined) return new Set()
  const reasons = new Set([id])
  for (const one of reasons) {
    const why = found.reached.get(one)
    if (why?.kind === 'lead') reasons.add(why.from)
    if (why?.kind === 'held') for (const { owner } of heldBefore(found, one, why)) reasons.add(owner)
  }
  return reasons
}

/**
 * Each of some parties, the first of its group, with all suspects who may be the same: their holdings are added. Those who have one
 * group in common are that group; who is apart is nobody else.
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
 * Why suspects may block a company that they do not reach: by a relation that does not name its company, which may be this one; or
 * in another reading of the ownership, for the specification does not say which end of a relation owns. All types whose direction
 * is not given are turned round, each alone, and all but each.
 */
export function doubtOfReading(question: Question, possible: Reached): 'relation' | 'direction' | null {
  const { index, id, suspects } = question
  if (isReachedLoosely(question, possible)) return 'relation'
  if (suspects.every(one => one === id || one === unknownEnd)) return null
  const types = openTypesOf(index)
  if (types.length > mostTypes) return 'direction'
  const isReversed = readingsOf(index, types).some(reading => {
    const other = { ...question, index: reading }
    const reached = possiblyReached(other, suspects, possibleSpreading(other))
    return reached.has(id) || isReachedLoosely(other, reached)
  })
  return isReversed ? 'direction' : null
}

/** The specification has seven types that are directed: of more than so many, no reading is looked at. */
const mostTypes = 20

/** Of a relation without a company and an owner that is not reached, nothing follows. */
function isReachedLoosely({ index, rule, suspects }: Question, reached: Reached): boolean {
  if (suspects.every(one => one === unknownEnd)) return false
  const owners = [...ownersOfUnknown(index, rule.isControlPossible)]
  return owners.some(owner => owner === unknownEnd || reached.has(owner))
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
  const { asOf, direction, network, same } = index
  const sets = [types, ...types.flatMap(type => [[type], types.filter(other => other !== type)])]
  const unique = new Map(sets.filter(set => set.length > 0).map(set => [JSON.stringify(set), set]))
  const made = Array.from(unique.values(), set => {
    const reversed = Object.fromEntries(set.map(type => [type, 'target_owns_source' as const]))
    return readNetwork(network, {
      asOf,
      same,
      direction: typeof direction === 'string' ? direction : { ...direction, ...reversed },
    })
  })
  readings.set(index, made)
  return made
}
