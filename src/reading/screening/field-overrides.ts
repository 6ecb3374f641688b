import { lettersOf } from '../letters.ts'
import { normalizeScalar } from '../means-no.ts'

/**
 * How to read unknown fields, by name: `ignore` for a field that is not about screening; otherwise, in `no`, the strings that
 * mean "no hit" in that field.
 */
export type KnownFields = Readonly<Record<string, 'ignore' | { readonly no: readonly string[] }>>

/** The {@link KnownFields}, by name in lower-case letters and digits only. */
export type FieldOverrides = ReadonlyMap<string, 'ignore' | ReadonlySet<string>>

export function createFieldOverrides(fields: KnownFields = {}): FieldOverrides {
  return new Map(
    Object.entries(fields).map(([name, override]) => [
      lettersOf(name),
      override === 'ignore' ? override : new Set(override.no.map(normalizeScalar)),
    ]),
  )
}
