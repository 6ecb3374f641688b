import * as z from 'zod/mini'

/**
 * The response of the health operation; it is not shown, so that no field is required (specification: GET /v1/health).
 */
export const health = z.looseObject({
  /** True where the service works. */
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
