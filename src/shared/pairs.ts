import { entryOf, listOf } from './lists.ts'

/** Two that are the same thing before and after, or one that stands alone. */
export type Match<Item> =
  | { readonly state: 'kept'; readonly before: Item; readonly after: Item }
  | { readonly state: 'new' | 'gone'; readonly item: Item }

/** How items are identified and paired. */
export interface Likeness<Item> {
  readonly identity: (item: Item) => string
  /** All that is compared of an item: what a round leaves undecided is paired in this order. */
  readonly facts: (item: Item) => string
  /** What identifies an item in each round of pairing; null if it takes no part. */
  readonly rounds: readonly ((item: Item) => string | null)[]
}

/** The round in which all that is left of an identity is paired. */
export const whoeverIsLeft = () => ''

/**
 * Pairs items of the same identity, each with one at most: those that go by the same in the first round, then of the rest those
 * that do in the next. Returns the identities in the order of `after`; items that are gone come last, in that of `before`.
 */
export function matchUp<Item>(
  before: readonly Item[],
  after: readonly Item[],
  { identity, facts, rounds }: Likeness<Item>,
): Match<Item>[] {
  const groups = new Map<string, { old: Item[]; now: Item[] }>()
  const groupOf = (item: Item) => entryOf(groups, identity(item), () => ({ old: [], now: [] }))
  for (const item of after) groupOf(item).now.push(item)
  for (const item of before) groupOf(item).old.push(item)
  // One on each side, by far the most common, is a pair if any round says so; the last rounds are the cheapest.
  const fromTheLast = [...rounds].reverse()
  const present: Match<Item>[] = []
  const gone: Match<Item>[] = []
  for (const { old, now } of groups.values()) {
    const isSingle = old.length === 1 && now.length === 1
    const toOne = (item: Item) => ({ item, facts: isSingle ? '' : facts(item) })
    let [left, open] = [old.map(toOne), now.map(toOne)]
    for (const round of isSingle ? fromTheLast : rounds) {
      const byKey = new Map<string | null, typeof left>()
      for (const one of left.toSorted(byFacts)) listOf(byKey, round(one.item)).push(one)
      const paired = new Set<(typeof left)[number]>()
      for (const one of open.toSorted(byFacts)) {
        const key = round(one.item)
        const partner = key === null ? undefined : byKey.get(key)?.shift()
        if (partner === undefined) continue
        present.push({ state: 'kept', before: partner.item, after: one.item })
        paired.add(one).add(partner)
      }
      left = left.filter(one => !paired.has(one))
      open = open.filter(one => !paired.has(one))
    }
    for (const { item } of open) present.push({ state: 'new', item })
    for (const { item } of left) gone.push({ state: 'gone', item })
  }
  return [...present, ...gone]
}

function byFacts(one: { readonly facts: string }, other: { readonly facts: string }): number {
  return one.facts < other.facts ? -1 : one.facts > other.facts ? 1 : 0
}
