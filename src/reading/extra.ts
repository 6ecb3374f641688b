/**
 * The fields that the vocabulary has no name for, and those that could not be read, under their own names and as they came:
 * nothing is lost. Empty where there are none (specification: Versioning, rule 4).
 *
 * @example
 * const { extra } = await client.entities.rescan(id)
 * if ('assignee' in extra) console.log(extra.assignee)
 */
export type Extra = Readonly<Record<string, unknown>>

export const noExtra: Extra = Object.freeze({})
