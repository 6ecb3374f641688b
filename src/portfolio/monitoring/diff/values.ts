import type { ValueChange, Way } from './changes.ts'

/** The change from one value to another; none where it is as it was. A field that an older copy lacks has no value. */
export function changed<Kind extends string, About, Value>(
  kind: Kind,
  about: About,
  before: Value | null = null,
  after: Value | null = null,
): (About & ValueChange<Kind, Value | null>)[] {
  return before === after ? [] : [{ kind, ...about, before, after }]
}

/** The change of a value that has a rank among others, or NaN. */
export function moved<Stem extends string, About, Value>(
  stem: Stem,
  about: About,
  rankOf: (value: Value | null | undefined) => number,
  ...values: readonly [before: Value | null | undefined, after: Value | null | undefined]
): (About & ValueChange<`${Stem}_${Way}`, Value | null>)[] {
  const [before, after] = [rankOf(values[0]), rankOf(values[1])]
  const way = after > before ? 'up' : after < before ? 'down' : 'changed'
  return changed(`${stem}_${way}`, about, ...values)
}

export function rankOfNumber(value: number | null | undefined): number {
  return value ?? Number.NaN
}
