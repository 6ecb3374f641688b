/**
 * The fields that the vocabulary has no name for, and those that could not be read, under their own names and as they came:
 * nothing is lost. Empty where there are none (specification: Versioning, rule 4).
 *
 * @example
 * const { extra } = await client.entities.rescan(id)
 * if ('assignee' in extra) console.log(extra.assignee)
 */
export type Extra = Readonly<Record<string, unknown>>

export const noExtra: Extra = Object.freeze({})

/** The names that the vocabulary has for the fields of one kind of record. */
export interface KnownFields {
  has(name: string): boolean
  /** Whether a record has no field beside these. */
  areAllOf(fields: Readonly<Record<string, unknown>>): boolean
}

interface Known {
  readonly name: string
  /** What followed it in the record before: most records of a list are alike, and so it is looked for first. */
  next: Known | undefined
}

export function knownFields(names: readonly string[]): KnownFields {
  const known = new Map(names.map(name => [name, createKnown(name)]))
  const start = createKnown('')
  return {
    has: name => known.has(name),
    areAllOf(fields) {
      let field: Known | undefined = start
      for (const name in fields) {
        field = follow(field, name)
        if (field === undefined) return false
      }
      return true
    },
  }

  function follow(before: Known, name: string): Known | undefined {
    const { next } = before
    if (next !== undefined && next.name === name) return next
    before.next = known.get(name)
    return before.next
  }
}

function createKnown(name: string): Known {
  return { name, next: undefined }
}

/** The fields of a record that are not known; `fromEntries` keeps a field called __proto__ a field. */
export function extraFields(
  fields: Readonly<Record<string, unknown>>,
  isKnown: (name: string) => boolean,
): { readonly extra: Extra; readonly unknown: readonly string[] } {
  const unknown = Object.keys(fields).filter(name => !isKnown(name))
  if (unknown.length === 0) return nothing
  return { extra: Object.fromEntries(unknown.map(name => [name, fields[name]])), unknown }
}

const nothing = { extra: noExtra, unknown: [] }
