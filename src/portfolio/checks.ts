import * as z from 'zod/mini'

/** The client that importing and rescanning are given; it may come from another copy of the package. */
export const givenClient = z.unknown().check(
  z.refine(value => typeof value === 'object' && value !== null && 'entities' in value, {
    error: 'must be an EntityScreening',
  }),
)

/** Requests under way at a time. */
export const concurrency = z.optional(z.int().check(z.minimum(1), z.maximum(16)))

/** Where an import or a watch keeps what it has done. */
export const givenJournal = z.optional(
  z
    .unknown()
    .check(z.refine(isJournal, { error: 'must be the name of a file, or have the methods read and append' })),
)

function isJournal(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== ''
  const has = (method: string) =>
    typeof value === 'object' && value !== null && typeof Reflect.get(value, method) === 'function'
  return has('read') && has('append')
}
