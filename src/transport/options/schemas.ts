import * as z from 'zod/mini'
import {
  clientRules,
  functionRule,
  type Rule,
  requestRules,
  signalRule,
  spanRule,
  waitRules,
} from './checks.ts'

/** The rules of options as schemas, for what takes them among fields of its own. */
export const span = schemaOf(spanRule)
export const functionOption = schemaOf(functionRule)
export const signalOption = schemaOf(signalRule)
export const screeningFieldsOption = schemaOf(clientRules.screeningFields)
const [every, timeout] = [schemaOf(waitRules.every), schemaOf(waitRules.timeout)]
export const waitDefaults = z.strictObject({ every, timeout })
export const requestOptions = z.strictObject({
  signal: signalOption,
  timeout,
  maxRetries: schemaOf(requestRules.maxRetries),
  retry: z.optional(z.strictObject({ maximumDelay: every, maximumRetryAfter: every })),
  headers: schemaOf(requestRules.headers),
  onQuirk: functionOption,
})

function schemaOf(rule: Rule) {
  return z.optional(
    z.unknown().check(({ value, issues }) => {
      const message = rule(value)
      if (message !== null) issues.push({ code: 'custom', input: value, message })
    }),
  )
}
