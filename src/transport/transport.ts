import ky from 'ky'
import { describeIssues, formatIssues, type Issue, UnreadableBody } from '../contract/issues.ts'
import { isRecord } from '../contract/json.ts'
import { type Operation, type OperationName, operations } from '../contract/operations.ts'

import { createQuirkLog, type QuirkLog } from '../quirks/log.ts'
import { type Call, createCall, type WithResponse } from './call.ts'
import { check } from './check.ts'
import { NotFoundError } from './errors/NotFoundError.ts'
import { ResponseValidationError } from './errors/ResponseValidationError.ts'
import { apiError, parseBody, toError } from './failure.ts'
import type { Hooks } from './hooks.ts'
import { createLog, type Log } from './logging.ts'
import { type RequestOptions, requestOptions, type Settings } from './options.ts'
import { fillPath } from './path.ts'
import { createRedaction } from './redact.ts'
import { retryPolicy } from './retry.ts'

/** One call of an operation: how its body is made, and what is made of its answer. */
export interface CallSpecification<Data> {
  readonly operation: OperationName
  /** What stands for `{id}` in the path. */
  readonly id?: string | undefined
  readonly encode?: (log: QuirkLog) => unknown
  readonly decode: (body: unknown, log: QuirkLog) => Data
  readonly options: RequestOptions | undefined
}

export type Transport = <Data>(specification: CallSpecification<Data>) => Call<Data>

interface Answer {
  readonly response: Response
  readonly text: () => Promise<string>
  readonly log: QuirkLog
}

/** The one place that sends. The settings, and the key among them, live in its closure and nowhere else. */
export function createTransport(settings: Settings): Transport {
  const redact = createRedaction(settings.apiKey)
  const write = createLog(settings.logger, settings.logLevel, redact)

  return specification => {
    const { operation: name, decode, options = {} } = specification

    async function send(): Promise<Answer> {
      check(name, requestOptions, options)
      const operation: Operation = operations[name]
      const log = createQuirkLog(name)
      const body = specification.encode?.(log)
      const paths = [operation.path, ...(operation.otherPaths ?? [])].map(path =>
        fillPath(name, path, specification.id),
      )
      for (const [index, path] of paths.entries()) {
        try {
          return { ...(await sendTo(path, operation, body)), log }
        } catch (error) {
          const failure = toError(error, name, redact, options.signal)
          if (index === paths.length - 1 || !NotFoundError.is(failure)) throw failure
        }
      }
      throw new TypeError('unreachable: an operation has a path')
    }

    async function sendTo(path: string, operation: Operation, body: unknown): Promise<Omit<Answer, 'log'>> {
      const promise = ky(settings.baseUrl + path, {
        method: operation.method,
        headers: requestHeaders(settings, options, body !== undefined),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: options.signal ?? null,
        timeout: options.timeout ?? settings.timeout,
        totalTimeout: settings.totalTimeout ?? false,
        retry: retryPolicy(operation, options.retry ?? settings.retry),
        redirect: 'manual',
        fetch: createAttempts(name, settings, write),
        // Error bodies are wanted as text, to strike the key out before they are parsed.
        parseJson: (text, { response }) => (response.ok ? JSON.parse(text) : text),
      })
      return { response: await promise, text: () => promise.text() }
    }

    async function read({ response, text, log }: Answer): Promise<WithResponse<ReturnType<typeof decode>>> {
      const content = await text().catch(error => {
        throw toError(error, name, redact, options.signal)
      })
      const { body, isJson } = parseBody(content)
      if (isRecord(body) && body.success === false && typeof body.error === 'string') {
        const status = typeof body.statusCode === 'number' ? body.statusCode : response.status
        throw apiError(name, status, redact(content), response.headers)
      }
      const issues = isJson
        ? findDrift(body)
        : [{ path: [], message: `must be JSON (${describeContent(response, content)})` }]
      if (settings.validation === 'strict' && issues.length > 0) throw unreadable(issues)
      for (const { path } of issues) log.report('drift', path.slice(0, -1), path.at(-1))
      if (issues.length > 0)
        write('warn', `${name}: the answer differs from the specification: ${describeDrift(issues)}`)
      const data = decodeBody()
      const quirks = log.reports()
      if (settings.onQuirk) for (const report of quirks) settings.onQuirk(report)
      return { data, response, raw: body, quirks }

      function decodeBody() {
        try {
          return decode(body, log)
        } catch (error) {
          throw error instanceof UnreadableBody ? unreadable(isJson ? [error.issue] : issues) : error
        }
      }

      function unreadable(found: readonly Issue[]) {
        return new ResponseValidationError(name, response.status, parseBody(redact(content)).body, found)
      }
    }

    function findDrift(body: unknown): Issue[] {
      if (settings.validation === 'off') return []
      const result = operations[name].response.safeParse(body)
      return result.success ? [] : describeIssues(result.error, body)
    }

    return createCall(send(), read)
  }
}

function requestHeaders(settings: Settings, options: RequestOptions, hasBody: boolean): Headers {
  const headers = new Headers({ accept: 'application/json', ...settings.headers, ...options.headers })
  if (hasBody) headers.set('content-type', 'application/json')
  if (settings.apiKey !== null) headers.set('authorization', `Bearer ${settings.apiKey}`)
  return headers
}

/** A fetch that counts the tries of one call, and tells hooks and log of each. */
function createAttempts(operation: OperationName, settings: Settings, write: Log) {
  const hooks: Hooks = settings.hooks ?? {}
  let attempt = 0
  let status: number | null = null
  return async (input: string | URL | Request): Promise<Response> => {
    const request = input instanceof Request ? input : new Request(input)
    const { method, url, signal } = request
    // A fetch of the caller's own may not look at the signal.
    signal.throwIfAborted()
    attempt += 1
    if (attempt > 1) await hooks.beforeRetry?.({ operation, attempt, status })
    if (hooks.beforeRequest)
      await changeHeaders(request, headers =>
        hooks.beforeRequest?.({ operation, method, url, attempt, headers }),
      )
    write('debug', `${operation} ${method} ${url} (try ${attempt})`)
    const started = performance.now()
    status = null
    const response = await untilAborted((settings.fetch ?? globalThis.fetch)(request), signal)
    status = response.status
    const duration = performance.now() - started
    write('info', `${operation} ${method} ${url} → ${status} (${Math.round(duration)} ms)`)
    await hooks.afterResponse?.({
      operation,
      method,
      url,
      attempt,
      status,
      headers: response.headers,
      duration,
    })
    return response
  }
}

/** Lets a hook change the headers, of which the key is none. */
async function changeHeaders(
  request: Request,
  change: (headers: Headers) => void | Promise<void>,
): Promise<void> {
  const headers = new Headers(request.headers)
  headers.delete('authorization')
  await change(headers)
  for (const name of [...request.headers.keys()]) {
    if (name !== 'authorization' && !headers.has(name)) request.headers.delete(name)
  }
  for (const [name, value] of headers) if (name !== 'authorization') request.headers.set(name, value)
}

function untilAborted(response: Promise<Response>, signal: AbortSignal): Promise<Response> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([response, aborted])
}

function describeContent(response: Response, content: string): string {
  return content === '' ? 'it is empty' : (response.headers.get('content-type') ?? 'no content type')
}

function describeDrift(issues: readonly Issue[]): string {
  const more = issues.length > 3 ? ` and ${issues.length - 3} more` : ''
  return formatIssues(issues.slice(0, 3), 'the body') + more
}
