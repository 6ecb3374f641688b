import type * as z from 'zod/mini'
import { type Operation, type OperationName, operations } from '../contract/operations.ts'
import type { QuirkLog } from '../reading/log.ts'
import { check, readInput } from './check.ts'
import { withCountryNames } from './on-demand.ts'
import { noOptions, type RequestOptions } from './options/options.ts'
import { requestOptions } from './options/schemas.ts'
import { fillPath } from './path.ts'
import type { Outgoing } from './send.ts'

export { createQuirkLog } from '../reading/log.ts'
export { readAnswer } from './read.ts'

/** What one call sends, and how its response is read. */
export interface Content<Data> {
  /** What stands for `{id}` in the path. */
  readonly id?: string
  /** What the caller gives, and the schema that it must fit. */
  readonly input?: readonly [schema: z.ZodMiniType, value: unknown] | undefined
  /** Makes the body of an input that has been checked. */
  readonly encode?: (log: QuirkLog) => unknown
  readonly decode: (body: unknown, log: QuirkLog) => Data
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
      if (options !== noOptions) check(name, requestOptions, options)
      if (input !== undefined) check(name, ...input)
      const body = encode?.(log)
      const paths = [path, ...otherPaths].map(template => fillPath(name, template, id))
      return { name, operation, paths, body, options: { ...options } }
    }),
  )
}
