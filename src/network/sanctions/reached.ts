import {
  controlling,
  type Leads,
  leadsOf,
  type Reason,
  type Spread,
  type Spreading,
  spread,
} from '../control/spread.ts'
import type { NetworkIndex } from '../graph/index-network.ts'
import { unknownEnd } from '../graph/unknown-ends.ts'
import type { Listing } from './listing.ts'
import { measuresOf, type RegimeRule } from './regimes.ts'
import { unclearOwners, withUnknown } from './unclear-owners.ts'

/** Who is reached, and why, by which spread. */
export type Reached = ReadonlyMap<string, { readonly why: Reason; readonly spread: Spread }>

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
export function possibleSpreading(
  question: Question,
  suspects: readonly string[],
): Spreading & { partners: Leads } {
  const { index, id, rule, joint } = question
  const unclear = unclearOwners(index, id, suspects, rule.isControlPossible)
  const control = rule.isControlPossible ? controlling(index, 'max') : { by: [], always: [] }
  return {
    by: [...measuresOf(index, rule, 'max'), ...control.by],
    always: [unclear, ...control.always.filter(leads => leads.isControl)],
    partners: withUnknown(index, partnersIn(rule, joint)),
  }
}

/** Who is possibly blocked, those included who certainly are. */
export function possiblyReached(
  question: Question,
  suspects: readonly string[],
  spreading: Spreading,
): Reached {
  const { index, rule } = question
  const branches = leadsOf(index.branches)
  const groups = rule.isAggregated ? [suspects] : suspects.map(id => [id, ...twinsOf(question, id)])
  return spreadFrom(groups, { ...spreading, always: [...(spreading.always ?? []), branches] })
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
  const found = new Map<string, { readonly why: Reason; readonly spread: Spread }>()
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
