import type { OperationName } from '../contract/operations.ts'
import { createQuirkLog, type QuirkLog } from '../quirks/log.ts'
import { type Call, createCall } from './call.ts'
import { toError } from './failure.ts'
import { createLog, type Log } from './logging.ts'
import type { RequestOptions, Settings } from './options.ts'
import { readAnswer } from './read.ts'
import { createRedaction, type Redaction } from './redact.ts'
import { send } from './send.ts'

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

/** What every call of a client shares. */
export interface Context {
  readonly settings: Settings
  readonly redact: Redaction
  readonly write: Log
}

/** The one way out. The settings, and the key among them, live in its closure and nowhere else. */
export function createTransport(settings: Settings): Transport {
  const redact = createRedaction(settings.apiKey)
  const context: Context = { settings, redact, write: createLog(settings.logger, settings.logLevel, redact) }

  return ({ operation, id, encode, decode, options = {} }) => {
    const log = createQuirkLog(operation)
    const sending = async () => send(context, { operation, id, body: encode?.(log), options })
    return createCall(sending(), async ({ response, text }) => {
      const content = await text().catch(error => {
        throw toError(error, operation, redact, options.signal, response.status)
      })
      return readAnswer(context, response, content, decode, log)
    })
  }
}
