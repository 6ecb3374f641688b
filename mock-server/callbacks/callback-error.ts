import { Refusal } from '../../src/contract/refusal.ts'
import { messageOf } from '../../src/shared/errors.ts'

/** A function that a caller passed to the server has failed. The response is a 500 that names the function. */
export class CallbackError extends Refusal {
  constructor(name: string, error: unknown) {
    super(500, `${name}: ${messageOf(error)}`)
  }
}
