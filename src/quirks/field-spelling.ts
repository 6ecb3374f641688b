import { clean, type Reading, reading } from './reading.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Field names may vary with the source (specification: Versioning, rule 4): `adverseMedia` is adverse_media. Where both are
 * there, a list goes under its superseded name, to be joined with the other; anything else stays a field of its own.
 */
export function fieldSpelling(fields: Fields, isKnown: (name: string) => boolean): Reading<Fields> {
  const respelled = new Map<string, string>()
  for (const name of Object.keys(fields)) {
    if (isKnown(name) || !/[A-Z]/.test(name)) continue
    const snake = name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
    const free = [snake, `${snake}_json`].find(candidate => isKnown(candidate) && !(candidate in fields))
    if (free !== undefined) respelled.set(name, free)
  }
  if (respelled.size === 0) return clean(fields)
  const entries = Object.entries(fields).map(([name, value]) => [respelled.get(name) ?? name, value])
  return reading(Object.fromEntries(entries), 'field_spelling')
}
