import * as z from 'zod/mini'

/**
 * The answer of the health operation; it is not shown, so that no field is required (specification: GET /v1/health).
 *
 * @example
 * const answer = await fetch(`${baseUrl}/v1/health`)
 * const { status } = health.parse(await answer.json())
 */
export const health = z.looseObject({
  success: z.optional(z.boolean()),
  status: z.optional(z.string()),
  version: z.optional(z.string()),
  timestamp: z.optional(z.string()),
})

/**
 * The welcome object (specification: Service index).
 *
 * @example
 * const answer = await fetch(`${baseUrl}/v1`)
 * const { version, endpoints } = serviceIndex.parse(await answer.json())
 */
export const serviceIndex = z.looseObject({
  success: z.boolean(),
  message: z.string(),
  /** "v1". */
  version: z.string(),
  /** URL. */
  documentation: z.string(),
  /** Lists health, and entities with list, create, search and bulk. */
  endpoints: z.looseObject({}),
  authentication: z.looseObject({
    type: z.optional(z.string()),
    header: z.optional(z.string()),
    documentation: z.optional(z.string()),
  }),
  /** ISO 8601. */
  timestamp: z.string(),
})
