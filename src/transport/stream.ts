import type { Drift, Issue } from '../contract/issues.ts'
import type { OperationName } from '../contract/operations.ts'
import { createQuirkLog, type Path, type QuirkLog } from '../reading/log.ts'
import { createItemParser } from '../shared/text/json-items.ts'
import { type BodyOptions, tooLong, within } from './body.ts'
import type { CallSpecification, Context } from './call.ts'
import { aborted, headOf, timedOut, toError, unreadable } from './create-error.ts'
import {
  decodeResponse,
  judge,
  logDrift,
  noteDamage,
  noteDividers,
  redactPaths,
  reportDrift,
  tellQuirks,
  unforeseen,
} from './decode-response.ts'
import { EntityScreeningError } from './errors/EntityScreeningError.ts'
import type { ResponseValidationError } from './errors/ResponseValidationError.ts'
import { loadNames } from './on-demand.ts'
import { noOptions, type RequestOptions } from './options/options.ts'
import { type Content, prepare } from './prepare-request.ts'
import { send } from './send.ts'

/** How a list is read item by item; `decode` reads a body that is no bare array. */
export interface StreamedContent<Item> extends Content<Item[]> {
  readonly itemReader: (log: QuirkLog) => (item: unknown, path: Path) => Item
}

/** A stream whose response has begun. */
interface OpenStream<Item> extends StreamedContent<Item> {
  readonly operation: OperationName
  readonly context: Context
  readonly response: Response
  readonly options: RequestOptions
  readonly log: QuirkLog
}

/**
 * Sends, and hands out each item when it has arrived. A body that is no bare array is read whole, as any other response is: an
 * error, a proxy's page, a list in a wrapper.
 */
export async function* streamItems<Item>(
  context: Context,
  { operation, content: getContent, options = noOptions }: CallSpecification<StreamedContent<Item>>,
): AsyncGenerator<Item, void, undefined> {
  const log = createQuirkLog(operation, context.settings)
  const content = await getContent()
  await loadNames(operation)
  const { response, read } = await send(context, await prepare(operation, content, options, log))
  const opened = { ...content, operation, context, response, options, log }
  // Not every runtime reads bodies piece by piece.
  const unread = response.body ? yield* readItems(opened, response.body) : (await read()).text
  if (unread !== null) yield* decodeResponse(context, response, unread, opened).data
}

/** Returns the text of a body without a first item, and null if items were read. */
async function* readItems<Item>(
  opened: OpenStream<Item>,
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<Item, string | null, undefined> {
  const { context, operation, options } = opened
  const parser = createItemParser()
  const reader = createItemReader(opened)
  let text = ''
  let isList: boolean | null = null
  let isJson = true
  // Since the last item was whole, to the nearest piece: characters are a little fewer than bytes, and cheaper to count.
  let unfinished = 0
  try {
    for await (const piece of readPieces(body, bodyOptions(opened, reader.refuse))) {
      if (unfinished > context.settings.maxResponseBytes)
        throw reader.refuse(tooLong(context.settings.maxResponseBytes))
      unfinished += piece.length
      noteDamage(piece, opened.log)
      if (!reader.hasBegun()) text += piece
      // The first character decides; white space before it says nothing.
      isList ??= isBlank(piece) ? null : /^\s*\[/.test(piece)
      if (isList === false) continue
      isJson &&= /^[ \t\r\n]*$/.test(parser.write(piece))
      for (const item of parser.take()) {
        const decoded = reader.read(item)
        unfinished = 0
        if (options.signal?.aborted) throw aborted({ operation, outcome: 'done', repeatable: true })
        yield decoded
      }
      if (!reader.hasBegun()) continue
      text = ''
      if (!isJson) throw reader.refuse('must be JSON')
    }
    if (!reader.hasBegun()) return text
    if (!parser.isWhole()) throw reader.refuse('must be there: the body ends before it')
    reader.judgeHead()
    return null
  } catch (error) {
    throw EntityScreeningError.is(error) ? error : reader.refuse(unforeseen)
  } finally {
    reader.end()
  }
}

function isBlank(piece: string): boolean {
  return piece.trim() === ''
}

function bodyOptions<Item>(
  { context, operation, response, options }: OpenStream<Item>,
  refuse: (message: string) => Error,
) {
  const { status } = response
  const { signal, timeout = context.settings.timeout } = options
  const { requestId } = headOf(response, context.redact)
  const failed = { operation, outcome: 'done', repeatable: true, requestId } as const
  const call = { ...failed, redact: context.redact, signal, status }
  return {
    timeout: () => timeout,
    signal,
    late: () => timedOut(failed, status),
    toError: (error: unknown) => toError(error, call),
    refuse,
  }
}

/** Decodes the items one by one, and remembers what they needed until the end. */
function createItemReader<Item>({
  context,
  operation,
  response,
  log,
  itemReader,
  options,
}: OpenStream<Item>) {
  const { settings, redact } = context
  const readItem = itemReader(log)
  // As many as a log line shows.
  const firstDrift: Drift[] = []
  let drifts = 0
  let last: Path | undefined
  return {
    hasBegun: () => last !== undefined,
    read(value: unknown): Item {
      const path = [Number(last?.[0] ?? -1) + 1]
      const known = log.drifts().length
      const item = readItem(value, path)
      const found = judgeItem(path, value)
      const drift = settings.validation === 'off' ? [] : [...found, ...log.drifts().slice(known)]
      if (settings.validation === 'strict' && drift.length > 0) throw refuse(drift, redact.value(value))
      last = path
      note(drift)
      reportDrift(found, log)
      return item
    },
    /** What stands in the place of the next item. */
    refuse(message: string) {
      const path = last?.with(-1, Number(last.at(-1)) + 1) ?? []
      return refuse([{ path, message }], null)
    },
    /** What the head says of the list's end counts when that is reached. */
    judgeHead(): void {
      const known = log.drifts().length
      noteDividers(response, [], Number(last?.[0]) + 1, log)
      const drift = settings.validation === 'off' ? [] : log.drifts().slice(known)
      if (settings.validation === 'strict' && drift.length > 0) throw refuse(drift, null)
      note(drift)
    },
    end(): void {
      if (last === undefined) return
      logDrift(context, operation, firstDrift, drifts)
      tellQuirks(context, log, options)
    },
  }

  function note(drift: readonly Drift[]): void {
    drifts += drift.length
    firstDrift.push(...drift.slice(0, 3 - firstDrift.length))
  }

  /** Judges an item as a list of its own. */
  function judgeItem(path: Path, value: unknown): readonly Drift[] {
    const drift = judge(operation, [value], log, settings.validation)
    return drift.map(one => ({ ...one, path: [...path, ...one.path.slice(1)] }))
  }

  function refuse(issues: readonly Issue[], raw: unknown): ResponseValidationError {
    return unreadable(operation, headOf(response, redact), raw, redactPaths(issues, redact))
  }
}

/** Little enough that what is made of a piece dies young: larger ones cost half as much memory again. */
const pieceSize = 4096

/** The text of a body piece by piece, read no faster than it is used. */
export async function* readPieces(
  body: ReadableStream<Uint8Array>,
  options: BodyOptions,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder()
  for await (const bytes of readBytes(body, options)) {
    for (let at = 0; at < bytes.length; at += pieceSize)
      yield decoder.decode(bytes.subarray(at, at + pieceSize), { stream: true })
  }
  yield decoder.decode()
}

/** The bytes of a body as they come. Leaving the loop cancels the response and frees its connection. */
async function* readBytes(
  body: ReadableStream<Uint8Array>,
  options: BodyOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  try {
    reader = body.getReader()
    for (;;) {
      const { done, value } = await within(reader.read(), options)
      if (done) break
      yield value
    }
  } catch (error) {
    throw options.toError?.(error) ?? error
  } finally {
    // A failure to cancel a body that is no longer wanted does not matter.
    reader?.cancel().catch(() => {})
  }
}
