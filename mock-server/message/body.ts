import type * as z from 'zod/mini'
import { describeIssues, formatIssues, namingFields } from '../../src/contract/issues.ts'
import { Refusal } from '../../src/contract/refusal.ts'
import type { JsonRecord } from '../../src/shared/json.ts'
import { suggestField } from '../../src/shared/text/did-you-mean.ts'

/** Parses a JSON body by a schema. @throws Refusal naming each field that is wrong, and the allowed values. */
export function parseBodyWith<Schema extends z.ZodMiniType>(schema: Schema, text: string): z.output<Schema> {
  return parseInput(schema, parseJsonBody(text))
}

/**
 * Parses query parameters by a schema, after those that `numbers` names have been converted to numbers. z.coerce would add three
 * kilobytes.
 */
export function parseQueryWith<Schema extends z.ZodMiniType>(
  schema: Schema,
  query: URLSearchParams,
  numbers: readonly string[] = [],
): z.output<Schema> {
  const parameters = Array.from(query, ([name, value]) => [
    name,
    numbers.includes(name) ? Number(value) : value,
  ])
  return parseInput(schema, Object.fromEntries(parameters), 'the query')
}

export function parseInput<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  root = 'the body',
): z.output<Schema> {
  const result = schema.safeParse(value, namingFields)
  if (!result.success)
    throw createInvalidInputError(formatIssues(describeIssues(result.error, value, suggestField), root))
  return result.data
}

/** Parses a body. @throws Refusal with the status 400 if the body is not JSON. */
export function parseJsonBody(text: string): unknown {
  if (text === '') throw new Refusal(400, 'The body is missing: send a JSON object.')
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(400, 'The body is not valid JSON.')
  }
}

export function createInvalidInputError(issues: string): Refusal {
  return new Refusal(400, `Invalid input: ${issues}.`)
}

/** Calls a function. If it throws a TypeError or a RangeError, refuses the request with the message of the error. */
export function refuseInvalidCall<Result>(run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    throw toRefusal(error)
  }
}

export function toRefusal(error: unknown): unknown {
  const isWrongCall = error instanceof TypeError || error instanceof RangeError
  return isWrongCall ? createInvalidInputError(error.message) : error
}

type TextLimit = { readonly maxTextLength: number }

/**
 * The length that the address of a document may always have. A lower `maxTextLength` does not apply to addresses, because
 * browsers and mail programs support this length.
 */
const maxAddressLength = 2048

/** Fields whose values have a fixed length, or come from a fixed list, so that their length is not checked. */
const fixedFormatFields: ReadonlySet<string> = new Set([
  'type',
  'countryCode',
  'nationality',
  'birthDate',
  'birth_date',
])

/** Describes the first value that is too long; undefined if there is none. */
export function describeTooLongText({ maxTextLength }: TextLimit, fields: JsonRecord): string | undefined {
  for (const name in fields) {
    const value = fields[name]
    const maxLength = name === 'document_url' ? Math.max(maxAddressLength, maxTextLength) : maxTextLength
    if (typeof value !== 'string' || fixedFormatFields.has(name)) continue
    if (isLongerThan(value, maxLength)) return `${name} must have at most ${maxLength} characters`
    if (isLongerThan(expandLigatures(value), maxLength))
      return `${name} must have at most ${maxLength} characters, ligatures spelled out`
  }
  return undefined
}

/** Expands ligatures, as in the comparison of names. One character can become up to 18 characters. */
function expandLigatures(text: string): string {
  return /[^ -~]/.test(text) ? text.normalize('NFKC') : text
}

/** Whether a string has more code points than allowed. Each code point has one or two UTF-16 code units. */
function isLongerThan(text: string, maxLength: number): boolean {
  if (text.length <= maxLength) return false
  return text.length > 2 * maxLength || Array.from(text).length > maxLength
}

/** @throws Refusal with the status 400, naming the value that is too long. */
export function assertTextLengths(limit: TextLimit, fields: JsonRecord): void {
  const reason = describeTooLongText(limit, fields)
  if (reason !== undefined) throw createInvalidInputError(reason)
}
