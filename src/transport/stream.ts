import { UnreadableBody } from '../contract/issues.ts'
import type { ListSpec } from '../operations/operation-spec.ts'
import { createEventLoopYield } from '../pacing/sleep.ts'
import type { QuirkLog } from '../reading/log.ts'
import { checkWhole } from '../reading/whole.ts'
import { createItemParser } from '../shared/text/json-items.ts'
import type { Context } from './context.ts'
import { toError } from './create-error.ts'
import { decodeResponse, failedReading, refusal, refuseDrift, tellQuirks } from './decode-response.ts'
import { createTextDecoder } from './decode-text.ts'
import { EntityScreeningError } from './errors/EntityScreeningError.ts'
import { failedCall, readPieces, tooLong } from './read-body.ts'
import { validateItem } from './validate-schema.ts'

/**
 * Yields each item when it has arrived. A body that is no bare array is read whole, as any other response is: an error, a
 * proxy's page, a list in a wrapper.
 */
export async function* streamItems<Item>(
  context: Context,
  response: Response,
  spec: ListSpec<Item>,
  log: QuirkLog,
): AsyncGenerator<Item, void, undefined> {
  const { maxResponseBytes } = context.settings
  const { signal, timeout = context.settings.timeout } = context.options
  const readItem = spec.createItemReader(log)
  const parser = createItemParser()
  const decoder = createTextDecoder(response)
  const pause = createEventLoopYield()
  let items = 0
  let isDecodingNoted = false
  /** Of a body without a first item. */
  let text = ''
  /** How many bytes have come since the last item was whole, to the nearest piece. */
  let unfinished = 0
  try {
    for await (const bytes of readPieces(context, response, () => timeout || Number.POSITIVE_INFINITY)) {
      if (maxResponseBytes !== false && unfinished > maxResponseBytes)
        throw refuseNext(tooLong(maxResponseBytes))
      unfinished += bytes.length
      const piece = decoder.write(bytes)
      if (items === 0) text += piece
      for (const item of parser.write(piece)) {
        if (pause.isDue()) await pause.take()
        noteDecoding()
        const decoded = readItem(item, [items])
        validateItem(context, item, items, log)
        refuseDrift(context, response, item, log)
        items += 1
        text = ''
        unfinished = 0
        if (signal?.aborted) throw toError(null, failedCall(context))
        yield decoded
      }
      if (items > 0 && parser.state === 'broken') throw refuseNext('must be JSON')
    }
    text += decoder.end()
    if (items === 0) {
      const body = { response, text, drift: decoder.drift() }
      return yield* (await decodeResponse(context, body, spec, { log, id: '' })).data
    }
    if (parser.state !== 'whole' || text !== '') throw refuseNext('must be there: the body ends before it')
    // What the head says of the list's end counts when that is reached.
    checkWhole(response, [], items, log)
    refuseDrift(context, response, null, log)
  } catch (error) {
    if (EntityScreeningError.is(error)) throw error
    if (error instanceof UnreadableBody) throw refusal(context, response, [error.issue], null)
    throw failedReading(context, response, error, null)
  } finally {
    if (items > 0) tellQuirks(context, log)
  }

  /** Notes once that the bytes could not be decoded. */
  function noteDecoding(): void {
    const drift = decoder.drift()
    if (drift === null || isDecodingNoted) return
    log.note(drift)
    isDecodingNoted = true
  }

  /** What stands in the place of the next item. */
  function refuseNext(message: string) {
    return refusal(context, response, [{ path: items === 0 ? [] : [items], message }], null)
  }
}
