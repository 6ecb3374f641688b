import { copyFields } from '../../shared/copy.ts'
import { isPlainObject, isRecord } from '../../shared/json.ts'
import type { Rules } from './rules.ts'

/**
 * Copies options, so that later changes by the caller have no effect. Functions in a group such as `hooks` are bound to that
 * group object. All other functions, signals and loggers are not copied.
 */
export function copyOptions<Options>(options: Options, rules: Rules): Options {
  if (!isRecord(options)) return options
  const copy = copyFields(options, Object.keys(rules))
  for (const [name, value] of Object.entries(copy)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
    Reflect.set(copy, name, typeof rule === 'object' ? copyGroup(value, rule) : copyData(value))
  }
  return copy
}

function copyGroup(group: unknown, rules: Rules): unknown {
  const copy = copyFields(group, Object.keys(rules))
  if (!isRecord(copy)) return copy
  return Object.fromEntries(
    Object.entries(copy).map(([name, value]) => [
      name,
      typeof value === 'function' ? value.bind(group) : value,
    ]),
  )
}

/** Copies lists and plain objects deeply. Returns any other value unchanged. */
function copyData(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyData)
  // An object with methods, such as a logger, is not plain data, so it is not copied.
  if (!isPlainObject(value) || Object.values(value).some(inner => typeof inner === 'function')) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, copyData(inner)]))
}
