import { withCountryNames } from '../contract/country-lookup.ts'
import type { OperationName } from '../contract/operations.ts'
import { createQuirkLog, type QuirkLog } from '../quirks/log.ts'
import { type Call, createCall } from './call.ts'
import { createDeprecate, type Deprecation } from './deprecations.ts'
import { createLog, type Log } from './logging.ts'
import { noOptions, type RequestOptions, type Settings } from './options.ts'
import { readAnswer } from './read.ts'
import { createRedaction, type Redaction } from './redact.ts'
import { send } from './send.ts'
import type { StreamSpecification } from './stream.ts'

/** One call of an operation: how its body is made, and what is made of its answer. */
export interface CallSpecification<Data> {
  readonly operation: OperationName
  /** What stands for `{id}` in the path. */
  readonly id?: string | undefined
  readonly encode?: (log: QuirkLog) => unknown
  readonly decode: (body: unknown, log: QuirkLog) => Data
  readonly options: RequestOptions | undefined
}

export interface Transport {
  <Data>(specification: CallSpecification<Data>): Call<Data>
  /** Hands out the items of a list while they arrive. Each iteration is a request of its own. */
  stream<Item>(specification: StreamSpecification<Item>): AsyncIterable<Item>
  /** Tells the log, once, that something deprecated is used. */
  deprecate(deprecation: Deprecation): void
}

/** What every call of a client shares. */
export interface Context {
  readonly settings: Settings
  readonly redact: Redaction
  readonly write: Log
}

/** The one way out. The settings, and the key among them, live in its closure and nowhere else. */
export function createTransport(settings: Settings): Transport {
  const redact = createRedaction(settings.apiKey)
  const write = createLog(settings.logger, settings.logLevel, redact)
  const context: Context = { settings, redact, write }

  return Object.assign(call, { stream, deprecate: createDeprecate(settings.logger ?? console, write) })

  function call<Data>({
    operation,
    id,
    encode,
    decode,
    options = noOptions,
  }: CallSpecification<Data>): Call<Data> {
    const log = createQuirkLog(operation)
    const answer = send(context, { operation, id, encode: encode && (() => encode(log)), options })
    return createCall(answer, async ({ read }) => {
      const { response, text } = await read()
      return withCountryNames(() => readAnswer(context, response, text, { decode, log, options }))
    })
  }

  function stream<Item>(specification: StreamSpecification<Item>): AsyncIterable<Item> {
    return {
      async *[Symbol.asyncIterator]() {
        // Loaded by those who stream, and by nobody else: it brings a parser of its own.
        const { streamItems } = await import('./stream.ts')
        yield* streamItems(context, specification)
      },
    }
  }
}
