/**
 * The formats of a network. `documented` follows the specification's tables of fields. `sample` follows its sample payload,
 * which has JSON-encoded fields such as `pep_json`, the relation type `HasRole` and the field `country`. `mixed` uses one of the
 * two for each entity.
 */
export const dialects = ['documented', 'sample', 'mixed'] as const

/**
 * The format of networks: `documented`, `sample` or `mixed`.
 *
 * @useDeclaredType
 */
export type Dialect = (typeof dialects)[number]
