import { describeFailure } from './failure.ts'

/** An error as JSON: what a report holds of it. */
export interface DescribedError {
  readonly name: string
  readonly message: string
}

export function describeError(error: Error | null): DescribedError | null {
  return error === null ? null : { name: error.name, message: describeFailure(error) }
}
