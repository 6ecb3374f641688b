import type * as z from 'zod/mini'
import { describeIssues, formatIssues, namingFields } from '../../src/contract/issues.ts'
import { nameFields } from '../check.ts'
import { Refusal } from './reply.ts'

/** Parses a JSON body and checks it; a Refusal names each field that is wrong and what is allowed there. */
export function readBody<Schema extends z.ZodMiniType>(schema: Schema, text: string): z.output<Schema> {
  return checkBody(schema, parseBody(text))
}

/** Checks the parameters of a query as a body is checked. */
export function readQuery<Schema extends z.ZodMiniType>(
  schema: Schema,
  query: URLSearchParams,
): z.output<Schema> {
  return checkBody(schema, Object.fromEntries(query), 'the query')
}

export function checkBody<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  root = 'the body',
): z.output<Schema> {
  const result = schema.safeParse(value, namingFields)
  if (!result.success) throw invalidInput(formatIssues(describeIssues(result.error, value, nameFields), root))
  return result.data
}

/** @throws Refusal of 400 where it is not JSON. */
export function parseBody(text: string): unknown {
  if (text === '') throw new Refusal(400, 'The body is missing: send a JSON object.')
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(400, 'The body is not valid JSON.')
  }
}

export function invalidInput(issues: string): Refusal {
  return new Refusal(400, `Invalid input: ${issues}.`)
}

/** Turns the TypeError or RangeError of a call into a refusal of the request. */
export function refuseWrong<Result>(run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    throw asRefusal(error)
  }
}

export function asRefusal(error: unknown): unknown {
  const isWrongCall = error instanceof TypeError || error instanceof RangeError
  return isWrongCall ? invalidInput(error.message) : error
}

type Lengths = { readonly maximumTextLength: number }
type Fields = Readonly<Record<string, unknown>>

/** Addresses may always be this long: browsers and mail programs pass them on. */
const longestAddress = 2048

/** Fields whose values are of one length, or chosen from a list. */
const formed: ReadonlySet<string> = new Set(['type', 'countryCode', 'nationality', 'birthDate', 'birth_date'])

/** The reason to refuse a text that is too long; undefined if none is. */
export function findLongText({ maximumTextLength }: Lengths, fields: Fields): string | undefined {
  for (const name in fields) {
    const value = fields[name]
    const most = name === 'document_url' ? Math.max(longestAddress, maximumTextLength) : maximumTextLength
    if (typeof value !== 'string' || formed.has(name)) continue
    if (isLonger(value, most)) return `${name} must have at most ${most} characters`
    if (isLonger(spellOut(value), most))
      return `${name} must have at most ${most} characters, ligatures spelled out`
  }
  return undefined
}

/** Some characters stand for up to 18: names are compared by those. */
function spellOut(text: string): string {
  return /[^ -~]/.test(text) ? text.normalize('NFKC') : text
}

/** Counts code points, of which each has one or two units. */
function isLonger(text: string, most: number): boolean {
  if (text.length <= most) return false
  return text.length > 2 * most || Array.from(text).length > most
}

/** @throws Refusal of 400 naming the text that is too long. */
export function refuseLongText(lengths: Lengths, fields: Fields): void {
  const reason = findLongText(lengths, fields)
  if (reason !== undefined) throw invalidInput(reason)
}
