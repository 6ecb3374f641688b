import { UnreadableBody } from '../contract/issues.ts'
import { type Entity, entities } from '../model/entity.ts'
import type { QuirkLog } from '../reading/log.ts'
import { checkWhole } from '../reading/whole.ts'
import { createItemParser } from '../shared/text/json-items.ts'
import type { Context } from './context.ts'
import { toError } from './create-error.ts'
import {
  type Content,
  decodeResponse,
  failedReading,
  judge,
  refusal,
  refuseDrift,
  tellQuirks,
} from './decode-response.ts'
import { EntityScreeningError } from './errors/EntityScreeningError.ts'
import { failedCall, readPieces, tooLong } from './read-body.ts'

/**
 * Hands out each entity when it has arrived. A body that is no bare array is read whole, as any other response is: an error, a
 * proxy's page, a list in a wrapper.
 */
export async function* streamEntities(
  context: Context,
  response: Response,
  content: Content<Entity[]>,
  log: QuirkLog,
): AsyncGenerator<Entity, void, undefined> {
  const { maxResponseBytes } = context.settings
  const { signal, timeout = context.settings.timeout } = context.options
  const readItem = entities(log)
  const parser = createItemParser()
  const decoder = new TextDecoder()
  let items = 0
  /** Of a body without a first item. */
  let text = ''
  /** How many bytes have come since the last item was whole, to the nearest piece. */
  let unfinished = 0
  try {
    for await (const bytes of readPieces(context, response, () => timeout || Number.POSITIVE_INFINITY)) {
      if (maxResponseBytes !== false && unfinished > maxResponseBytes)
        throw refuseNext(tooLong(maxResponseBytes))
      unfinished += bytes.length
      const piece = decoder.decode(bytes, { stream: true })
      if (items === 0) text += piece
      for (const item of parser.write(piece)) {
        const decoded = readItem(item, [items])
        // As a list of its own.
        judge(context, [item], log, [items])
        refuseDrift(context, response, item, log)
        items += 1
        text = ''
        unfinished = 0
        if (signal?.aborted) throw toError(null, failedCall(context))
        yield decoded
      }
      if (items > 0 && parser.state === 'broken') throw refuseNext('must be JSON')
    }
    text += decoder.decode()
    if (items === 0) return yield* decodeResponse(context, response, text, content, log).data
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

  /** What stands in the place of the next item. */
  function refuseNext(message: string) {
    return refusal(context, response, [{ path: items === 0 ? [] : [items], message }], null)
  }
}
