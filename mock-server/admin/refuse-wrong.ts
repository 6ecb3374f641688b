import { invalidInput } from '../message/body.ts'

/** Turns the TypeError or RangeError of a call into a refusal of the request. */
export function refuseWrong<Result>(run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    throw asRefusal(error)
  }
}

export function asRefusal(error: unknown): unknown {
  const isWrongCall = error instanceof TypeError || error instanceof RangeError
  return isWrongCall ? invalidInput(error.message) : error
}
