import { entryOf } from './lists.ts'

/** Two that are the same thing before and after, or one that stands alone. */
export type Match<Item> =
  | { readonly state: 'kept'; readonly before: Item; readonly after: Item }
  | { readonly state: 'new' | 'gone'; readonly item: Item }

type Side = 'before' | 'after'

/** What identifies an item in one round of pairing; null if it takes no part. */
type Round<Item> = (item: Item) => string | null

/** How items are identified and paired. */
export interface Likeness<Item> {
  readonly identity: (item: Item) => string
  /** All that is compared of an item: what a round leaves undecided is paired in this order. */
  readonly facts: (item: Item) => string
  readonly rounds: readonly Round<Item>[]
}

type Group<Item> = Record<Side, Item[]>

const newGroup = () => ({ before: [], after: [] })

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
  const groups = new Map<string, Group<Item>>()
  for (const item of after) entryOf(groups, identity(item), newGroup).after.push(item)
  for (const item of before) entryOf(groups, identity(item), newGroup).before.push(item)

  // One on each side, by far the most common, is a pair if any round says so; the last rounds are the cheapest.
  const fromTheLast = [...rounds].reverse()
  const present: Match<Item>[] = []
  const gone: Match<Item>[] = []
  for (const group of groups.values()) {
    const isSingle = group.before.length === 1 && group.after.length === 1
    let rest = group
    for (const round of isSingle ? fromTheLast : rounds) rest = pairUp(rest, round, facts, present)
    for (const item of rest.after) present.push({ state: 'new', item })
    for (const item of rest.before) gone.push({ state: 'gone', item })
  }
  for (const match of gone) present.push(match)
  return present
}

/** Pairs what has the same identity, and returns the rest. */
function pairUp<Item>(
  group: Group<Item>,
  round: Round<Item>,
  facts: (item: Item) => string,
  found: Match<Item>[],
): Group<Item> {
  if (group.before.length === 0 || group.after.length === 0) return group
  const rest: Group<Item> = { before: [], after: [] }
  const buckets = new Map<string, Group<Item>>()
  for (const side of ['before', 'after'] as const) {
    for (const item of group[side]) {
      const key = round(item)
      const place = key === null ? rest : entryOf(buckets, key, newGroup)
      place[side].push(item)
    }
  }
  for (const bucket of buckets.values()) {
    const before = inOrder(bucket.before, facts)
    const after = inOrder(bucket.after, facts)
    before.forEach((item, at) => {
      const partner = after[at]
      if (partner === undefined) rest.before.push(item)
      else found.push({ state: 'kept', before: item, after: partner })
    })
    for (const item of after.slice(before.length)) rest.after.push(item)
  }
  return rest
}

function inOrder<Item>(items: readonly Item[], facts: (item: Item) => string): readonly Item[] {
  if (items.length < 2) return items
  const sorted = items.map(item => ({ item, key: facts(item) }))
  sorted.sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0))
  return sorted.map(({ item }) => item)
}
