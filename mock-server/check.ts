import type * as z from 'zod/mini'
import { describeIssues, formatIssues, type Issue, namingFields } from '../src/contract/issues.ts'
import { didYouMean } from '../src/shared/text/did-you-mean.ts'

interface Called {
  readonly called?: string
  readonly root: string
  readonly at?: Issue['path']
  readonly most?: number
}

/**
 * Takes a value that a caller of the server's own functions gave.
 *
 * @throws TypeError naming what was called, and each field that is wrong; `most` keeps a sentence about a large value short, and `at` is
 * where the value stands in the root.
 */
export function check<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  { called, root, at = [], most }: Called,
): z.output<Schema> {
  const result = schema.safeParse(value, namingFields)
  if (result.success) return result.data
  const issues = describeIssues(result.error, value, nameFields)
    .slice(0, most)
    .map(issue => ({ ...issue, path: [...at, ...issue.path] }))
  const sentence = formatIssues(issues, root)
  throw new TypeError(called === undefined ? sentence : `${called}: ${sentence}`)
}

/** The field that was meant, or else all that there are. */
export function nameFields(key: string, known: Iterable<string>): string {
  const fields = [...known].join(', ')
  return didYouMean(key, known) || (fields === '' ? '' : `: there are ${fields}`)
}

/** @throws TypeError where it is no server, as where the options came first. */
export function checkServer(server: unknown, called: string): void {
  if (typeof server !== 'object' || server === null || !('dispatch' in server))
    throw new TypeError(`${called}: the server must be one that createMockServer returned`)
}

/** @throws TypeError where there are no options in it, as in null. */
export function checkOptionsObject(options: unknown, called: string): void {
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`${called}: the options must be an object`)
}
