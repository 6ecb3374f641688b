import type * as z from 'zod/mini'
import { describeIssues, formatIssues } from '../../src/contract/issues.ts'
import { parseJson } from './parse-json.ts'
import { Refusal } from './reply.ts'
import type { Sliced } from './turns.ts'

/** Parses a JSON body and checks it; a Refusal names each field that is wrong and what is allowed there. */
export function readBody<Schema extends z.ZodMiniType>(schema: Schema, text: string): z.output<Schema> {
  return checkBody(schema, parse(text))
}

export function checkBody<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value)
  if (!result.success)
    throw new Refusal(400, sentence(formatIssues(describeIssues(result.error, value), 'the body')))
  return result.data
}

function parse(text: string): unknown {
  requireBody(text)
  try {
    return JSON.parse(text)
  } catch {
    throw notJson()
  }
}

/** The value of a long body. @throws Refusal of 400 where it is not JSON. */
export function* parseBody(text: string): Sliced<unknown> {
  requireBody(text)
  try {
    return yield* parseJson(text)
  } catch {
    throw notJson()
  }
}

function requireBody(text: string): void {
  if (text === '') throw new Refusal(400, 'The body is missing: send a JSON object.')
}

function notJson(): Refusal {
  return new Refusal(400, 'The body is not valid JSON.')
}

/** Names of fields keep their spelling; everything else begins with a capital and ends with a full stop. */
export function sentence(issues: string): string {
  return `Invalid input: ${issues}.`
}
