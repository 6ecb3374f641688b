import type { OperationName } from '../contract/operations.ts'
import type { Entity } from '../model/entity.ts'
import { type ApiPromise, createApiPromise } from './api-promise.ts'
import { type Context, runHook } from './context.ts'
import { toError } from './create-error.ts'
import type { Content } from './decode-response.ts'
import { EntityScreeningError } from './errors/EntityScreeningError.ts'
import type { RequestOptions } from './options/options.ts'
import type { Settings } from './options/resolve.ts'
import { createRedaction, type Redaction } from './redact.ts'
import { contents, type Fill, start, startStream } from './run-operation.ts'

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
    const { context, end } = begin(operation, options)
    return createApiPromise(
      start(context, () => fill(contents[operation])),
      end,
    )
  }

  /** Hands out the entities of the list while they arrive. Each iteration is a request of its own. */
  function stream(operation: 'listEntities', options?: RequestOptions): AsyncIterable<Entity> {
    return {
      async *[Symbol.asyncIterator]() {
        const { context, end } = begin(operation, options)
        let failure: unknown = null
        try {
          yield* startStream(context)
        } catch (error) {
          failure = error
          throw error
        } finally {
          await end(failure)
        }
      },
    }
  }

  /** A call, and what tells `afterCall` once of its end. */
  function begin(operation: OperationName, options: RequestOptions = {}) {
    calls += 1
    const progress: Context['progress'] = { call: calls, attempts: 0, outcome: 'not_done', status: null }
    const context: Context = { operation, options, settings, redact, write, progress }
    const started = performance.now()
    let told: Promise<void> | undefined
    const end = (error: unknown) => {
      const { call, attempts } = progress
      const { outcome } = EntityScreeningError.is(error) ? error : progress
      const duration = performance.now() - started
      const ended = { operation, call, attempts, outcome, error, duration }
      told ??= runHook(context, 'afterCall', settings.hooks?.afterCall, () => ended)
      return told
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
      logger[level](redact.text(`entity-screening ${line()}`))
    } catch {
      // A logger that fails is no reason for a call to fail.
    }
  }
}

/** A part of the client that a bundler keeps apart, loaded when it is first needed. */
export function onDemand<Part>(load: () => Promise<Part>): (operation: OperationName) => Promise<Part> {
  let part: Promise<Part> | undefined
  return operation => {
    part ??= load().catch(error => {
      // The next call loads it again.
      part = undefined
      const failed = { operation, outcome: 'not_done', repeatable: false } as const
      throw toError(error, failed, 'a part of the client could not be loaded')
    })
    return part
  }
}
