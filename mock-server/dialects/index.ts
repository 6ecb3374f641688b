/**
 * The spellings of a network: that of the specification's tables, that of its sample payload (lists of hits in JSON-encoded fields
 * such as `pep_json`, the relation type `HasRole`, `country`), or one of the two for each entity.
 */
export const dialects = ['documented', 'sample', 'mixed'] as const

/**
 * How networks are spelled: `documented`, `sample` or `mixed`.
 *
 * @useDeclaredType
 */
export type Dialect = (typeof dialects)[number]
