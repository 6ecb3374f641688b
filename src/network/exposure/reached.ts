import { type Measure, type Spreading, spreadWithPartners } from '../control/spread.ts'
import type { Holdings, NetworkIndex } from '../graph/index-network.ts'
import { byText } from '../graph/order.ts'
import { parts, whole } from '../graph/share.ts'
import { leftIn } from '../graph/stakes.ts'

/** Who is reached, each with those whose holdings are added for it, in the order in which they were. */
export type Reached = ReadonlyMap<string, ReadonlyMap<string, number>>

/** By id, with whom a party acts under a joint arrangement. */
export function partnersIn(joint: readonly (readonly string[])[]): Map<string, string[]> {
  const partners = new Map<string, string[]>()
  for (const group of joint) for (const id of group) partners.set(id, [...(partners.get(id) ?? []), ...group])
  return partners
}

/** Each group spreads for itself. One whose members were reached by an earlier one reaches nobody else. */
export function spreadFrom(groups: readonly (readonly string[])[], spreading: Spreading): Reached {
  const found = new Map<string, ReadonlyMap<string, number>>()
  for (const group of groups) {
    if (group.every(seed => found.has(seed))) continue
    const { reached, holders } = spreadWithPartners(group, spreading)
    const places = new Map(Array.from(holders, (id, place) => [id, place]))
    for (const id of reached) if (!found.has(id)) found.set(id, places)
  }
  return seedsFirst(groups.flat(), found)
}

function seedsFirst(seeds: readonly string[], found: Reached): Reached {
  const first = seeds.map(seed => [seed, found.get(seed) ?? new Map<string, number>()] as const)
  return new Map([...first, ...found])
}

/** Companies of which the network leaves so much without an owner that it would be enough, and those that own all of each other. */
export function findUnlisted({ parties, findings }: NetworkIndex, by: readonly Measure[]): string[] {
  const [shares] = by
  const closed = new Set(findings.flatMap(({ kind, ids }) => (kind === 'closed_loop' ? ids : [])))
  const isUnlisted = (id: string) =>
    closed.has(id) ||
    by.some(
      // Votes are as the shares where none are given.
      measure => (measure === shares || measure.holdings.ofCompany.has(id)) && isEnoughLeft(measure, id),
    )
  return [...parties.values()]
    .filter(({ id, type }) => type !== 'person' && isUnlisted(id))
    .map(({ id }) => id)
}

/** Those above a company; where none leaves enough by itself, all that leave something. */
export function unlistedAbove(
  { ofCompany }: Holdings,
  unlisted: readonly string[],
  upward: ReadonlySet<string>,
): string[] {
  const enough = unlisted.filter(company => upward.has(company))
  if (enough.length > 0) return enough
  return [...upward].filter(id => leftIn(ofCompany.get(id) ?? []) > 0 && ofCompany.has(id)).sort(byText)
}

function isEnoughLeft({ holdings, reaches }: Measure, company: string): boolean {
  const held = holdings.ofCompany.get(company) ?? []
  const left = held.reduce((rest, { share }) => rest - parts(share.min), whole)
  return reaches({ min: left, max: left })
}
