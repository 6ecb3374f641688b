import type { Drift, Issue } from '../contract/issues.ts'
import type { Path, QuirkLog } from '../reading/log.ts'
import { createItemParser } from '../shared/text/json-items.ts'
import { type Limits, tooLong, within } from './body.ts'
import type { Context } from './call.ts'
import { aborted, timedOut, toError } from './create-error.ts'
import {
  type Content,
  checkWhole,
  decodeResponse,
  judge,
  logDrift,
  refusal,
  takeDrift,
  tellQuirks,
  unforeseen,
} from './decode-response.ts'
import { EntityScreeningError } from './errors/EntityScreeningError.ts'
import { failedCall, type SentRequest } from './send.ts'

/** How a list is read item by item; `decode` reads a body that is no bare array. */
export interface StreamedContent<Item> extends Content<Item[]> {
  readonly itemReader: (log: QuirkLog) => (item: unknown, path: Path) => Item
}

/**
 * Hands out each item when it has arrived. A body that is no bare array is read whole, as any other response is: an error, a
 * proxy's page, a list in a wrapper.
 */
export async function* streamItems<Item>(
  context: Context,
  { response, read }: SentRequest,
  content: StreamedContent<Item>,
  log: QuirkLog,
): AsyncGenerator<Item, void, undefined> {
  // Not every runtime reads bodies piece by piece.
  const unread = response.body
    ? yield* readItems(context, response, response.body, content.itemReader(log), log)
    : (await read()).text
  if (unread !== null) yield* decodeResponse(context, response, unread, content, log).data
}

/** Returns the text of a body without a first item, and null if items were read. */
async function* readItems<Item>(
  context: Context,
  response: Response,
  body: ReadableStream<Uint8Array>,
  readItem: (item: unknown, path: Path) => Item,
  log: QuirkLog,
): AsyncGenerator<Item, string | null, undefined> {
  const { maxResponseBytes } = context.settings
  const { signal } = context.options
  const parser = createItemParser()
  // As many as a log line shows.
  const firstDrift: Drift[] = []
  let drifts = 0
  let items = 0
  let text = ''
  let isList: boolean | null = null
  let isJson = true
  // Since the last item was whole, to the nearest piece: characters are a little fewer than bytes, and cheaper to count.
  let unfinished = 0
  try {
    for await (const piece of readPieces(context, response, body)) {
      if (maxResponseBytes !== false && unfinished > maxResponseBytes)
        throw refuseNext(tooLong(maxResponseBytes))
      unfinished += piece.length
      if (items === 0) text += piece
      // The first character decides; white space before it says nothing.
      isList ??= piece.trim() === '' ? null : /^\s*\[/.test(piece)
      if (isList === false) continue
      isJson &&= /^[ \t\r\n]*$/.test(parser.write(piece))
      for (const item of parser.take()) {
        const decoded = decode(item)
        items += 1
        unfinished = 0
        if (signal?.aborted) throw aborted(failedCall(context))
        yield decoded
      }
      if (items > 0) text = ''
      if (items > 0 && !isJson) throw refuseNext('must be JSON')
    }
    if (items === 0) return text
    if (!parser.isWhole()) throw refuseNext('must be there: the body ends before it')
    // What the head says of the list's end counts when that is reached.
    const known = log.drifts.length
    checkWhole(response, [], items, log)
    note([], known, null)
    return null
  } catch (error) {
    throw EntityScreeningError.is(error) ? error : refuseNext(unforeseen)
  } finally {
    if (items > 0) {
      logDrift(context, firstDrift, drifts)
      tellQuirks(context, log)
    }
  }

  function decode(value: unknown): Item {
    const known = log.drifts.length
    const item = readItem(value, [items])
    // As a list of its own.
    const found = judge(context, [value], log).map(one => ({ ...one, path: [items, ...one.path.slice(1)] }))
    note(found, known, value)
    return item
  }

  /** Notes what the schema has found, and what reading has since so many places were known. */
  function note(found: readonly Drift[], known: number, raw: unknown): void {
    const refuse = (issues: readonly Issue[]) => refusal(context, response, issues, raw)
    const drift = takeDrift(context, log, found, log.drifts.slice(known), refuse)
    drifts += drift.length
    firstDrift.push(...drift.slice(0, 3 - firstDrift.length))
  }

  /** What stands in the place of the next item. */
  function refuseNext(message: string) {
    return refusal(context, response, [{ path: items === 0 ? [] : [items], message }], null)
  }
}

/** Little enough that what is made of a piece dies young: larger ones cost half as much memory again. */
const pieceSize = 4096

/** The text of a body piece by piece, read no faster than it is used. Leaving the loop cancels the response. */
async function* readPieces(
  context: Context,
  response: Response,
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<string, void, undefined> {
  const { signal, timeout = context.settings.timeout } = context.options
  const limits: Limits = { timeout, signal, late: () => timedOut(failedCall(context, response)) }
  const decoder = new TextDecoder()
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await within(reader.read(), limits)
      if (done) break
      for (let at = 0; at < value.length; at += pieceSize)
        yield decoder.decode(value.subarray(at, at + pieceSize), { stream: true })
    }
    yield decoder.decode()
  } catch (error) {
    throw toError(error, failedCall(context, response))
  } finally {
    // A failure to cancel a body that is no longer wanted does not matter.
    reader.cancel().catch(() => {})
  }
}
