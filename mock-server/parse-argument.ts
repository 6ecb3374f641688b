import type * as z from 'zod/mini'
import { describeIssues, formatIssues, type Issue, namingFields } from '../src/contract/issues.ts'
import { didYouMean } from '../src/shared/text/did-you-mean.ts'

interface ArgumentContext {
  /** The function that received the argument. */
  readonly caller?: string
  readonly root: string
  readonly path?: Issue['path']
  readonly maxIssues?: number
}

/**
 * Parses an argument of one of the server's functions.
 *
 * @throws TypeError naming the function, and each field that is wrong. `maxIssues` keeps the message about a large value short; `path`
 * leads from the root to the value.
 */
export function parseArgument<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  { caller: called, root, path: parentPath = [], maxIssues: most }: ArgumentContext,
): z.output<Schema> {
  const result = schema.safeParse(value, namingFields)
  if (result.success) return result.data
  const issues = describeIssues(result.error, value, suggestField)
    .slice(0, most)
    .map(issue => ({ ...issue, path: [...parentPath, ...issue.path] }))
  const sentence = formatIssues(issues, root)
  throw new TypeError(called === undefined ? sentence : `${called}: ${sentence}`)
}

/** Suggests the field with the most similar name, or else lists all fields. */
export function suggestField(key: string, names: Iterable<string>): string {
  const list = [...names].join(', ')
  return didYouMean(key, names) || (list === '' ? '' : `: there are ${list}`)
}

/** @throws TypeError if the value is not a server, for instance because the arguments are swapped. */
export function assertServer(server: unknown, caller: string): void {
  if (typeof server !== 'object' || server === null || !('dispatch' in server))
    throw new TypeError(`${caller}: the server must be one that createMockServer returned`)
}

/** @throws TypeError if the value is not an object. */
export function assertOptionsObject(options: unknown, caller: string): void {
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`${caller}: the options must be an object`)
}
