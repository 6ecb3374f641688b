import { lettersOf } from '../letters.ts'
import { normalizeScalar } from '../means-no.ts'

/** The meaning of unknown fields: `ignore` if a field is not about screening, or the texts that mean no in it. */
export type KnownFields = Readonly<Record<string, 'ignore' | { readonly no: readonly string[] }>>

/** The {@link KnownFields} by the letters of their names. */
export type FieldOverrides = ReadonlyMap<string, 'ignore' | ReadonlySet<string>>

export function createFieldOverrides(fields: KnownFields = {}): FieldOverrides {
  return new Map(
    Object.entries(fields).map(([name, override]) => [
      lettersOf(name),
      override === 'ignore' ? override : new Set(override.no.map(normalizeScalar)),
    ]),
  )
}
