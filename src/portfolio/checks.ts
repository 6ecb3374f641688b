import * as z from 'zod/mini'

/** The client that importing and rescanning are given; it may come from another copy of the package. */
export const givenClient = z.unknown().check(
  z.refine(value => typeof value === 'object' && value !== null && 'entities' in value, {
    error: 'must be an EntityScreening',
  }),
)

/** Requests under way at a time. */
export const concurrency = z.optional(z.int().check(z.minimum(1), z.maximum(16)))
