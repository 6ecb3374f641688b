import * as z from 'zod/mini'

/** The wrapper of successful bodies (specification: Errors, rule 1). */
export function envelope<Data extends z.core.$ZodType>(data: Data) {
  return z.looseObject({ success: z.literal(true), data })
}

/** The body of every error (specification: Errors, body shape). */
export const errorBody = z.looseObject({
  statusCode: z.int(),
  success: z.literal(false),
  error: z.string(),
})
