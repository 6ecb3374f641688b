import { getOrInsertList } from '../../shared/get-or-insert.ts'
import {
  createControlRule,
  holdingsCountedFor,
  type Leads,
  type Propagation,
  type PropagationRule,
  propagate,
  toLeads,
} from '../control/propagate.ts'
import { buildNetworkIndex, type NetworkIndex } from '../graph/index-network.ts'
import { isDirected, unknownEnd } from '../graph/relation-types.ts'
import { hasShare } from '../graph/stated-share.ts'
import { ownersOfUnnamedCompanies } from '../graph/upstream.ts'
import type { Listing } from './listing.ts'
import { createMeasures, type RegimeRule } from './regimes.ts'

/** By party, the propagation that reached it. */
export type ReachedParties = ReadonlyMap<string, Propagation>

export interface AssessmentInput {
  readonly index: NetworkIndex
  readonly id: string
  readonly rule: RegimeRule
  readonly listing: Listing
  /** Listed and possibly listed parties. */
  readonly suspects: readonly string[]
  /** By id, the partners of a party under a joint arrangement. */
  readonly partners: Leads
}

/** The certainly and the possibly blocked parties of a network. */
export interface BlockedParties {
  readonly blocked: ReachedParties
  /** Possibly blocked parties, including the certainly blocked ones. */
  readonly possible: ReachedParties
  /** How a possible block passes on. */
  readonly possibleRule: PropagationRule
  /** Why suspects may block the company although they do not reach it; null if they reach it, or cannot. */
  readonly readingDoubt: 'relation' | 'direction' | null
}

export function findBlockedParties(input: AssessmentInput): BlockedParties {
  const blocked = findCertainlyBlocked(input)
  const possibleRule = createPossibleRule(input)
  const suspects = [...new Set([...blocked.keys(), ...input.suspects])]
  const possible = findPossiblyBlocked(input, suspects, possibleRule)
  const readingDoubt = possible.has(input.id) ? null : findReadingDoubt(input, possible)
  return { blocked, possible, possibleRule, readingDoubt }
}

/** The partners of joint arrangements. A rule that adds up all owners does not need them. */
export function groupPartners(
  { isAggregated }: RegimeRule,
  arrangements: readonly (readonly string[])[],
  idOf: (id: string) => string,
): Leads {
  const partners = new Map<string, string[]>()
  for (const group of isAggregated ? [] : arrangements)
    for (const id of group) getOrInsertList(partners, idOf(id)).push(...group.map(idOf))
  return toLeads(partners)
}

/** The certainly blocked parties: every share at its minimum, without relations of unclear meaning. */
function findCertainlyBlocked({ index, rule, listing, partners }: AssessmentInput): ReachedParties {
  const { listed } = listing
  const groups = rule.isAggregated ? [[...listed]] : Array.from(listed, id => [id])
  return propagateGroups(groups, {
    measures: createMeasures(index, rule, 'min', listing),
    leads: [],
    partners,
  })
}

/**
 * How a possible block passes on: every share at its maximum, with control if the regime counts it, and relations of unclear
 * meaning.
 */
function createPossibleRule({ index, rule, listing, partners }: AssessmentInput): PropagationRule {
  const control = rule.isControlPossible ? createControlRule(index, 'max') : { measures: [], leads: [] }
  const measures = createMeasures(index, rule, 'max', listing)
  // A majority of the same holdings is already enough under the regime's own measure.
  const others = control.measures.filter(({ holdings }) =>
    measures.every(measure => measure.holdings !== holdings),
  )
  return {
    measures: [...measures, ...others].filter(
      ({ of, holdings }) => of === 'shares' || holdings.ofCompany.size > 0,
    ),
    leads: [toLeads(index.unclear), ...control.leads],
    partners,
  }
}

/** The possibly blocked parties, including the certainly blocked ones. */
function findPossiblyBlocked(
  input: AssessmentInput,
  suspects: readonly string[],
  { leads, ...possibleRule }: PropagationRule,
): ReachedParties {
  const { index, rule } = input
  // An unknown owner may be anyone: its holdings count together with those of others.
  const unknown = index.parties.has(unknownEnd) ? [unknownEnd] : []
  const groups = rule.isAggregated
    ? [suspects]
    : groupSuspects(input, suspects).map(group => [...group, ...unknown])
  return propagateGroups(groups, { ...possibleRule, leads: [...leads, toLeads(index.branches)] })
}

/** Each group propagates separately. A group whose members an earlier one reached cannot reach more parties. */
function propagateGroups(groups: readonly (readonly string[])[], rule: PropagationRule): ReachedParties {
  const reached = new Map<string, Propagation>()
  const isSeed = (id: string) => reached.get(id)?.reached.get(id)?.kind === 'seed'
  for (const group of groups) {
    if (group.every(seed => reached.has(seed))) continue
    const propagation = propagate(group, rule)
    for (const [id, { kind }] of propagation.reached)
      if (!reached.has(id) || (kind === 'seed' && !isSeed(id))) reached.set(id, propagation)
  }
  return new Map([...[...reached].filter(([id]) => isSeed(id)), ...reached])
}

/** A blocked party, and the parties through which it is blocked. */
export function findReasons(id: string, reached: ReachedParties): Set<string> {
  const propagation = reached.get(id)
  if (propagation === undefined) return new Set()
  const reasons = new Set([id])
  for (const party of reasons) {
    const reason = propagation.reached.get(party)
    if (reason?.kind === 'lead') reasons.add(reason.from)
    if (reason?.kind === 'held')
      for (const { owner } of holdingsCountedFor(propagation, party, reason)) reasons.add(owner)
  }
  return reasons
}

/**
 * Groups each party, which comes first, with all suspects that may be the same: their holdings are added. Parties with one group
 * in common form that group; a party for which `isApart` holds is in a group by itself.
 */
export function groupSuspects(
  { index, listing: { listed, doubts } }: AssessmentInput,
  suspects: readonly string[],
  isApart: (id: string) => boolean = () => false,
): string[][] {
  const groups = new Map<unknown, string[]>()
  for (const id of suspects) {
    const duplicateGroups = isApart(id) ? [] : (index.possiblySame.get(id) ?? [])
    const key = duplicateGroups.length === 1 ? duplicateGroups[0] : id
    if (groups.has(key)) continue
    const isSuspect = (duplicate: string) =>
      (listed.has(duplicate) || doubts.has(duplicate)) && !isApart(duplicate)
    groups.set(key, [...new Set([id, ...duplicateGroups.flat().filter(isSuspect)])])
  }
  return [...groups.values()]
}

/**
 * Why suspects may block a company that they do not reach: by a relation with an unnamed company, which may be this one; or by
 * the other direction of ownership, because the specification does not show which end owns. All types without a decided direction
 * are reversed together, each alone, and all but each.
 */
function findReadingDoubt(input: AssessmentInput, possible: ReachedParties): 'relation' | 'direction' | null {
  const { index, id, suspects } = input
  if (reachesUnnamedCompany(input, possible)) return 'relation'
  if (suspects.every(suspect => suspect === id || suspect === unknownEnd)) return null
  const types = listUndirectedTypes(index)
  if (types.length > maxTypes) return 'direction'
  const isReversed = listReadings(index, types).some(reading => {
    const other = { ...input, index: reading }
    const otherReached = findPossiblyBlocked(other, suspects, createPossibleRule(other))
    return otherReached.has(id) || reachesUnnamedCompany(other, otherReached)
  })
  return isReversed ? 'direction' : null
}

/** The specification has seven directed types. With more types than this limit, the directions are not tried. */
const maxTypes = 20

/** A relation with an unnamed company matters only if its owner is reached. */
function reachesUnnamedCompany({ index, rule, suspects }: AssessmentInput, reached: ReachedParties): boolean {
  if (suspects.every(suspect => suspect === unknownEnd)) return false
  const owners = [...ownersOfUnnamedCompanies(index, rule.isControlPossible)]
  return owners.some(owner => owner === unknownEnd || reached.has(owner))
}

/** The directed types of a network whose direction the options do not decide. */
function listUndirectedTypes({ direction, relations }: NetworkIndex): string[] {
  if (typeof direction === 'string') return []
  const decidedTypes = new Set(Object.keys(direction ?? {}).map(type => type.toLowerCase()))
  const directed = [...relations.values()]
    .flat()
    .filter(relation => isDirected(relation.type) || hasShare(relation))
  return [...new Set(directed.map(({ type }) => type))].filter(type => !decidedTypes.has(type.toLowerCase()))
}

const readings = new WeakMap<NetworkIndex, readonly NetworkIndex[]>()

function listReadings(index: NetworkIndex, types: readonly string[]): readonly NetworkIndex[] {
  const cached = readings.get(index)
  if (cached !== undefined) return cached
  const { asOf, direction, network, sameParties: same } = index
  const sets = [types, ...types.flatMap(type => [[type], types.filter(other => other !== type)])]
  const unique = new Map(sets.filter(set => set.length > 0).map(set => [JSON.stringify(set), set]))
  const reversedIndexes = Array.from(unique.values(), set => {
    const reversed = Object.fromEntries(set.map(type => [type, 'target_owns_source' as const]))
    return buildNetworkIndex(network, {
      asOf,
      sameParties: same,
      direction: typeof direction === 'string' ? direction : { ...direction, ...reversed },
    })
  })
  readings.set(index, reversedIndexes)
  return reversedIndexes
}
