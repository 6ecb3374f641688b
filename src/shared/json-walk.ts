import { isRecord } from './json.ts'

/** A value in JSON, and the one that holds it. JSON may be so deep that a path for each value would take minutes. */
export interface JsonValue {
  readonly key: string | number
  /** The field that it is, or whose list it is in. */
  readonly name: string
  readonly value: unknown
  readonly parent: JsonValue | undefined
}

/** The members of an object or list. */
export function membersOf(value: unknown, parent?: JsonValue): JsonValue[] {
  if (Array.isArray(value))
    return value.map((member, key) => ({ key, name: parent?.name ?? '', value: member, parent }))
  if (!isRecord(value)) return []
  return Object.keys(value).map(key => ({ key, name: key, value: value[key], parent }))
}

export function pathTo(value: JsonValue): (string | number)[] {
  const path: (string | number)[] = []
  for (let holder: JsonValue | undefined = value; holder !== undefined; holder = holder.parent)
    path.push(holder.key)
  return path.reverse()
}
