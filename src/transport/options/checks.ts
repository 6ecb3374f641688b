import * as z from 'zod/mini'
import { isRecord } from '../../contract/json.ts'
import { isKey, longestKey } from '../../contract/text.ts'
import { longestTimer } from '../../pacing/sleep.ts'
import { invalidInput } from '../make-error.ts'

/** The pause between two looks at the team's list that must agree. */
export const defaultSettle = 5000

/** The schemas of options, made on first use: importing the client needs none of them. */
export const optionSchemas = once(() => {
  const milliseconds = z.number().check(z.positive(), z.maximum(longestTimer))
  /** A time that may be none at all. */
  const span = z.optional(z.number().check(z.nonnegative(), z.maximum(longestTimer)))
  const duration = z.optional(
    z.union([milliseconds, z.literal(false)], 'must be a number of milliseconds above 0, or false'),
  )
  const count = z.int().check(z.nonnegative())
  const retry = z.optional(
    z.union(
      [
        count,
        z.strictObject({
          limit: z.optional(count),
          maximumDelay: z.optional(milliseconds),
          maximumRetryAfter: z.optional(milliseconds),
        }),
      ],
      'must be a count of 0 or more, or { limit, maximumDelay, maximumRetryAfter }',
    ),
  )
  const headers = z.optional(
    z.unknown().check(
      z.refine(isHeaders, {
        error: 'must be an object of header names and values that can be sent',
        abort: true,
      }),
      z.refine(given => !isHeaders(given) || !new Headers(given).has('authorization'), {
        error: 'must not hold authorization: the key is the option apiKey',
      }),
    ),
  )

  const functionOption = z.optional(
    z.unknown().check(z.refine(value => typeof value === 'function', { error: 'must be a function' })),
  )

  const signalOption = z.optional(
    z.unknown().check(z.refine(value => value instanceof AbortSignal, { error: 'must be an AbortSignal' })),
  )

  const requestOptions = z.strictObject({
    signal: signalOption,
    timeout: duration,
    retry,
    headers,
    onQuirk: functionOption,
  })

  const waitDefaults = z.strictObject({
    every: z.optional(z.union([milliseconds], 'must be a number of milliseconds above 0')),
    timeout: duration,
  })

  const clientOptions = z.strictObject({
    // Never part of a message: only its form is judged.
    apiKey: z.optional(
      z.nullable(
        z.string().check(
          z.refine(isKey, { error: 'must be visible ASCII characters without spaces', abort: true }),
          z.refine(key => key.length <= longestKey, { error: `must be at most ${longestKey} characters` }),
        ),
      ),
    ),
    baseUrl: z.optional(z.string()),
    timeout: duration,
    totalTimeout: duration,
    maxResponseBytes: z.optional(
      z.union(
        [z.int().check(z.positive()), z.literal(false)],
        'must be a whole number of bytes above 0, or false',
      ),
    ),
    retry,
    wait: z.optional(waitDefaults),
    headers,
    fetch: functionOption,
    hooks: z.optional(
      z.strictObject({
        beforeRequest: functionOption,
        afterResponse: functionOption,
        beforeRetry: functionOption,
      }),
    ),
    logger: z.optional(
      z.unknown().check(z.refine(isLogger, { error: 'must have the methods error, warn, info and debug' })),
    ),
    logLevel: z.optional(z.enum(['off', 'error', 'warn', 'info', 'debug'])),
    onQuirk: functionOption,
    validation: z.optional(z.enum(['strict', 'lenient', 'off'])),
    searchCountryFormat: z.optional(z.enum(['code', 'name'])),
    dangerouslyAllowBrowser: z.optional(z.boolean()),
  })
  return { span, functionOption, signalOption, requestOptions, waitDefaults, clientOptions }
})

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

export function isHeaders(given: unknown): given is Record<string, string> {
  if (typeof given !== 'object' || given === null || given instanceof Headers || Array.isArray(given))
    return false
  try {
    return new Headers(Object.entries(given)) !== undefined
  } catch {
    return false
  }
}

/** A JavaScript caller may give anything in place of options, the bare key for example. */
export function requireOptions(options: unknown): void {
  if (!isRecord(options))
    throw invalidInput('EntityScreening', [{ path: [], message: 'must be an object of options' }])
}

function isLogger(value: unknown): boolean {
  return hasMethods(value, 'error', 'warn', 'info', 'debug')
}

export function hasMethods(value: unknown, ...names: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false
  return names.every(name => typeof Reflect.get(value, name) === 'function')
}
