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
import { partiesBelow } from '../graph/reach.ts'
import { optionsOf } from '../graph/reading.ts'
import { unknownEnd } from '../graph/unknown-ends.ts'
import type { Listing } from './listing.ts'
import { measuresOf, type RegimeRule } from './regimes.ts'

/** Who is reached, and why, by which spread. */
export type Reached = ReadonlyMap<string, Reach>

export interface Reach {
  readonly why: Reason
  readonly spread: Spread
}

/** What is asked of a network, and who is listed. */
export interface Question {
  readonly index: NetworkIndex
  readonly id: string
  readonly rule: RegimeRule
  readonly listing: Listing
  /** Groups that act together. */
  readonly joint: readonly (readonly string[])[]
}

/** Who is certainly blocked: every share at its least, no relation that does not say so. */
export function certainlyReached({ index, rule, listing: { listed }, joint }: Question): Reached {
  const groups = rule.isAggregated ? [[...listed]] : Array.from(listed, id => [id])
  return spreadFrom(groups, { by: measuresOf(index, rule, 'min'), partners: partnersIn(rule, joint) })
}

/** How being blocked may pass on: every share at its most, control where it counts, relations that may be either. */
export function possibleSpreading({
  index,
  rule,
  joint,
}: Question): Spreading & { readonly partners: Leads } {
  const control = rule.isControlPossible ? controlling(index, 'max') : { by: [], always: [] }
  const measures = measuresOf(index, rule, 'max')
  // A majority of the same holdings is enough under the rule itself.
  const others = control.by.filter(({ holdings }) => measures.every(one => one.holdings !== holdings))
  return {
    by: [...measures, ...others].filter(({ of, holdings }) => of === 'shares' || holdings.ofCompany.size > 0),
    always: [leadsOf(index.unclear), ...control.always],
    partners: withUnknown(index, partnersIn(rule, joint)),
  }
}

/** An owner who is not known may be anybody: what it holds counts with what others hold. */
function withUnknown({ parties }: NetworkIndex, partners: Leads): Leads {
  if (!parties.has(unknownEnd)) return partners
  return { get: id => [...(partners.get(id) ?? []), unknownEnd] }
}

/** Who is possibly blocked, those included who certainly are. */
export function possiblyReached(
  question: Question,
  suspects: readonly string[],
  spreading: Spreading,
): Reached {
  const { index, rule } = question
  const always = [...(spreading.always ?? []), leadsOf(index.branches)]
  const groups = rule.isAggregated ? [suspects] : suspects.map(id => [id, ...twinsOf(question, id)])
  return spreadFrom(groups, { ...spreading, always })
}

/** Those who may be the same person as a suspect: their holdings are added. */
export function twinsOf({ index, listing: { listed, doubts } }: Question, id: string): string[] {
  return (index.possiblySame.get(id) ?? []).filter(twin => listed.has(twin) || doubts.has(twin))
}

/** By id, with whom a party acts under a joint arrangement; only a rule that does not add up in any case asks for it. */
function partnersIn({ isAggregated }: RegimeRule, joint: Question['joint']): Leads {
  const partners = new Map<string, string[]>()
  for (const group of isAggregated ? [] : joint)
    for (const id of group) partners.set(id, [...(partners.get(id) ?? []), ...group])
  return leadsOf(partners)
}

/** Each group spreads for itself. One whose members were reached by an earlier one reaches nobody else. */
function spreadFrom(groups: readonly (readonly string[])[], spreading: Spreading): Reached {
  const found = new Map<string, Reach>()
  for (const group of groups) {
    if (group.length > 0 && group.every(seed => found.has(seed) && seed !== unknownEnd)) continue
    const one = spread(group, spreading)
    for (const [id, why] of one.reached) {
      const isSeedAfterAll = why.kind === 'seed' && found.get(id)?.why.kind !== 'seed'
      if (!found.has(id) || isSeedAfterAll) found.set(id, { why, spread: one })
    }
  }
  const seeds = [...found].filter(([, { why }]) => why.kind === 'seed')
  return new Map([...seeds, ...found])
}

/**
 * Whether listed parties would block a company, or may, if owners and companies were the other way round: the specification does
 * not say which end of a relation owns. Those who would then stand above it stand below it now.
 */
export function isBlockedReversed({ index, id, rule, listing: { listed } }: Question): boolean {
  const { direction, network, idOf } = index
  if (typeof direction === 'string') return false
  const near = direction === null ? partiesBelow(index, id).add(id) : null
  const isNear = (end: string) => near === null || near.has(idOf(end))
  const seeds = [...listed].filter(one => one !== id && isNear(one))
  if (seeds.length === 0) return false
  const relations = network.relations.filter(({ source, target }) => isNear(source) && isNear(target))
  const reversed = readNetwork('assessSanctions', { ...network, relations }, optionsOf(index), true)
  const by = measuresOf(reversed, rule, 'max')
  return (rule.isAggregated ? [seeds] : seeds.map(seed => [seed])).some(group =>
    spread(group, { by, until: one => one === id }).reached.has(id),
  )
}
