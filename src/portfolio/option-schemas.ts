import * as z from 'zod/mini'
import { clientRules, functionRule, signalRule, spanRule, timeRule } from '../transport/options/resolve.ts'
import type { Rule } from '../transport/options/rules.ts'

export const millisecondsOption = schemaOf(timeRule)
export const spanOption = schemaOf(spanRule)
export const functionOption = schemaOf(functionRule)
export const signalOption = schemaOf(signalRule)
/** The schema is a record instead of a plain check, so that the fields of this option are copied like those of other options. */
const knownFields = z.record(z.string(), z.union([z.looseObject({ no: z.array(z.unknown()) }), z.unknown()]))
export const knownFieldsOption = schemaOf(clientRules.knownFields, z.union([knownFields, z.unknown()]))

/** Creates a schema that accepts the values for which a function returns true. Any other value is refused with `error`. */
export function createCheck(fits: (value: unknown) => boolean, error: string) {
  return z.unknown().check(z.refine(fits, { error }))
}

function schemaOf(rule: Rule, data: z.ZodMiniType = z.unknown()) {
  return z.optional(
    data.check(({ value, issues }) => {
      const message = rule(value)
      if (message !== null) issues.push({ code: 'custom', input: value, message })
    }),
  )
}
