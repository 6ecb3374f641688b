import * as z from 'zod/mini'

/** The response of the health operation. It is not documented, so no field is required (specification: GET /v1/health). */
export const health = z.looseObject({
  /** True if the service is healthy. */
  success: z.optional(z.boolean()),
  /** Status of the service, in one word. */
  status: z.optional(z.string()),
  /** Version of the API. */
  version: z.optional(z.string()),
  /** Time of the response, ISO 8601. */
  timestamp: z.optional(z.string()),
})

/** The welcome object (specification: Service index). */
export const serviceIndex = z.looseObject({
  /** Always true. */
  success: z.boolean(),
  /** The welcome message. */
  message: z.string(),
  /** Version of the API: "v1". */
  version: z.string(),
  documentation: z.string(),
  /**
   * The paths of the operations by name: `health`, and `list`, `create`, `search` and `bulk` under
   * `entities`.
   */
  endpoints: z.looseObject({}),
  /** How to send the API key (specification: Service index). */
  authentication: z.looseObject({
    /** The kind of authentication, such as a bearer token. */
    type: z.optional(z.string()),
    /** The header that holds the key. */
    header: z.optional(z.string()),
    documentation: z.optional(z.string()),
  }),
  /** Time of the response, ISO 8601. */
  timestamp: z.string(),
})

/**
 * Wraps a data schema in the envelope of success responses. Only the list and the two web searches have no envelope
 * (specification: Errors, rule 1).
 */
export function envelope<Data extends z.core.$ZodType>(data: Data) {
  return z.looseObject({
    /** Always true in a success response. */
    success: z.literal(true),
    /** The result of the operation. */
    data,
  })
}

/** The body of every error (specification: Errors, body shape). */
export const errorBody = z.looseObject({
  /** The HTTP status. */
  statusCode: z.int(),
  /** Always false in an error response. */
  success: z.literal(false),
  /** The error text: one sentence that states the reason. */
  error: z.string(),
})
