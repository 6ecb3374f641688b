import { isRecord } from './json.ts'

/**
 * A value in a JSON tree, linked to its parent. It has no path, because computing the paths of all values
 * would take minutes in deep JSON.
 */
export interface JsonValue {
  readonly key: string | number
  /** The name of the field; for an entry in a list, the name of the field that contains the list. */
  readonly name: string
  readonly value: unknown
  readonly parent: JsonValue | undefined
}

/** Returns the members of an object or list; an empty array for any other value. */
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
