/**
 * Every kind of deviation that the client reports. docs/quirks.md explains each.
 *
 * @example
 * const counts = new Map(quirkCodes.map(code => [code, 0]))
 * const counting = client.withOptions({ onQuirk: ({ code, count }) => counts.set(code, (counts.get(code) ?? 0) + count) })
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

/** Quirks after which the body is validated against the schema, so that each deviation from it is reported. */
export const quirksToCheck: ReadonlySet<QuirkCode> = new Set([
  'converted',
  'unreadable',
  'malformed_json',
  'field_spelling',
  'both_names',
])
