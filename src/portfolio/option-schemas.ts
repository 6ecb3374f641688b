import * as z from 'zod/mini'
import { clientRules, functionRule, signalRule, spanRule, timeRule } from '../transport/options/resolve.ts'
import type { Rule } from '../transport/options/rules.ts'

export const millisecondsOption = schemaOf(timeRule)
export const spanOption = schemaOf(spanRule)
export const functionOption = schemaOf(functionRule)
export const signalOption = schemaOf(signalRule)
export const knownFieldsOption = schemaOf(clientRules.knownFields)

/** Creates a schema that accepts the values for which a function returns true. Any other value is refused with `error`. */
export function createCheck(fits: (value: unknown) => boolean, error: string) {
  return z.unknown().check(z.refine(fits, { error }))
}

function schemaOf(rule: Rule) {
  return z.optional(
    z.unknown().check(({ value, issues }) => {
      const message = rule(value)
      if (message !== null) issues.push({ code: 'custom', input: value, message })
    }),
  )
}
