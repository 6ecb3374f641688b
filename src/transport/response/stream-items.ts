import { UnreadableBody } from '../../contract/issues.ts'
import type { ListSpec } from '../../operations/operation-spec.ts'
import { detectPartialResponse } from '../../reading/detect-partial-response.ts'
import type { QuirkLog } from '../../reading/quirk-log.ts'
import { createItemParser } from '../../shared/text/json-items.ts'
import type { Context } from '../context.ts'
import { toError } from '../create-error.ts'
import { EntityScreeningError } from '../errors/EntityScreeningError.ts'
import {
  assertNoDrift,
  createReadingError,
  decodeResponse,
  hasLostLetters,
  noteLostLetters,
  reportQuirks,
  toResponseError,
} from './decode.ts'
import { describeBodyLimit, describeFailedCall, readSmallChunks } from './read-body.ts'
import { validateItem } from './validate-schema.ts'

/**
 * Yields each item of a list as it arrives. A body that is not a bare array, such as an error, a proxy's HTML page, or a list
 * in an envelope, is read completely like any other response.
 */
export async function* streamItems<Item>(
  context: Context,
  response: Response,
  spec: ListSpec<Item>,
  log: QuirkLog,
): AsyncGenerator<Item, void, undefined> {
  const state: StreamState = {
    ...{ context, response, log, parser: createItemParser(), decoder: new TextDecoder() },
    ...{ items: 0, start: '', unfinished: 0, lostLetters: 'none' },
  }
  try {
    yield* readArrivingItems(state, spec.createItemReader(log))
    state.start += state.decoder.decode()
    if (state.items > 0) return assertComplete(state)
    yield* decodeResponse(context, { response, text: state.start }, spec, { log, id: '' }).data
  } catch (error) {
    if (EntityScreeningError.is(error)) throw error
    if (error instanceof UnreadableBody) throw toResponseError(context, response, [error.issue], null)
    throw createReadingError(context, response, error, null)
  } finally {
    if (state.items > 0) reportQuirks(context, log)
  }
}

/** The state of reading a list in chunks. */
interface StreamState {
  readonly context: Context
  readonly response: Response
  readonly log: QuirkLog
  readonly parser: ReturnType<typeof createItemParser>
  readonly decoder: TextDecoder
  /** The number of items so far. */
  items: number
  /** The text of the body until the first item is complete; afterwards, the text after the end of the list. */
  start: string
  /** The number of bytes in the chunks since the last complete item. */
  unfinished: number
  /** Whether the text has lost letters, and whether that has been logged. */
  lostLetters: 'none' | 'found' | 'logged'
}

async function* readArrivingItems<Item>(
  state: StreamState,
  readItem: ReturnType<ListSpec<Item>['createItemReader']>,
): AsyncGenerator<Item, void, undefined> {
  const { context, response, log, parser, decoder } = state
  const { maxResponseBytes } = context.settings
  const { signal, timeout = context.settings.timeout } = context.options
  const timeLeft = () => timeout || Number.POSITIVE_INFINITY
  for await (const bytes of readSmallChunks(context, response, { signal, timeLeft })) {
    if (maxResponseBytes !== false && state.unfinished > maxResponseBytes)
      throw createItemError(state, describeBodyLimit(maxResponseBytes))
    state.unfinished += bytes.length
    const text = decoder.decode(bytes, { stream: true })
    if (state.items === 0) state.start += text
    if (state.lostLetters === 'none' && hasLostLetters(text)) state.lostLetters = 'found'
    for (const item of parser.write(text)) {
      logLostLetters(state)
      const decodedItem = readItem(item, [state.items])
      validateItem(context, item, state.items, log)
      assertNoDrift(context, response, item, log)
      state.items += 1
      state.start = ''
      state.unfinished = 0
      if (signal?.aborted) throw toError(null, describeFailedCall(context))
      yield decodedItem
    }
    if (state.items > 0 && parser.state === 'invalid') throw createItemError(state, 'must be JSON')
  }
}

/** Logs lost letters once. The chunk with the letters may end before its item is complete. */
function logLostLetters(state: StreamState): void {
  if (state.lostLetters !== 'found') return
  noteLostLetters(state.log)
  state.lostLetters = 'logged'
}

/** Throws if the list did not end properly. Logs a deviation from the specification if the headers suggest further entries. */
function assertComplete(state: StreamState): void {
  const { context, response, log, parser, items, start } = state
  logLostLetters(state)
  if (parser.state !== 'complete' || start !== '')
    throw createItemError(state, 'must be there: the body ends before it')
  detectPartialResponse(response, [], items, log)
  assertNoDrift(context, response, null, log)
}

/** Creates the error for the first item that cannot be read: the one after the items read so far. */
function createItemError({ context, response, items }: StreamState, message: string) {
  return toResponseError(context, response, [{ path: items === 0 ? [] : [items], message }], null)
}
