import ky from 'ky'
import { type Operation, type OperationName, operations } from '../contract/operations.ts'
import { createAttempts } from './attempts.ts'
import { check } from './check.ts'
import { NotFoundError } from './errors/NotFoundError.ts'
import { toError } from './failure.ts'
import { mergeHeaders } from './merge-options.ts'
import { requestOptions } from './option-checks.ts'
import { noOptions, type RequestOptions, type Settings } from './options.ts'
import { fillPath } from './path.ts'
import { retryPolicy } from './retry.ts'
import type { Context } from './transport.ts'

/** What came back under a 2xx: the response, and its text within the time limits of the call. */
export interface Answer {
  readonly response: Response
  readonly text: () => Promise<string>
}

/** A request as an operation wants it. */
export interface Outgoing {
  readonly operation: OperationName
  /** What stands for `{id}` in the path. */
  readonly id: string | undefined
  readonly body: unknown
  readonly options: RequestOptions
}

/** Sends, and throws this package's own errors; where a path is not shown, its alternatives are tried after a 404. */
export async function send(context: Context, outgoing: Outgoing): Promise<Answer> {
  const { operation: name, options, id } = outgoing
  if (options !== noOptions) check(name, requestOptions, options)
  const { path, otherPaths = [] }: Operation = operations[name]
  const [otherPath] = otherPaths
  const answer = sendTo(context, outgoing, fillPath(name, path, id))
  if (otherPath === undefined) return answer
  return answer.catch(error => {
    if (!NotFoundError.is(error)) throw error
    return sendTo(context, outgoing, fillPath(name, otherPath, id))
  })
}

async function sendTo(context: Context, outgoing: Outgoing, path: string): Promise<Answer> {
  const { settings, redact } = context
  const { operation: name, body, options } = outgoing
  const operation: Operation = operations[name]
  const { signal } = options
  const attempts = createAttempts(name, context, signal)
  const promise = ky(settings.baseUrl + path, {
    method: operation.method,
    headers: requestHeaders(settings, options, body !== undefined),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    timeout: options.timeout ?? settings.timeout,
    // ky copies all of its options once for each of them, so those that nobody gave are left out.
    ...(signal && { signal }),
    ...(settings.totalTimeout && { totalTimeout: settings.totalTimeout }),
    retry: retryPolicy(operation, options.retry ?? settings.retry),
    redirect: 'manual',
    fetch: attempts.fetch,
    // Error bodies are wanted as text, to strike the key out before they are parsed.
    parseJson: (text, { response }) => (response.ok ? JSON.parse(text) : text),
  })
  const toThrow = (error: unknown, status?: number) => {
    const call = { operation: name, redact, signal, outcome: attempts.outcome() }
    return toError(error, status === undefined ? call : { ...call, status })
  }
  try {
    const response = await promise
    return {
      response,
      text: () => promise.text().catch(error => Promise.reject(toThrow(error, response.status))),
    }
  } catch (error) {
    throw toThrow(error)
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
