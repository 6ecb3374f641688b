import { riskLevels } from '../../../contract/values.ts'
import { getOrInsert } from '../../../shared/get-or-insert.ts'

/**
 * An organization or person. `name` is the current name, or the last known name if the party is gone; null if the party has no
 * name.
 */
export type ChangedParty = { readonly id: string; readonly name: string | null }

/** A change of a value. Null means that the value is missing. */
export type ValueChange<Kind extends string, Value = string | null> = {
  readonly kind: Kind
  readonly before: Value
  readonly after: Value
}

/** The direction of a change; `changed` if the values cannot be ordered, for example if one is missing. */
export type ChangeDirection = 'up' | 'down' | 'changed'

/** The functions that match and compare items of one kind. */
interface Comparison<Item, Change> {
  readonly identity: (item: Item) => string
  /** Keys by which items with the same identity are paired. The first key contains all compared fields. */
  readonly pairingKeys: readonly [(item: Item) => string, ...((item: Item) => string)[]]
  readonly createUnpaired: (state: 'new' | 'gone', item: Item) => Change
  readonly comparePair: (before: Item, after: Item) => readonly Change[]
}

const newGroup = () => ({ before: [], after: [] })
const sameKey = () => ''

/**
 * Compares two lists. The changes come in the order of `after`, and items that are gone come last. Items with the same identity
 * are compared. If several items have the same identity, items with the same first key are paired, then items with the same
 * next key, then the remaining items in order.
 */
export function compare<Item, Change>(
  before: readonly Item[],
  after: readonly Item[],
  { identity, pairingKeys, createUnpaired, comparePair }: Comparison<Item, Change>,
): Change[] {
  const changes: Change[] = []
  const gone: Change[] = []
  for (const group of groupBy(identity, before, after)) {
    // Usually, there is at most one item on each side, which needs no pairing.
    const isSingle = group.before.length < 2 && group.after.length < 2
    let unpaired = group
    for (const pairingKey of isSingle ? [sameKey] : [...pairingKeys, sameKey]) {
      const [old, now] = [
        sortByKey(unpaired.before, pairingKeys[0]),
        sortByKey(unpaired.after, pairingKeys[0]),
      ]
      unpaired = newGroup()
      for (const same of groupBy(pairingKey, old, now)) {
        same.after.forEach((item, index) => {
          const partner = same.before[index]
          if (partner === undefined) unpaired.after.push(item)
          else for (const change of comparePair(partner, item)) changes.push(change)
        })
        for (const item of same.before.slice(same.after.length)) unpaired.before.push(item)
      }
    }
    for (const item of unpaired.after) changes.push(createUnpaired('new', item))
    for (const item of unpaired.before) gone.push(createUnpaired('gone', item))
  }
  return changes.concat(gone)
}

function groupBy<Item>(mark: (item: Item) => string, before: readonly Item[], after: readonly Item[]) {
  const groups = new Map<string, { before: Item[]; after: Item[] }>()
  for (const item of after) getOrInsert(groups, mark(item), newGroup).after.push(item)
  for (const item of before) getOrInsert(groups, mark(item), newGroup).before.push(item)
  return groups.values()
}

/** Sorts items by a key, so that the result does not depend on their original order. */
export function sortByKey<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly Item[] {
  if (items.length < 2) return items
  const sorted = items.map(item => ({ item, key: keyOf(item) }))
  sorted.sort((a, b) => Number(a.key > b.key) - Number(a.key < b.key))
  return sorted.map(({ item }) => item)
}

/**
 * Returns a list with the change from `before` to `after`; an empty list if they are equal. A field that is missing from an
 * older stored copy of the entity or network is treated as null.
 */
export function createChange<Kind extends string, About, Value>(
  kind: Kind,
  about: About,
  before: Value | null = null,
  after: Value | null = null,
): (About & ValueChange<Kind, Value | null>)[] {
  return before === after ? [] : [{ kind, ...about, before, after }]
}

/** Returns a list with the entry that reports how a number or a risk level changed, including the direction. */
export function createDirectedChange<Stem extends string, About, Value>(
  stem: Stem,
  about: About,
  before: Value | null | undefined,
  after: Value | null | undefined,
) {
  const [from, to] = [rankOf(before), rankOf(after)]
  const way = to > from ? 'up' : to < from ? 'down' : 'changed'
  return createChange(`${stem}_${way}`, about, before, after)
}

const levels: readonly unknown[] = riskLevels

/** Returns a number to compare values by; NaN for null and for unknown levels, so that these have no order. */
function rankOf(value: unknown): number {
  if (typeof value === 'number') return value
  return levels.includes(value) ? levels.indexOf(value) : Number.NaN
}
