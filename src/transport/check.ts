import type * as z from 'zod/mini'
import { describeIssues } from '../contract/issues.ts'
import { InputValidationError } from './errors/InputValidationError.ts'

/** Hands the input back if the schema takes it; an `InputValidationError` with every issue if not. */
export function check<Input>(operation: string, schema: z.ZodMiniType, input: Input): Input {
  const result = schema.safeParse(input)
  if (!result.success) throw new InputValidationError(operation, describeIssues(result.error, input))
  return input
}
