import { isRecord } from '../../shared/json.ts'
import { escapeUnicode } from '../../shared/text/invisible.ts'

/** Invisible characters, and characters that change the direction of text. JSON can escape them. */
const invisible = /[\u007f-\u009f\p{Cf}\u2028\u2029\ufffe\uffff]/gu

/** JSON that is the same for equal values, in any order of their fields, with invisible characters escaped. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(value, sortFields, 2).replace(invisible, escapeUnicode)
}

function sortFields(_: string, value: unknown): unknown {
  if (!isRecord(value)) return value
  const names = Object.keys(value).sort()
  // A field with the name of a prototype is data like any other.
  return Object.fromEntries(names.map(name => [name, value[name]]))
}
