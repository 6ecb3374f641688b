import type { OperationName } from '../../src/contract/operations.ts'

/**
 * A response before it is sent: the parameter and the result of `transform`.
 *
 * @example
 * const addTrace = (response: ServiceResponse): ServiceResponse => ({
 *   ...response,
 *   headers: { ...response.headers, 'x-trace': 'none' },
 * })
 */
export interface ServiceResponse {
  /** The name of the operation in the specification; null if the path has no operation. */
  readonly operation: OperationName | null
  /** The HTTP status. */
  readonly status: number
  /** The headers, with lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /**
   * The body: the parsed value if it is JSON, otherwise a string. A parsed value consists of plain objects, arrays, strings,
   * finite numbers, booleans and null. In a returned body, undefined members are left out.
   */
  readonly body: unknown
}

/** The option `transform`. */
export type Transform = (response: ServiceResponse) => ServiceResponse
