import { sleep } from '../pacing/sleep.ts'
import { type Begun, type Failure, failedCall, makeAttempt, type Outgoing, type Sending } from './attempt.ts'
import { readText } from './body.ts'
import type { Context } from './call.ts'
import { endedByHook, headOf, timedOut, toError, unreadable } from './create-error.ts'
import { ApiError } from './errors/ApiError.ts'
import { ConnectionError } from './errors/ConnectionError.ts'
import { NotFoundError } from './errors/NotFoundError.ts'
import { TimeoutError } from './errors/TimeoutError.ts'
import { mergeHeaders, resolvePath } from './options/resolve.ts'

/** A response that has been read: the first, or that of a retry. */
interface WholeBody {
  readonly response: Response
  readonly text: string
}

/**
 * Sends until a success begins, and reads its body on demand. Attempts, waits and time limits are decided here alone, for heads
 * and bodies: a repeatable request is sent again if its body breaks off.
 */
export async function send(context: Context, outgoing: Outgoing) {
  const { settings, redact, progress } = context
  const { name, operation, body, options } = outgoing
  const { signal, timeout = settings.timeout, maxRetries = settings.maxRetries } = options
  const { maximumDelay = 8000, maximumRetryAfter = 60_000 } = options.retry ?? settings.retry ?? {}
  const deadline = performance.now() + (settings.totalTimeout || Number.POSITIVE_INFINITY)
  const { baseUrl } = settings
  const base = baseUrl.startsWith('/') ? resolvePath(name, baseUrl) : baseUrl
  const urls = outgoing.paths.map(path => base + path)
  const headers = {
    ...(options.headers ? mergeHeaders(settings.headers, options.headers) : settings.headers),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(settings.apiKey !== null && { authorization: `Bearer ${settings.apiKey}` }),
  }
  let sending: Sending = { ...context, ...outgoing, url: urls.shift() ?? '', headers }
  let retries = 0
  const first = await begin()
  return { response: first.response, read: () => readWhole(first) }

  /** Repeats until a success begins. Where a path is not shown, the alternative follows a 404. */
  async function begin(): Promise<Begun> {
    for (;;) {
      const tried = await makeAttempt(sending, left)
      if (!('error' in tried)) return tried
      const url = NotFoundError.is(tried.error) ? urls.shift() : undefined
      if (url === undefined) await beforeNext(tried)
      else sending = { ...sending, url }
    }
  }

  function left(spent: number): number | false {
    const limit = Math.min((timeout || Number.POSITIVE_INFINITY) - spent, deadline - performance.now())
    return Number.isFinite(limit) && Math.max(0, limit)
  }

  /** Waits for the next attempt; throws where there is none. */
  async function beforeNext({ error, isTemporary }: Failure): Promise<void> {
    // What is not repeatable is sent again only if nothing was done.
    const mayRepeat = isTemporary && (operation.repeatable || progress.outcome === 'not_done')
    if (!mayRepeat || retries >= maxRetries) throw error
    const asked = ApiError.is(error) ? error.retryAfter : null
    const jitter = Math.random() * Math.min(maximumDelay, 300 * 2 ** retries)
    const delay = asked === null ? jitter : Math.min(asked, maximumRetryAfter)
    // A timer may end two milliseconds early, and nothing is left to try in those.
    const rest = Math.max(0, deadline - performance.now() - 2)
    await sleep(Math.min(delay, rest), signal)
    progress.failure = error
    const failed = failedCall(sending)
    if (signal?.aborted) throw toError(null, failed)
    if (delay >= rest) throw TimeoutError.is(error) ? error : timedOut(failed, failed.status)
    retries += 1
    const { call, status, attempts } = progress
    const seen = { operation: name, call, attempt: attempts + 1, method: operation.method, status }
    try {
      await settings.hooks?.beforeRetry?.({ ...seen, url: redact.text(sending.url) })
    } catch (thrown) {
      throw endedByHook(failed, 'beforeRetry', thrown)
    }
  }

  async function readWhole({ response, duration }: Begun): Promise<WholeBody> {
    const failed = () => failedCall(sending, response)
    try {
      const text = await readText(response, settings.maxResponseBytes, {
        timeout: () => left(duration),
        signal,
        late: () => timedOut(failed(), response.status),
        toError: error => toError(error, failed()),
        refuse: message => unreadable(name, headOf(response, redact), null, [{ path: [], message }]),
      })
      return { response, text }
    } catch (error) {
      await beforeNext({ error, isTemporary: ConnectionError.is(error) || TimeoutError.is(error) })
      return readWhole(await begin())
    }
  }
}
