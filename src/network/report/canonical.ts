import { isRecord } from '../../shared/json.ts'
import { writtenOut } from '../../shared/text/invisible.ts'

/** Characters that are invisible, or turn text around: in JSON it can be written out. */
const invisible = /[\u007f-\u009f\p{Cf}\u2028\u2029\ufffe\uffff]/gu

/** A value as JSON that is the same for equal values, whatever the order of their fields, and that shows every character. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(value, sortFields, 2).replace(invisible, writtenOut)
}

function sortFields(_: string, value: unknown): unknown {
  if (!isRecord(value)) return value
  const names = Object.keys(value).sort()
  // Fields that have the name of a prototype are data like all others.
  return Object.fromEntries(names.map(name => [name, value[name]]))
}
