import type { OperationName } from '../contract/operations.ts'
import type { Entity } from '../model/entity.ts'
import { type ApiPromise, ClientCall } from './api-promise.ts'
import { type Context, runHook } from './context.ts'
import type { Content } from './decode-response.ts'
import { EntityScreeningError } from './errors/EntityScreeningError.ts'
import type { RequestOptions } from './options/options.ts'
import type { Settings } from './options/resolve.ts'
import { createRedaction, type Redaction } from './redact.ts'
import { contents, type Fill, readRequestOptions, start, startStream } from './run-operation.ts'

/** Calls operations by their names. */
export type Transport = ReturnType<typeof createTransport>

/** How many calls there have been in this process. */
let calls = 0

/** The one way out. The settings, and the key among them, live in its closure and nowhere else. */
export function createTransport(settings: Settings) {
  const redact = createRedaction(settings.apiKey)
  const write = createLog(settings, redact)
  return Object.assign(call, { stream })

  function call<Name extends OperationName, Data>(
    operation: Name,
    fill: Fill<Name, Content<Data>>,
    options?: RequestOptions,
  ): ApiPromise<Data> {
    const { context, end } = begin(operation)
    const pending = start(context, readRequestOptions(operation, options), () => fill(contents[operation]))
    return new ClientCall(pending, end)
  }

  /** Hands out the entities of the list while they arrive. Each iteration is a request of its own. */
  function stream(operation: 'listEntities', options?: RequestOptions): AsyncIterable<Entity> {
    const createOptions = readRequestOptions(operation, options)
    return {
      async *[Symbol.asyncIterator]() {
        const { context, end } = begin(operation)
        let failure: unknown = null
        try {
          yield* startStream(context, createOptions)
        } catch (error) {
          failure = error
          throw error
        } finally {
          await end(failure)
        }
      },
    }
  }

  /** A call, and a function that runs `afterCall` once, at its end. */
  function begin(operation: OperationName) {
    calls += 1
    const started = performance.now()
    const deadline = started + (settings.totalTimeout || Number.POSITIVE_INFINITY)
    const progress: Context['progress'] = { call: calls, attempts: 0, outcome: 'not_done', status: null }
    const context: Context = { operation, options: {}, settings, redact, deadline, write, progress }
    let hookRun: Promise<void> | undefined
    const end = (error: unknown) => {
      const { call, attempts } = progress
      const { outcome } = EntityScreeningError.is(error) ? error : progress
      const duration = performance.now() - started
      const ended = { operation, call, attempts, outcome, error, duration }
      hookRun ??= runHook(context, 'afterCall', settings.hooks?.afterCall, () => ended)
      return hookRun
    }
    return { context, end }
  }
}

const levels = ['off', 'error', 'warn', 'info', 'debug'] as const

function createLog({ logger = console, logLevel }: Settings, redact: Redaction): Context['write'] {
  const most = levels.indexOf(logLevel)
  return (level, line) => {
    if (levels.indexOf(level) > most) return
    try {
      const result: unknown = logger[level](redact.text(`entity-screening ${line()}`))
      // A logger that fails, now or later, is no reason for a call to fail.
      if (result instanceof Promise) result.catch(() => {})
    } catch {}
  }
}
