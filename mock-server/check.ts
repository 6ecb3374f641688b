import type * as z from 'zod/mini'
import { describeIssues, formatIssues, namingFields } from '../src/contract/issues.ts'

/**
 * Takes a value that a caller of the server's own functions gave.
 *
 * @throws TypeError naming what was called, and each field that is wrong; `most` keeps a sentence about a large value short.
 */
export function check<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  { called, root, most }: { readonly called?: string; readonly root: string; readonly most?: number },
): z.output<Schema> {
  const result = schema.safeParse(value, namingFields)
  if (result.success) return result.data
  const issues = formatIssues(describeIssues(result.error, value).slice(0, most), root)
  throw new TypeError(called === undefined ? issues : `${called}: ${issues}`)
}
