import type * as z from 'zod/mini'
import {
  describeIssues,
  type Issue,
  isUnknownField,
  namingFields,
  notAField,
  valueAt,
} from '../contract/issues.ts'
import type { SiblingMethod } from '../operations/operation-spec.ts'
import { type Callee, createInputError } from './create-error.ts'

/** Validates an input. Returns an issue for each invalid field. */
export function findIssues(schema: z.ZodMiniType, input: unknown): Issue[] {
  const result = schema.safeParse(input, namingFields)
  // An unknown field whose value is undefined is ignored.
  const isLeftOut = (issue: Issue) => isUnknownField(issue) && valueAt(input, issue.path) === undefined
  return result.success ? [] : describeIssues(result.error, input).filter(issue => !isLeftOut(issue))
}

/** @throws InputValidationError if there are issues. */
export function refuseIssues(callee: Callee, issues: readonly Issue[]): void {
  if (issues.length > 0) throw createInputError(callee, issues)
}

/** Returns the input if it is valid. @throws InputValidationError naming each issue. */
export function assertInput<Input>(
  callee: Callee,
  schema: z.ZodMiniType,
  input: Input,
  sibling?: SiblingMethod,
): Input {
  const issues = findIssues(schema, input)
  if (issues.length > 0)
    throw createInputError(callee, sibling === undefined ? issues : nameSibling(sibling, issues, input))
  return input
}

/** If an unknown field or a list belongs to the input of the sibling method, adds that method's name to the issue. */
function nameSibling(
  { methodName, schema, takesList }: SiblingMethod,
  issues: readonly Issue[],
  input: unknown,
): readonly Issue[] {
  if (takesList && Array.isArray(input))
    return [{ path: [], message: `must not be a list: ${methodName} takes one` }]
  if (!issues.some(isUnknownField)) return issues
  const unknownFields = findIssues(schema, input).filter(isUnknownField)
  const isUnknown = ({ path }: Issue) => unknownFields.some(other => other.path.join() === path.join())
  return issues.map(issue =>
    isUnknownField(issue) && !isUnknown(issue)
      ? { ...issue, message: `${notAField}: ${methodName} has it` }
      : issue,
  )
}
