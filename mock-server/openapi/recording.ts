import type { OperationName } from '../../src/contract/operations.ts'
import type { ErrorStatus } from './errors.ts'

/** A call that was made, under the name of its example. */
export interface RecordedCall {
  readonly name: string
  readonly summary: string
  readonly request?: unknown
  readonly response: unknown
}

/** What a mock server with the first seed answered. */
export interface Recording {
  /** The id that stands in paths. */
  readonly id: string
  readonly calls: Readonly<Record<OperationName, readonly RecordedCall[]>>
  /** A body for each status. */
  readonly errors: Readonly<Record<ErrorStatus, unknown>>
}
