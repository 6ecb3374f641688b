import type { Drift, Issue } from '../contract/issues.ts'
import type { OperationName } from '../contract/operations.ts'
import { createQuirkLog, type Path, type QuirkLog } from '../quirks/log.ts'
import { tooLong } from './body.ts'
import { AbortedError } from './errors/AbortedError.ts'
import { EntityScreeningError } from './errors/EntityScreeningError.ts'
import { ResponseValidationError } from './errors/ResponseValidationError.ts'
import { TimeoutError } from './errors/TimeoutError.ts'
import { toError } from './failure.ts'
import { createItemParser, type FoundItem } from './item-parser.ts'
import type { RequestOptions } from './options.ts'
import { readPieces } from './pieces.ts'
import {
  findDrift,
  logDrift,
  readAnswer,
  redactPaths,
  refusal,
  reportDrift,
  tellQuirks,
  unforeseen,
} from './read.ts'
import { send } from './send.ts'
import type { Context } from './transport.ts'

/** A list that is read item by item. */
export interface StreamSpecification<Item> {
  readonly operation: OperationName
  /** The names under which the items may stand, where the body is no bare array. */
  readonly names: readonly string[]
  readonly decodeItem: (item: unknown, path: Path, log: QuirkLog) => Item
  /** Reads a body in which no item was found. */
  readonly decode: (body: unknown, log: QuirkLog) => Item[]
  readonly options: RequestOptions | undefined
}

/** A stream whose answer has begun. */
interface Reading<Item> extends StreamSpecification<Item> {
  readonly context: Context
  readonly response: Response
  readonly options: RequestOptions
  readonly log: QuirkLog
}

/**
 * Sends, and hands out each item when it has arrived. A body in which no item is found is kept, and read as any other answer
 * is: an error, a proxy's page, an empty list.
 */
export async function* streamItems<Item>(
  context: Context,
  specification: StreamSpecification<Item>,
): AsyncGenerator<Item, void, undefined> {
  const { operation, decode, options = {} } = specification
  const log = createQuirkLog(operation)
  const { response, read } = await send(context, { operation, options })
  const reading = { ...specification, context, response, options, log }
  // Not every runtime reads bodies piece by piece.
  const unread = response.body ? yield* readItems(reading, response.body) : (await read()).text
  if (unread !== null) yield* readAnswer(context, response, unread, decode, log).data
}

/** Answers the text of a body in which no item was found, and null where one was. */
async function* readItems<Item>(
  reading: Reading<Item>,
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<Item, string | null, undefined> {
  const { context, operation, response, options } = reading
  const parser = createItemParser(reading.names)
  const reader = createItemReader(reading)
  let text = ''
  let isJson = true
  // Since the last item was whole, to the nearest piece: characters are a little fewer than bytes, and cheaper to count.
  let unfinished = 0
  try {
    for await (const piece of readPieces(body, bodyOptions(reading, reader.refuse))) {
      if (unfinished > context.settings.maxResponseBytes)
        throw reader.refuse(tooLong(context.settings.maxResponseBytes))
      unfinished += piece.length
      if (!reader.hasBegun()) text += piece
      isJson &&= parser.write(piece)
      const items = parser.take()
      // A body that says first that it is an error has no items.
      if (!reader.hasBegun() && parser.wrapper().success === false) continue
      for (const item of items) {
        const decoded = reader.read(item)
        unfinished = 0
        if (options.signal?.aborted) throw new AbortedError(operation, 'done')
        yield decoded
      }
      if (!reader.hasBegun()) continue
      text = ''
      if (!isJson) throw reader.refuse('must be JSON')
    }
    if (!reader.hasBegun()) return text
    if (!parser.isWhole()) throw reader.refuse('must be there: the body ends before')
    if (parser.wrapper().success !== false) return null
    // What is nested may be nested too deep to be written.
    const said = Object.fromEntries(
      Object.entries(parser.wrapper()).filter(([, value]) => typeof value !== 'object'),
    )
    throw refusal(context, operation, response, said, JSON.stringify(said))
  } catch (error) {
    throw EntityScreeningError.is(error) ? error : reader.refuse(unforeseen)
  } finally {
    reader.end(Object.keys(parser.wrapper()))
  }
}

function bodyOptions<Item>(
  { context, operation, response, options }: Reading<Item>,
  refuse: (message: string) => Error,
) {
  const { status } = response
  const { signal, timeout = context.settings.timeout } = options
  const call = { operation, redact: context.redact, signal, outcome: 'done', status } as const
  return {
    timeout: () => timeout,
    signal,
    late: () => new TimeoutError(operation, status, 'done'),
    toError: (error: unknown) => toError(error, call),
    refuse,
  }
}

/** Decodes the items one by one, and remembers what they needed until the end. */
function createItemReader<Item>({ context, operation, response, log, decodeItem }: Reading<Item>) {
  const { settings, redact } = context
  // As many as a log line shows.
  const firstDrift: Drift[] = []
  let drifts = 0
  let last: Path | undefined
  return {
    hasBegun: () => last !== undefined,
    read({ path, value }: FoundItem): Item {
      const drift = driftOf(path, value)
      if (settings.validation === 'strict' && drift.length > 0) throw unreadable(drift, redact.value(value))
      drifts += drift.length
      firstDrift.push(...drift.slice(0, 3 - firstDrift.length))
      reportDrift(drift, log)
      const item = decodeItem(value, path, log)
      last = path
      return item
    },
    /** What stands in the place of the next item. */
    refuse(message: string) {
      const path = last?.with(-1, Number(last.at(-1)) + 1) ?? []
      return unreadable([{ path, message }], null)
    },
    /** Takes the names of what stood around the items: a list has no place for more than these. */
    end(names: readonly string[]): void {
      if (last === undefined) return
      for (const name of names)
        if (name !== 'success' && name !== last[0]) log.report('unknown_field', [], name)
      logDrift(context, operation, firstDrift, drifts)
      tellQuirks(context, log)
    },
  }

  /** Judges an item as a list of its own; where the list is no bare array, that is the drift, as it is of a list read whole. */
  function driftOf(path: Path, value: unknown): readonly Drift[] {
    if (path.length > 1) return last === undefined ? findDrift(operation, {}, settings.validation) : []
    const drift = findDrift(operation, [value], settings.validation)
    return drift.map(one => ({ ...one, path: [...path, ...one.path.slice(1)] }))
  }

  function unreadable(issues: readonly Issue[], raw: unknown): ResponseValidationError {
    return new ResponseValidationError(operation, response.status, raw, redactPaths(issues, redact))
  }
}
