/** The fields that the vocabulary has no name for, and those that could not be read, as they came: nothing is lost. */
export type Extra = Readonly<Record<string, unknown>>

const none: Extra = Object.freeze({})

/** The fields of a record that are not known; `fromEntries` keeps a field called __proto__ a field. */
export function extraFields(
  fields: Readonly<Record<string, unknown>>,
  isKnown: (name: string) => boolean,
): { readonly extra: Extra; readonly unknown: readonly string[] } {
  const unknown = Object.keys(fields).filter(name => !isKnown(name))
  if (unknown.length === 0) return nothing
  return { extra: Object.fromEntries(unknown.map(name => [name, fields[name]])), unknown }
}

const nothing = { extra: none, unknown: [] }
