/** The change from one value to another; none where it is as it was. */
export function changed<Kind extends string, About, Value>(
  kind: Kind,
  about: About,
  before: Value,
  after: Value,
) {
  return before === after ? [] : [{ kind, ...about, before, after }]
}

/** The change of a number: `first` where there was none before, `gone` where there is none now. */
export function moved<Kind extends string, About>(
  kindOf: (way: 'up' | 'down' | 'first' | 'gone') => Kind,
  about: About,
  ...given: readonly [before: number | null, after: number | null]
) {
  // What is no number, as only a caller's own data can hold, counts as none.
  const [before = null, after = null] = given.map(value => (Number.isFinite(value) ? value : null))
  const way = before === null ? 'first' : after === null ? 'gone' : after > before ? 'up' : 'down'
  return changed(kindOf(way), about, before, after)
}
