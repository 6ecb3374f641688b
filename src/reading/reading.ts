/**
 * Every way in which a value may differ from the clean vocabulary. docs/quirks.md says of each what comes and what it
 * becomes.
 *
 * @example
 * const met = new Map(quirkCodes.map(code => [code, 0]))
 * const counting = client.withOptions({ onQuirk: ({ code, count }) => met.set(code, (met.get(code) ?? 0) + count) })
 */
export const quirkCodes = [
  'placeholder',
  'converted',
  'unreadable',
  'risk_label',
  'display_date',
  'country_spelling',
  'unknown_country',
  'country_alias',
  'country_in_registration',
  'json_encoded',
  'malformed_json',
  'superseded_name',
  'field_spelling',
  'both_names',
  'has_role',
  'joined_tags',
  'row_error',
  'unnumbered_row',
  'node_id',
  'unknown_value',
  'unknown_field',
  'incomplete',
  'bare_body',
  'drift',
] as const

/** @inline */
export type QuirkCode = (typeof quirkCodes)[number]

/** Quirks after which the contract's schema judges a body, and explains what it finds. */
export const doubtful: ReadonlySet<QuirkCode> = new Set([
  'converted',
  'unreadable',
  'malformed_json',
  'field_spelling',
  'both_names',
])

/** A hyphen or dash, or nothing, also with white space around it (specification: Entity, registration and dueDate; search results). */
export function isPlaceholder(value: string): boolean {
  const shown = value.length < 8 ? value.trim() : value
  return shown === '' || shown === '-' || shown === '–' || shown === '—'
}

/** What says nothing at all. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && isPlaceholder(value))
}

/**
 * Unknown fields, and those that could not be read, under their own names and unchanged, so that nothing is lost (specification:
 * Versioning, rule 4).
 */
export type UnknownFields = Readonly<Record<string, unknown>>

export const noUnknownFields: UnknownFields = Object.freeze({})
