import type { Reading } from '../reading/reading.ts'
import { memoize } from '../shared/memoize.ts'

/** A quirk that knows again what it has read: the records of a list have the same few dates, labels and countries. */
export function remembered<Value>(quirk: (value: unknown) => Reading<Value>): typeof quirk {
  const recall = memoize(quirk)
  return value => (typeof value === 'string' ? recall(value) : quirk(value))
}
