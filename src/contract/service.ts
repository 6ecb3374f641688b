import * as z from 'zod/mini'

/** The response of the health operation; it is not documented, so that no field is required (specification: GET /v1/health). */
export const health = z.looseObject({
  /** True if the service works. */
  success: z.optional(z.boolean()),
  /** The state of the service, in a word. */
  status: z.optional(z.string()),
  /** Version of the interface. */
  version: z.optional(z.string()),
  /** ISO 8601. */
  timestamp: z.optional(z.string()),
})

/** The welcome object (specification: Service index). */
export const serviceIndex = z.looseObject({
  /** True. */
  success: z.boolean(),
  /** The welcome. */
  message: z.string(),
  /** "v1". */
  version: z.string(),
  documentation: z.string(),
  /** Lists health, and entities with list, create, search and bulk. */
  endpoints: z.looseObject({}),
  /** How a key is sent (specification: Service index). */
  authentication: z.looseObject({
    /** The kind of authentication. */
    type: z.optional(z.string()),
    /** The header that holds the key. */
    header: z.optional(z.string()),
    documentation: z.optional(z.string()),
  }),
  /** ISO 8601. */
  timestamp: z.string(),
})

/** The wrapper of all successful bodies but those of the list and of the two web searches (specification: Errors, rule 1). */
export function envelope<Data extends z.core.$ZodType>(data: Data) {
  return z.looseObject({
    /** True: an error has another body. */
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
