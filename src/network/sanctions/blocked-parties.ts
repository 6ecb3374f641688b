import { getOrInsertList } from '../../shared/get-or-insert.ts'
import { buildNetworkIndex } from '../graph/index-network.ts'
import type { NetworkIndex } from '../graph/network-index.ts'
import { ownersOfUnnamedCompanies } from '../graph/upstream.ts'
import { createControlRule } from '../propagation/control-rule.ts'
import {
  holdingsCountedFor,
  type Leads,
  type Propagation,
  type PropagationRule,
  propagate,
  toLeads,
} from '../propagation/propagate.ts'
import { isDirected, isHoldingKind, unknownEnd } from '../relations/relation-types.ts'
import type { Listing } from './listing.ts'
import { createMeasures, type RegimeRule } from './regimes.ts'

/** For each party that a block reaches, by id, the propagation that reached it. */
export type ReachedParties = ReadonlyMap<string, Propagation>

export interface AssessmentInput {
  readonly index: NetworkIndex
  readonly id: string
  readonly regimeRule: RegimeRule
  readonly listing: Listing
  /** Listed and possibly listed parties. */
  readonly suspects: readonly string[]
  /** The partners of each party under joint arrangements, by party id. */
  readonly partners: Leads
}

/** The certainly blocked and the possibly blocked parties of a network. */
export interface BlockedParties {
  readonly blocked: ReachedParties
  /** Possibly blocked parties, including the certainly blocked ones. */
  readonly certainOrPossible: ReachedParties
  /** The rule by which a possible block passes from owners to companies. */
  readonly possibleRule: PropagationRule
  /**
   * The reason why possibly listed or blocked parties may block the company although no propagation reaches
   * it; null if a propagation reaches the company, or if no party can block it.
   */
  readonly unreachedDoubt: 'relation' | 'direction' | null
}

export function findBlockedParties(input: AssessmentInput): BlockedParties {
  const blocked = findCertainlyBlocked(input)
  const possibleRule = createPossibleRule(input)
  const suspects = [...new Set([...blocked.keys(), ...input.suspects])]
  const certainOrPossible = findPossiblyBlocked(input, suspects, possibleRule)
  const unreachedDoubt = certainOrPossible.has(input.id) ? null : findUnreachedDoubt(input, certainOrPossible)
  return { blocked, certainOrPossible, possibleRule, unreachedDoubt }
}

/**
 * Lists, for each party, its partners in joint arrangements. Returns no partners if the rule adds the shares
 * of all owners in any case.
 */
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

/** Finds the certainly blocked parties: every share at its minimum, without relations of unclear meaning. */
function findCertainlyBlocked({ index, regimeRule, listing, partners }: AssessmentInput): ReachedParties {
  const { listed } = listing
  const groups = regimeRule.isAggregated ? [[...listed]] : Array.from(listed, id => [id])
  return propagateGroups(groups, {
    measures: createMeasures(index, regimeRule, 'min', listing),
    leads: [],
    partners,
  })
}

/**
 * Creates the rule for possible blocks: maximum shares, relations of unclear meaning, and control, if control is relevant under
 * the regime.
 */
function createPossibleRule({ index, regimeRule, listing, partners }: AssessmentInput): PropagationRule {
  const control = regimeRule.isControlPossible ? createControlRule(index, 'max') : { measures: [], leads: [] }
  const measures = createMeasures(index, regimeRule, 'max', listing)
  // Does not test holdings for a majority if the regime's own threshold already tests them.
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

/** Finds the possibly blocked parties, including the certainly blocked ones. */
function findPossiblyBlocked(
  input: AssessmentInput,
  suspects: readonly string[],
  { leads, ...possibleRule }: PropagationRule,
): ReachedParties {
  const { index, regimeRule } = input
  // An unnamed owner may be any party, so the holdings of unnamed owners are added to those of each group.
  const unknown = index.parties.has(unknownEnd) ? [unknownEnd] : []
  const groups = regimeRule.isAggregated
    ? [suspects]
    : groupSuspects(input, suspects).map(group => [...group, ...unknown])
  return propagateGroups(groups, { ...possibleRule, leads: [...leads, ...listBranchLeads(input)] })
}

/** Lists the leads from possibly blocked parties to their branches, partners and companies. */
export function listBranchLeads(
  { index, regimeRule }: AssessmentInput,
  isIncluded: (id: string) => boolean = () => true,
): Leads[] {
  const { branches, withShare } = index
  const leads = [toLeads(branches)]
  if (regimeRule.isControlPossible) leads.push(toLeads(withShare.branches, true))
  return leads.map(lookup => ({ ...lookup, get: id => (isIncluded(id) ? lookup.get(id) : undefined) }))
}

/**
 * Propagates from each group separately. Skips a group whose members have all been reached from earlier groups, because it
 * would reach no further parties.
 */
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

/** Finds the party itself and all parties because of which it is blocked. */
export function findBlockingParties(id: string, reached: ReachedParties): Set<string> {
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
 * Groups each suspect (a listed, possibly listed or blocked party) with all suspects that may be the same
 * party, because the holdings of one party are added. A suspect for which `isApart` returns true forms a
 * group alone.
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
 * Finds the reason why possibly listed or blocked parties may block a company that no propagation reaches.
 *
 * - `relation`: a relation has an unnamed company, which may be this company.
 * - `direction`: a propagation reaches the company if relations are reversed. The specification does not
 *   state which end of a relation is the owner. These reversals are tried: all types without a decided
 *   direction, each type alone, and all types except one.
 */
function findUnreachedDoubt(
  input: AssessmentInput,
  certainOrPossible: ReachedParties,
): 'relation' | 'direction' | null {
  const { index, id, suspects } = input
  if (reachesUnnamedCompany(input, certainOrPossible)) return 'relation'
  if (suspects.every(suspect => suspect === id || suspect === unknownEnd)) return null
  const types = listUndirectedTypes(index)
  if (types.length > maxTypes) return 'direction'
  const isReversed = buildReversedIndexes(index, types).some(reading => {
    const other = { ...input, index: reading }
    const otherReached = findPossiblyBlocked(other, suspects, createPossibleRule(other))
    return otherReached.has(id) || reachesUnnamedCompany(other, otherReached)
  })
  return isReversed ? 'direction' : null
}

/** The maximum number of directed types for which reversed directions are tried. The specification has seven. */
const maxTypes = 20

/** Whether a relation with an unnamed company has an owner that is among the reached parties, or that is unnamed too. */
function reachesUnnamedCompany(
  { index, regimeRule, suspects }: AssessmentInput,
  reached: ReachedParties,
): boolean {
  if (suspects.every(suspect => suspect === unknownEnd)) return false
  const owners = [...ownersOfUnnamedCompanies(index, regimeRule.isControlPossible)]
  return owners.some(owner => owner === unknownEnd || reached.has(owner))
}

/** Lists the types of directed relations for which the options do not define which end is the owner. */
function listUndirectedTypes({ direction, relations, interpretations }: NetworkIndex): string[] {
  if (typeof direction === 'string') return []
  const decidedTypes = new Set(Object.keys(direction ?? {}).map(type => type.toLowerCase()))
  const directed = [...relations.values()]
    .flat()
    .filter(
      relation =>
        isDirected(relation.type) ||
        interpretations
          .get(relation)
          ?.some(
            ({ kind, stated }) => kind === 'control' || isHoldingKind(kind) || stated.kind !== 'missing',
          ),
    )
  return [...new Set(directed.map(({ type }) => type))].filter(type => !decidedTypes.has(type.toLowerCase()))
}

const reversedIndexCache = new WeakMap<NetworkIndex, readonly NetworkIndex[]>()

function buildReversedIndexes(index: NetworkIndex, types: readonly string[]): readonly NetworkIndex[] {
  const cached = reversedIndexCache.get(index)
  if (cached !== undefined) return cached
  const { network, direction } = index
  const sets = [types, ...types.flatMap(type => [[type], types.filter(other => other !== type)])]
  const unique = new Map(sets.filter(set => set.length > 0).map(set => [JSON.stringify(set), set]))
  const reversedIndexes = Array.from(unique.values(), set => {
    const reversed = Object.fromEntries(set.map(type => [type, 'target_owns_source' as const]))
    return buildNetworkIndex(network, {
      ...index,
      direction: typeof direction === 'string' ? direction : { ...direction, ...reversed },
    })
  })
  reversedIndexCache.set(index, reversedIndexes)
  return reversedIndexes
}
