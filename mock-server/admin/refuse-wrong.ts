import { invalidInput } from '../message/body.ts'

/** What is wrong with a call of the server's own functions is wrong with the request. */
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
