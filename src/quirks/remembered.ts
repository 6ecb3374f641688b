import type { Reading } from './reading.ts'

/** As many as there are days in five years. */
const most = 2000

/** Dates, labels and names of countries are shorter; whatever else a service sends is not kept. */
const longest = 60

/**
 * A quirk that knows again what it has read: the records of a list have the same few dates, labels and countries. Readings are
 * shared, so it is for quirks whose values nobody changes.
 */
export function remembered<Value>(quirk: (value: unknown) => Reading<Value>): typeof quirk {
  const readings = new Map<string, Reading<Value>>()
  return value => {
    if (typeof value !== 'string') return quirk(value)
    return readings.get(value) ?? learn(value)
  }

  function learn(text: string): Reading<Value> {
    const result = quirk(text)
    if (readings.size >= most) readings.clear()
    if (text.length <= longest) readings.set(text, result)
    return result
  }
}
