import type { OperationName } from '../contract/operations.ts'
import { type Call, createCall } from './call.ts'
import type { Content } from './exchange.ts'
import { onDemand, withCountryNames } from './on-demand.ts'
import { createLog, type Log } from './options/logging.ts'
import { noOptions, type RequestOptions, type Settings } from './options/options.ts'
import { createRedaction, type Redaction } from './secrecy/redact.ts'
import { send } from './send.ts'
import type { StreamedContent } from './stream/stream.ts'

/** One call of an operation. Its content comes later: what knows of it is loaded on demand. */
export interface CallSpecification<Known> {
  readonly operation: OperationName
  readonly content: () => Known | Promise<Known>
  readonly options: RequestOptions | undefined
}

export interface Transport {
  <Data>(specification: CallSpecification<Content<Data>>): Call<Data>
  /** Hands out the items of a list while they arrive. Each iteration is a request of its own. */
  stream<Item>(specification: CallSpecification<StreamedContent<Item>>): AsyncIterable<Item>
}

/** What every call of a client shares. */
export interface Context {
  readonly settings: Settings
  readonly redact: Redaction
  readonly write: Log
}

const loadExchange = onDemand(() => import('./exchange.ts'))
const loadStream = onDemand(() => import('./stream/stream.ts'))

/** The one way out. The settings, and the key among them, live in its closure and nowhere else. */
export function createTransport(settings: Settings): Transport {
  const redact = createRedaction(settings.apiKey)
  const write = createLog(settings.logger, settings.logLevel, redact)
  const context: Context = { settings, redact, write }

  return Object.assign(call, { stream })

  function call<Data>(specification: CallSpecification<Content<Data>>): Call<Data> {
    return createCall(begin(specification), async ({ read, toData }) => {
      const { response, text } = await read()
      return toData(response, text)
    })
  }

  async function begin<Data>({
    operation,
    content: getContent,
    options = noOptions,
  }: CallSpecification<Content<Data>>) {
    const [exchange, content] = await Promise.all([loadExchange(operation), getContent()])
    const log = exchange.createQuirkLog(operation)
    const sent = await send(context, await exchange.prepare(operation, content, options, log))
    const { decode } = content
    const toData = (response: Response, text: string) =>
      withCountryNames(operation, 'done', () =>
        exchange.readAnswer(context, response, text, { decode, log, options }),
      )
    return { ...sent, toData }
  }

  function stream<Item>(specification: CallSpecification<StreamedContent<Item>>): AsyncIterable<Item> {
    return {
      async *[Symbol.asyncIterator]() {
        const { streamItems } = await loadStream(specification.operation)
        yield* streamItems(context, specification)
      },
    }
  }
}
