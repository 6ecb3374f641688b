import type { OperationName } from '../contract/operations.ts'
import {
  type Call,
  type CallSpecification,
  type Context,
  createCall,
  type End,
  type Log,
  tell,
} from './call.ts'
import { EntityScreeningError } from './errors/EntityScreeningError.ts'
import { onDemand, withCountryNames } from './on-demand.ts'
import { type Logger, type LogLevel, noOptions, type Settings } from './options/options.ts'
import type { Content } from './prepare-request.ts'
import { createRedaction, type Redaction } from './redact.ts'
import { send } from './send.ts'
import type { StreamedContent } from './stream.ts'

export interface Transport {
  <Data>(specification: CallSpecification<Content<Data>>): Call<Data>
  /** Hands out the items of a list while they arrive. Each iteration is a request of its own. */
  stream<Item>(specification: CallSpecification<StreamedContent<Item>>): AsyncIterable<Item>
}

const loadRequests = onDemand(() => import('./prepare-request.ts'))
const loadStream = onDemand(() => import('./stream.ts'))

/** How many calls each set of hooks has seen: derived clients share theirs. */
const calls = new WeakMap<object, number>()

/** The one way out. The settings, and the key among them, live in its closure and nowhere else. */
export function createTransport(settings: Settings): Transport {
  const redact = createRedaction(settings.apiKey)
  const write = createLog(settings.logger, settings.logLevel, redact)
  const counter = settings.hooks ?? settings
  return Object.assign(call, { stream })

  function begin(): Context {
    const call = (calls.get(counter) ?? 0) + 1
    calls.set(counter, call)
    return {
      settings,
      redact,
      write,
      progress: { call, attempts: 0, outcome: 'not_done', status: null, failure: undefined },
    }
  }

  function call<Data>(specification: CallSpecification<Content<Data>>): Call<Data> {
    const context = begin()
    return createCall(sendCall(context, specification), endOf(context, specification.operation))
  }

  function stream<Item>(specification: CallSpecification<StreamedContent<Item>>): AsyncIterable<Item> {
    return {
      async *[Symbol.asyncIterator]() {
        const context = begin()
        const end = endOf(context, specification.operation)
        let failure: unknown = null
        try {
          const { streamItems } = await loadStream(specification.operation)
          yield* streamItems(context, specification)
        } catch (error) {
          failure = error
          throw error
        } finally {
          await end?.(failure)
        }
      },
    }
  }
}

async function sendCall<Data>(context: Context, specification: CallSpecification<Content<Data>>) {
  const { operation, options = noOptions } = specification
  const [requests, content] = await Promise.all([loadRequests(operation), specification.content()])
  const log = requests.createQuirkLog(operation, context.settings)
  const sent = await send(context, await requests.prepare(operation, content, options, log))
  const decoding = { ...content, log, options }
  const read = async () => {
    const { response, text } = await sent.read()
    return withCountryNames(operation, 'done', () =>
      requests.decodeResponse(context, response, text, decoding),
    )
  }
  return { response: sent.response, read }
}

/** What tells `afterCall` once of the end of a call; undefined where nobody wants to know. */
function endOf(context: Context, operation: OperationName): End | undefined {
  const { progress } = context
  const { afterCall } = context.settings.hooks ?? {}
  if (afterCall === undefined) return undefined
  const started = performance.now()
  let told: Promise<void> | undefined
  return error => {
    const { call, attempts } = progress
    const { outcome } = EntityScreeningError.is(error) ? error : progress
    const ended = { operation, call, attempts, outcome, error, duration: performance.now() - started }
    told ??= tell(context, 'afterCall', afterCall, ended)
    return told
  }
}

const levels: readonly LogLevel[] = ['off', 'error', 'warn', 'info', 'debug']

export function createLog(logger: Logger | undefined, most: LogLevel, redaction: Redaction): Log {
  const wanted = new Set<LogLevel>(levels.slice(1, levels.indexOf(most) + 1))
  return (level, line) => {
    if (!wanted.has(level)) return
    try {
      const target = logger ?? console
      target[level](redaction.text(`entity-screening ${line()}`))
    } catch {
      // A logger that fails is no reason for a call to fail.
    }
  }
}
