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
