import { isRecord } from '../../shared/json.ts'
import { escapeUnicode } from '../../shared/text/invisible.ts'

/** Matches invisible characters, and characters that change the direction of text. They are escaped in JSON. */
const invisible = /[\u007f-\u009f\p{Cf}\u2028\u2029\ufffe\uffff]/gu

/** Writes JSON with sorted field names and escaped invisible characters, so that equal values are written as equal strings. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(value, sortFields, 2).replace(invisible, escapeUnicode)
}

function sortFields(_: string, value: unknown): unknown {
  if (!isRecord(value)) return value
  const names = Object.keys(value).sort()
  // `Object.fromEntries` preserves a field named `__proto__`, unlike an assignment.
  return Object.fromEntries(names.map(name => [name, value[name]]))
}
