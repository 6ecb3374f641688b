import type * as z from 'zod/mini'
import { describeIssues, formatIssues, type Issue, namingFields } from '../src/contract/issues.ts'
import { suggestField } from '../src/shared/text/did-you-mean.ts'

interface ArgumentContext {
  /** The function that received the argument. */
  readonly caller?: string
  /** The name of the argument in messages. */
  readonly root: string
  /** The path from the root to the value. */
  readonly path?: Issue['path']
  /** The maximum number of issues in the message. */
  readonly maxIssues?: number
}

/**
 * Parses an argument of one of the server's functions.
 *
 * @throws TypeError naming the function, and each field that is wrong.
 */
export function parseArgument<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  { caller, root, path: parentPath = [], maxIssues }: ArgumentContext,
): z.output<Schema> {
  const result = schema.safeParse(value, namingFields)
  if (result.success) return result.data
  const issues = describeIssues(result.error, value, suggestField)
    .slice(0, maxIssues)
    .map(issue => ({ ...issue, path: [...parentPath, ...issue.path] }))
  const sentence = formatIssues(issues, root)
  throw new TypeError(caller === undefined ? sentence : `${caller}: ${sentence}`)
}

/** @throws TypeError if the value is not a mock server, for example because the arguments are swapped. */
export function assertServer(server: unknown, caller: string): void {
  if (typeof server !== 'object' || server === null || !('dispatch' in server))
    throw new TypeError(`${caller}: the server must be one that createMockServer returned`)
}

/** @throws TypeError if the value is not an object. */
export function assertOptionsObject(options: unknown, caller: string): void {
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`${caller}: the options must be an object`)
}
