import { EntityScreeningError } from './errors/EntityScreeningError.ts'

/** The call stack of a method of the client. The runtime formats `stack` when it is read. */
export interface Caller {
  readonly stack?: unknown
}

/**
 * Captures the stack while the caller is still on it. Empty in runtimes without `captureStackTrace`.
 *
 * @param callee - The function that the public method has called.
 */
// biome-ignore lint/complexity/noBannedTypes: captureStackTrace takes any function.
export function captureCaller(callee: Function): Caller {
  const caller: Caller = {}
  Error.captureStackTrace?.(caller, callee)
  return caller
}

/** Matches a stack, and its frames after the first, which is the public method. */
const callerFrames = /^[^\n]*\n[^\n]*(\n {4}at .*)/s

/** Makes the stack of an error begin where the method was called, instead of inside the package. */
export function nameCaller(error: unknown, caller: Caller | null): void {
  if (caller === null || !EntityScreeningError.is(error)) return
  const [, frames] = callerFrames.exec(String(caller.stack)) ?? []
  if (frames !== undefined) error.stack = `${error.name}: ${error.message}${frames}`
}

/** Runs a public method that makes several calls. Its error names the caller. */
export async function withCaller<Result>(run: () => Promise<Result>): Promise<Result> {
  const caller = captureCaller(withCaller)
  try {
    return await run()
  } catch (error) {
    nameCaller(error, caller)
    throw error
  }
}
