import { isPlainObject } from '../../src/shared/json.ts'

/** The maximum depth of a value. No response is this deep, but an object that contains itself is. */
const maxDepth = 100

/**
 * Copies a caller's value that should be JSON. Reads each member only once, because a member may be a getter. If the value
 * contains a promise that rejects later, the rejection is ignored.
 *
 * @param report - Called with a sentence for each part that is not JSON.
 */
export function readJsonValue(
  value: unknown,
  path: string,
  report: (issue: string) => void,
  depth = 0,
): unknown {
  if (depth > maxDepth) report(`a part of it is more than ${maxDepth} levels deep, or a cycle`)
  else if (Array.isArray(value))
    return Array.from(value, (item, index) =>
      item === undefined
        ? report(`${path}[${index}] is undefined`)
        : readJsonValue(item, `${path}[${index}]`, report, depth + 1),
    )
  else if (isPlainObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        // JSON leaves out undefined members.
        member === undefined ? undefined : readJsonValue(member, `${path}.${name}`, report, depth + 1),
      ]),
    )
  else if (!isJsonPrimitive(value)) {
    if (typeof value === 'object' && value !== null) handleRejection(value)
    report(`${path} is ${describeNonJson(value)}`)
  }
  return value
}

function isJsonPrimitive(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  return value === null || typeof value === 'string' || typeof value === 'boolean'
}

/** Handles the rejection of a promise, because an unhandled rejection would end the process. */
function handleRejection(value: object): void {
  try {
    Reflect.apply(Promise.prototype.then, value, [undefined, () => {}])
  } catch {
    // The object is not a promise.
  }
}

/**
 * Describes a value that is not JSON, for example `a function`, `NaN`, `of the class Map`, or `an instance of
 * a class`.
 */
function describeNonJson(value: unknown): string {
  if (value === undefined || typeof value === 'number') return `${value}`
  if (typeof value !== 'object') return `a ${typeof value}`
  const [, tag] = /^\[object (\w+)\]$/.exec(Object.prototype.toString.call(value)) ?? []
  return tag === undefined || tag === 'Object' ? 'an instance of a class' : `of the class ${tag}`
}
