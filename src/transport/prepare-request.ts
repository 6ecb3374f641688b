import type * as z from 'zod/mini'
import { type Operation, type OperationName, operations } from '../contract/operations.ts'
import type { QuirkLog } from '../reading/log.ts'
import type { Outgoing } from './attempt.ts'
import { check, readInput } from './check.ts'
import { invalidInput } from './create-error.ts'
import type { Codec } from './decode-response.ts'
import { withCountryNames } from './on-demand.ts'
import { findOptionIssues, requestRules } from './options/checks.ts'
import { noOptions, type RequestOptions } from './options/options.ts'

export { createQuirkLog } from '../reading/log.ts'
export { decodeResponse } from './decode-response.ts'

/** What one call sends, and how its response is read. */
export interface Content<Data> extends Codec<Data> {
  /** What stands for `{id}` in the path. */
  readonly id?: string
  /** What the caller gives, and the schema that it must fit. */
  readonly input?: readonly [schema: z.ZodMiniType, value: unknown] | undefined
  /** Makes the body of an input that has been checked. */
  readonly encode?: (log: QuirkLog) => unknown
}

/** Checks what a caller gives, and makes a request of it; the names of countries are loaded where one is given. */
export async function prepare(
  name: OperationName,
  { id, input, encode }: Content<unknown>,
  options: RequestOptions,
  log: QuirkLog,
): Promise<Outgoing> {
  const operation: Operation = operations[name]
  const { path, otherPaths = [] } = operation
  return withCountryNames(name, 'not_done', () =>
    readInput(name, () => {
      const issues = options === noOptions ? [] : findOptionIssues(requestRules, options)
      if (issues.length > 0) throw invalidInput(name, issues)
      if (input !== undefined) check(name, ...input)
      const body = encode && JSON.stringify(encode(log))
      const paths = [path, ...otherPaths].map(template => fillPath(name, template, id))
      return { name, operation, paths, body, options: { ...options } }
    }),
  )
}

/** Fills `{id}` in, encoded so that no identifier can lead to another path. */
function fillPath(operation: OperationName, template: string, id: string | undefined): string {
  return template.replace('{id}', () => {
    const wrong = judgeId(id)
    if (wrong !== null) throw invalidInput(operation, [{ path: ['id'], message: wrong }])
    return encodeURIComponent(String(id))
  })
}

function judgeId(id: unknown): string | null {
  if (typeof id !== 'string' || id === '')
    return 'must be an entity or its identifier, a string that is not empty'
  if (id === '.' || id === '..') return 'must not be "." or "..", which a path resolves away'
  return id.isWellFormed() ? null : 'must be well-formed Unicode (it has a lone surrogate)'
}
