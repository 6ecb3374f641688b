import * as z from 'zod/mini'

/**
 * The wrapper of successful bodies, all but those of the list and of the two web searches (specification: Errors, rule 1).
 */
export function envelope<Data extends z.core.$ZodType>(data: Data) {
  return z.looseObject({
    /** True: an error has a body of its own. */
    success: z.literal(true),
    /** The result. */
    data,
  })
}

/** The body of every error (specification: Errors, body shape). */
export const errorBody = z.looseObject({
  /** The HTTP status. */
  statusCode: z.int(),
  /** False. */
  success: z.literal(false),
  /** The reason, in a sentence. */
  error: z.string(),
})
