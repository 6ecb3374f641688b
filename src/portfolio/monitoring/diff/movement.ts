import type { ChangedParty } from './changes.ts'

/** How a number has moved; `first` where there was none before, `gone` where there is none now. */
export interface Movement {
  readonly way: 'up' | 'down' | 'first' | 'gone'
  readonly before: number | null
  readonly after: number | null
}

/** Null where the number is as it was. What is no number, as only a caller's own data can hold, counts as none. */
export function movement(one: number | null, other: number | null): Movement | null {
  const before = Number.isFinite(one) ? one : null
  const after = Number.isFinite(other) ? other : null
  if (before === after) return null
  if (before === null) return { way: 'first', before, after }
  if (after === null) return { way: 'gone', before, after }
  return { way: after > before ? 'up' : 'down', before, after }
}

/** The change from one value to another; none where it is as it was. */
export function changed<Kind extends string, Value>(
  kind: Kind,
  party: ChangedParty,
  before: Value,
  after: Value,
) {
  return before === after ? [] : [{ kind, ...party, before, after }]
}

/** The change of a score, with the way in which it has moved behind its kind. */
export function moved<Kind extends string>(
  kind: Kind,
  party: ChangedParty,
  before: number | null,
  after: number | null,
) {
  const found = movement(before, after)
  if (found === null) return []
  const { way, ...values } = found
  return [{ kind: `${kind}_${way}` as const, ...party, ...values }]
}
