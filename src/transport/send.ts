import { sleep } from '../pacing/sleep.ts'
import { type Attempt, makeAttempt, type ResponseHead } from './attempt.ts'
import type { Context } from './context.ts'
import { timedOut, toError } from './create-error.ts'
import { refusal } from './decode-response.ts'
import type { BodyText } from './decode-text.ts'
import { ApiError } from './errors/ApiError.ts'
import { ConnectionError } from './errors/ConnectionError.ts'
import { NotFoundError } from './errors/NotFoundError.ts'
import { TimeoutError } from './errors/TimeoutError.ts'
import { resolvePath } from './options/resolve.ts'
import { isPassing } from './outcome.ts'
import { failedCall, readText, tooLong } from './read-body.ts'
import { createHeaders } from './request-headers.ts'

/** A response that has been read. */
type Whole = BodyText & { readonly response: Response }

/**
 * Sends until a success begins, and reads its body on demand. Attempts, waits and time limits are decided here alone, for heads
 * and bodies: a repeatable request is sent again if its body breaks off.
 *
 * @param paths - Where it goes; further paths are for an operation whose path is not shown.
 */
export async function send(context: Context, paths: readonly string[], body: string | undefined) {
  const { operation, options, settings, deadline, progress } = context
  const { signal, timeout = settings.timeout, maxRetries = settings.maxRetries } = options
  const { maximumDelay = 8000, maximumRetryAfter = 60_000 } = options.retry ?? settings.retry ?? {}
  const { baseUrl, maxResponseBytes } = settings
  const limit = timeout || Number.POSITIVE_INFINITY
  const timeLeft = (spent: number) => Math.max(0, Math.min(limit - spent, deadline - performance.now()))
  const base = baseUrl.startsWith('/') ? resolvePath(operation, baseUrl) : baseUrl
  const [url = base, ...otherUrls] = paths.map(path => base + path)
  const headers = createHeaders(context, url, body)
  let attempt: Attempt = { url, headers, body, timeLeft }
  let retries = 0
  const first = await begin()
  return { response: first.response, read: () => readWhole(first) }

  /** Repeats until a success begins. Where a path is not shown, the alternative follows a 404. */
  async function begin(): Promise<ResponseHead> {
    for (;;) {
      if (signal?.aborted) throw toError(null, failedCall(context))
      try {
        return await makeAttempt(context, attempt)
      } catch (error) {
        const other = NotFoundError.is(error) ? otherUrls.shift() : undefined
        if (other === undefined) await waitForNext(error)
        else attempt = { ...attempt, url: other }
      }
    }
  }

  /** Waits for the next attempt; throws the error where there is none. */
  async function waitForNext(error: unknown): Promise<void> {
    // What is not repeatable is sent again only if nothing was done.
    const mayRepeat = context.contract.repeatable || progress.outcome === 'not_done'
    if (!mayRepeat || retries >= maxRetries || !isTemporary(error, progress.status)) throw error
    const asked = ApiError.is(error) ? error.retryAfter : null
    const jitter = Math.random() * Math.min(maximumDelay, 300 * 2 ** retries)
    const delay = asked === null ? jitter : Math.min(asked, maximumRetryAfter)
    // A timer may end two milliseconds early, and nothing is left to try in those.
    const rest = Math.max(0, deadline - performance.now() - 2)
    await sleep(Math.min(delay, rest), signal)
    progress.failure = error
    if (delay >= rest && !signal?.aborted)
      throw TimeoutError.is(error) ? error : timedOut(failedCall(context))
    retries += 1
  }

  async function readWhole({ response, duration }: ResponseHead): Promise<Whole> {
    try {
      const body = await readText(context, response, maxResponseBytes, timeLeft(duration))
      if (body !== null) return { response, ...body }
    } catch (error) {
      await waitForNext(error)
      return readWhole(await begin())
    }
    throw refusal(context, response, [{ path: [], message: tooLong(maxResponseBytes) }], null)
  }
}

/** Whether another attempt may succeed. A browser gives a redirect that is not followed the status 0. */
function isTemporary(error: unknown, status: number | null): boolean {
  if (ApiError.is(error)) return isPassing(error.status)
  return TimeoutError.is(error) || (ConnectionError.is(error) && status !== 0)
}
