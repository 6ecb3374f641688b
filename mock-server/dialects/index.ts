/**
 * As the specification's tables, as its sample payload (lists of hits as JSON-encoded `pep_json` and its like, the relation type
 * `HasRole`, `country`), or either, by entity.
 */
export const dialects = ['documented', 'sample', 'mixed'] as const

/**
 * How networks are spelled: `documented`, `sample` or `mixed` (specification: Network).
 *
 * @useDeclaredType
 */
export type Dialect = (typeof dialects)[number]
