/**
 * Every kind of deviation that the client reports. docs/quirks.md lists each, from the comments here.
 *
 * @example
 * const counts = new Map(quirkCodes.map(code => [code, 0]))
 * const counting = client.withOptions({ onQuirk: ({ code, count }) => counts.set(code, (counts.get(code) ?? 0) + count) })
 */
export const quirkCodes = [
  /**
   * On the wire: a hyphen, dash or empty string; `N/A` as a risk level; `false` or `{}` as a list; a risk score of 0 without a
   * risk level. In the model: `null`, or an empty list.
   */
  'placeholder',
  /**
   * On the wire: a number instead of text, digits instead of a number, one object instead of a list. In the model: the value in
   * its own type.
   */
  'converted',
  /**
   * On the wire: a value of the wrong kind, or one of two contradictory values. In the model: `null`, or an empty list; the value
   * is in `unknownFields`.
   */
  'unreadable',
  /** On the wire: `"Low Risk"`, `LOW_RISK` or `low`. In the model: `riskLevel: 'low'`, and the original label. */
  'risk_label',
  /** On the wire: `"Jan 5, 2025"`. In the model: `'2025-01-05'`. */
  'display_date',
  /**
   * On the wire: a country as a name, 3-letter code or in lower case, also in your input. In the model: its 2-letter ISO code.
   */
  'country_spelling',
  /** On the wire: text that names no country, or two. In the model: `null`; the text is in `unknownFields`. */
  'unknown_country',
  /**
   * On the wire: `country` on a node, instead of `country_code` or beside it. In the model: `countryCode`; if the two
   * differ, `country_code` counts and `country` is `unreadable`.
   */
  'country_alias',
  /**
   * On the wire: a person whose `registration` is a country code. In the model: `countryCode`, and no registration; if
   * `countryCode` names a different country, both fields stay unchanged.
   */
  'country_in_registration',
  /** On the wire: a list, node or relation as JSON text, a list also encoded twice. In the model: the list, or the object. */
  'json_encoded',
  /**
   * On the wire: JSON text in place of a list, node or relation that is malformed or longer than 524,288 characters. In the model:
   * one entry whose `unknownFields.unreadable` is the text.
   */
  'malformed_json',
  /** On the wire: `pep_json`, `sanctions_json`, `adverse_media_json`. In the model: `pep`, `sanctions`, `adverseMedia`. */
  'superseded_name',
  /** On the wire: another spelling of a field name, such as `adverseMedia` or `ADVERSE-MEDIA`. In the model: the field. */
  'field_spelling',
  /** On the wire: a list, or the nodes, under two names. In the model: both merged, each entry once. */
  'both_names',
  /** On the wire: the relation type `HasRole`. In the model: `type: 'RoleRelationship'`, `rawType: 'HasRole'`. */
  'has_role',
  /** On the wire: several tags in one entry. In the model: one entry for each tag. */
  'joined_tags',
  /** On the wire: `"Row 3: already exists"`. In the model: `row: 3`, `reason: 'already exists'`, and the whole `message`. */
  'row_error',
  /** On the wire: a row error without a number. In the model: `row: null`. */
  'unnumbered_row',
  /**
   * On the wire: a node without `id`, or with an `id` that differs from its key. In the model: the key is the `id`; the other
   * `id` is in `unknownFields`.
   */
  'node_id',
  /**
   * On the wire: a status, level or type that the specification does not list. In the model: the same value: the sets are open.
   */
  'unknown_value',
  /**
   * On the wire: a field that the specification does not list. In the model: the same field in `unknownFields`; if it makes the
   * record unclear, also `drift` with `advice`.
   */
  'unknown_field',
  /**
   * On the wire: a value or header that may mean that there are more records. In the model: the received records, and `drift`:
   * see docs/quirks.md#whole-lists.
   */
  'incomplete',
  /** On the wire: data without its `{ success, data }`. In the model: the data. */
  'bare_body',
  /** On the wire: any other deviation from the specification. In the model: the readable part; an error in `strict` mode. */
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
