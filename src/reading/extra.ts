/**
 * Unknown fields, and those that could not be read, under their own names and unchanged, so that nothing is lost (specification:
 * Versioning, rule 4).
 */
export type Extra = Readonly<Record<string, unknown>>

export const noExtra: Extra = Object.freeze({})
