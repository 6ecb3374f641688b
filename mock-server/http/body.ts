import type * as z from 'zod/mini'
import { describeIssues, formatIssues } from '../../src/contract/issues.ts'
import { Refusal } from './reply.ts'

/** Parses a JSON body and checks it; a Refusal names each field that is wrong and what is allowed there. */
export function readBody<Schema extends z.ZodMiniType>(schema: Schema, text: string): z.output<Schema> {
  const value = parse(text)
  const result = schema.safeParse(value)
  if (!result.success)
    throw new Refusal(400, sentence(formatIssues(describeIssues(result.error, value), 'the body')))
  return result.data
}

function parse(text: string): unknown {
  if (text === '') throw new Refusal(400, 'The body is missing: send a JSON object.')
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(400, 'The body is not valid JSON.')
  }
}

/** Names of fields keep their spelling; everything else begins with a capital and ends with a full stop. */
export function sentence(issues: string): string {
  return `Invalid input: ${issues}.`
}
