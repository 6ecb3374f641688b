import { operations } from '../../../src/contract/operations.ts'
import type { makeAttempt } from '../../../src/transport/attempts/make-attempt.ts'
import { seeRequest } from './observations.ts'

/** Lets every attempt of a call be seen as it leaves the client. */
export function watch(
  attempt: ReturnType<typeof makeAttempt>,
  ...[{ context, url, body }]: Parameters<typeof makeAttempt>
) {
  const { operation, settings } = context
  // Parity reads a recorded response: no request leaves.
  if (settings.baseUrl === 'https://recorded.invalid') return attempt
  const base = new URL(settings.baseUrl, url).pathname.replace(/\/$/, '')
  const path = new URL(url).pathname.slice(base.length)
  // One that was given up before it left counts too: it would have been sent.
  seeRequest({ method: operations[operation].method, path, body: body ?? '' })
  return attempt
}
