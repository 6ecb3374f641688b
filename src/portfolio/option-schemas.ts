import * as z from 'zod/mini'
import {
  clientRules,
  functionRule,
  type Rule,
  signalRule,
  spanRule,
  timeRule,
} from '../transport/options/resolve.ts'

/** The rules of options as schemas, for what takes them among fields of its own. */
export const milliseconds = schemaOf(timeRule)
export const span = schemaOf(spanRule)
export const functionOption = schemaOf(functionRule)
export const signalOption = schemaOf(signalRule)
export const screeningFieldsOption = schemaOf(clientRules.screeningFields)

/** What fits, and what is said of anything else. */
export function must(fits: (value: unknown) => boolean, error: string) {
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
