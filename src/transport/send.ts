import ky from 'ky'
import type { Operation, OperationName } from '../contract/operations.ts'
import { type Attempts, createAttempts } from './attempts/attempts.ts'
import { retryPolicy } from './attempts/policy.ts'
import { readText } from './body.ts'
import { NotFoundError } from './errors/NotFoundError.ts'
import { toError } from './failure.ts'
import { timedOut, unreadable } from './make-error.ts'
import { mergeHeaders } from './options/merge.ts'
import type { RequestOptions, Settings } from './options/options.ts'
import type { Context } from './transport.ts'

/** What came back under a 2xx. */
export interface Exchanged {
  /** Its head; the body is unread. */
  readonly response: Response
  /** Reads it to its end. A repeatable request is sent again if the body breaks off. */
  readonly read: () => Promise<WholeBody>
}

/** A response that has been read: the first, or that of a retry. */
export interface WholeBody {
  readonly response: Response
  readonly text: string
}

/** A request that has been checked. */
export interface Outgoing {
  readonly name: OperationName
  readonly operation: Operation
  /** Where it goes; further paths are for an operation whose path is not shown. */
  readonly paths: readonly string[]
  readonly body: unknown
  readonly options: RequestOptions
}

/** Sends, and throws this package's own errors; where a path is not shown, the alternative follows a 404. */
export async function send(context: Context, outgoing: Outgoing): Promise<Exchanged> {
  const [path = '', otherPath] = outgoing.paths
  const sent = sendTo(context, outgoing, path)
  if (otherPath === undefined) return sent
  return sent.catch(error => {
    if (!NotFoundError.is(error)) throw error
    return sendTo(context, outgoing, otherPath)
  })
}

async function sendTo(
  context: Context,
  { name, operation, body, options }: Outgoing,
  path: string,
): Promise<Exchanged> {
  const { settings, redact } = context
  const { signal, timeout = settings.timeout } = options
  const attempts = createAttempts(name, context, signal)
  const started = performance.now()
  const left = () => (settings.totalTimeout || Number.POSITIVE_INFINITY) - (performance.now() - started)
  const failed = () => ({
    operation: name,
    outcome: attempts.outcome(),
    repeatable: operation.repeatable,
  })
  const toThrow = (error: unknown) =>
    toError(error, { ...failed(), redact, signal, status: attempts.begun() })
  try {
    const response = await ask(attempts.fetch)
    return { response, read: () => readWhole(response).catch(askAgain) }
  } catch (error) {
    throw toThrow(error)
  }

  function ask(fetch: Attempts['fetch']): Promise<Response> {
    return ky(settings.baseUrl + path, {
      method: operation.method,
      headers: requestHeaders(settings, options, body !== undefined),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      timeout,
      // ky copies all of its options once for each of them, so unset options are left out.
      ...(signal && { signal }),
      ...(settings.totalTimeout && { totalTimeout: left() }),
      retry: retryPolicy(operation, options.retry ?? settings.retry, attempts.count),
      redirect: 'manual',
      fetch,
      // Error bodies are wanted as text, to strike the key out before they are parsed.
      parseJson: (text, { response }) => (response.ok ? JSON.parse(text) : text),
    })
  }

  async function readWhole(response: Response): Promise<WholeBody> {
    const { status } = response
    const end = performance.now() + Math.min(timeout || Number.POSITIVE_INFINITY, left())
    const text = await readText(response, settings.maxResponseBytes, {
      timeout: () => Number.isFinite(end) && Math.max(0, end - performance.now()),
      signal,
      late: () => timedOut(failed(), status),
      toError: toThrow,
      refuse: message => unreadable(name, status, null, [{ path: [], message }]),
    })
    return { response, text }
  }

  /** Lets ky repeat what has failed already: it knows whether, when and how often. */
  async function askAgain(failure: unknown): Promise<WholeBody> {
    const read: { whole?: WholeBody } = {}
    let isFirst = true
    try {
      await ask(async request => {
        if (isFirst) {
          isFirst = false
          throw failure
        }
        const response = await attempts.fetch(request)
        if (response.ok) read.whole = await readWhole(response)
        return response
      })
    } catch (error) {
      throw toThrow(error)
    }
    if (read.whole === undefined) throw failure
    return read.whole
  }
}

/** A plain object, which ky copies faster than `Headers`. */
function requestHeaders(settings: Settings, options: RequestOptions, hasBody: boolean) {
  return {
    accept: 'application/json',
    ...mergeHeaders(settings.headers, options.headers),
    ...(hasBody && { 'content-type': 'application/json' }),
    ...(settings.apiKey !== null && { authorization: `Bearer ${settings.apiKey}` }),
  }
}
