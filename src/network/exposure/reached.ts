import { type Spreading, spread } from '../control/spread.ts'
import type { Holdings, NetworkIndex } from '../graph/index-network.ts'
import { parts, whole } from '../graph/share.ts'
import type { RegimeRule } from './regimes.ts'

/** Who is reached, each with those whose holdings are added for it, in the order in which they were reached. */
export type Reached = ReadonlyMap<string, ReadonlyMap<string, number>>

/** Parties whose holdings are added: all of them, or each for itself but for joint arrangements. */
export function groupsOf(
  seeds: readonly string[],
  isAggregated: boolean,
  joint: readonly (readonly string[])[],
): string[][] {
  if (isAggregated) return [[...seeds]]
  const known = new Set(seeds)
  const together = joint.map(ids => ids.filter(id => known.has(id))).filter(ids => ids.length > 1)
  return [...seeds.map(seed => [seed]), ...together]
}

export function spreadFrom(groups: readonly (readonly string[])[], spreading: Spreading): Reached {
  const found = groups.map(group => {
    const reached = spread(group, spreading)
    return new Map(Array.from(reached, (id, place) => [id, place]))
  })
  const reached = new Map<string, ReadonlyMap<string, number>>()
  for (const [at, group] of groups.entries())
    for (const seed of group) if (!reached.has(seed)) reached.set(seed, found[at] ?? new Map())
  for (const places of found) for (const id of places.keys()) if (!reached.has(id)) reached.set(id, places)
  return reached
}

/** Companies of which the network leaves so much without an owner that it would be enough. */
export function findUnlisted(
  { parties }: NetworkIndex,
  by: readonly Holdings[],
  reaches: RegimeRule['reaches'],
): string[] {
  const [shares] = by
  const isUnlisted = (id: string) =>
    by.some(
      // Votes are as the shares where none are given.
      holdings => (holdings === shares || holdings.ofCompany.has(id)) && reaches(unlistedIn(holdings, id)),
    )
  return [...parties.values()]
    .filter(({ id, type }) => type !== 'person' && isUnlisted(id))
    .map(({ id }) => id)
}

function unlistedIn({ ofCompany }: Holdings, company: string): number {
  const held = ofCompany.get(company) ?? []
  return held.reduce((left, { share }) => left - parts(share.min), whole)
}
