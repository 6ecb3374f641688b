import type * as z from 'zod/mini'
import { describeIssues, type Issue, isAboutNoField, namingFields, valueAt } from '../contract/issues.ts'
import { bulkRowInput } from '../model/bulk.ts'
import { organizationQueryInput, personQueryInput } from '../model/search.ts'
import { invalidInput } from './create-error.ts'
import { EntityScreeningError } from './errors/EntityScreeningError.ts'

/** Everything that is wrong with an input: each field, and what is allowed there. */
export function findIssues(schema: z.ZodMiniType, input: unknown): Issue[] {
  const result = schema.safeParse(input, namingFields)
  // A field that holds undefined is a field that is left out.
  const isLeftOut = (issue: Issue) => isAboutNoField(issue) && valueAt(input, issue.path) === undefined
  return result.success ? [] : describeIssues(result.error, input).filter(issue => !isLeftOut(issue))
}

export function refuseIssues(operation: string, issues: readonly Issue[]): void {
  if (issues.length > 0) throw invalidInput(operation, issues)
}

export function check<Input>(operation: string, schema: z.ZodMiniType, input: Input): Input {
  const issues = findIssues(schema, input)
  refuseIssues(operation, issues.some(isAboutNoField) ? nameSibling(operation, issues, input) : issues)
  return input
}

/** For an operation, a method whose input is easily confused with its own. */
const siblings: Readonly<Record<string, { readonly method: string; readonly schema: z.ZodMiniType }>> = {
  createEntity: { method: 'createBulk', schema: bulkRowInput },
  searchOrganizations: { method: 'search.persons', schema: personQueryInput },
  searchPersons: { method: 'search.organizations', schema: organizationQueryInput },
}

/** Names the sibling method in the issue of each unknown field that its input has. */
function nameSibling(operation: string, issues: readonly Issue[], input: unknown): readonly Issue[] {
  const sibling = Object.hasOwn(siblings, operation) ? siblings[operation] : undefined
  if (sibling === undefined) return issues
  const unknownFields = findIssues(sibling.schema, input).filter(isAboutNoField)
  const isUnknown = ({ path }: Issue) => unknownFields.some(other => other.path.join() === path.join())
  return issues.map(issue =>
    isAboutNoField(issue) && !isUnknown(issue)
      ? { ...issue, message: `${issue.message}: ${sibling.method} has it` }
      : issue,
  )
}

/** Looks at what a caller gave, which may be anything: a proxy, or an object with a getter that throws. */
export function readInput<Result>(operation: string, look: () => Result): Result {
  try {
    return look()
  } catch (error) {
    if (EntityScreeningError.is(error)) throw error
    throw invalidInput(operation, [{ path: [], message: 'must be data that can be read' }])
  }
}
