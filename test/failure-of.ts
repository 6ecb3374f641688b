import { expect } from 'vitest'

/** What a call that must fail fails with. */
export async function failureOf(call: PromiseLike<unknown>): Promise<unknown> {
  return call.then(
    () => expect.unreachable('the call should have failed'),
    (reason: unknown) => reason,
  )
}
