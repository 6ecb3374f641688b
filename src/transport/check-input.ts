import type * as z from 'zod/mini'
import { describeIssues, type Issue, isUnknownField, namingFields, valueAt } from '../contract/issues.ts'
import type { SiblingMethod } from '../operations/operation-spec.ts'
import { createInputError } from './create-error.ts'
import { EntityScreeningError } from './errors/EntityScreeningError.ts'

/** Everything that is wrong with an input: each field, and what is allowed there. */
export function findIssues(schema: z.ZodMiniType, input: unknown): Issue[] {
  const result = schema.safeParse(input, namingFields)
  // A field that holds undefined is a field that is left out.
  const isLeftOut = (issue: Issue) => isUnknownField(issue) && valueAt(input, issue.path) === undefined
  return result.success ? [] : describeIssues(result.error, input).filter(issue => !isLeftOut(issue))
}

export function refuseIssues(operation: string, issues: readonly Issue[]): void {
  if (issues.length > 0) throw createInputError(operation, issues)
}

export function assertInput<Input>(
  operation: string,
  schema: z.ZodMiniType,
  input: Input,
  sibling?: SiblingMethod,
): Input {
  const issues = findIssues(schema, input)
  refuseIssues(operation, sibling === undefined ? issues : nameSibling(sibling, issues, input))
  return input
}

/** Names the sibling method in the issue of each unknown field that its input has. */
function nameSibling(
  { method, schema }: SiblingMethod,
  issues: readonly Issue[],
  input: unknown,
): readonly Issue[] {
  if (!issues.some(isUnknownField)) return issues
  const unknownFields = findIssues(schema, input).filter(isUnknownField)
  const isUnknown = ({ path }: Issue) => unknownFields.some(other => other.path.join() === path.join())
  return issues.map(issue =>
    isUnknownField(issue) && !isUnknown(issue)
      ? { ...issue, message: `${issue.message}: ${method} has it` }
      : issue,
  )
}

/** Looks at what a caller gave, which may be anything: a proxy, or an object with a getter that throws. */
export function guardInput<Result>(operation: string, look: () => Result): Result {
  try {
    return look()
  } catch (error) {
    if (EntityScreeningError.is(error)) throw error
    throw createInputError(operation, [{ path: [], message: 'must be data that can be read' }])
  }
}
