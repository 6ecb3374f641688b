import { isRecord } from '../../src/shared/json.ts'
import { asRefusal, parseBody } from '../message/body.ts'
import { arrayPieces, JsonPieces } from '../message/pieces.ts'
import type { Sliced } from '../message/turns.ts'
import type { Server } from '../server.ts'
import { readSnapshot } from '../state/apply.ts'
import { changesOf } from '../state/changes.ts'
import type { State } from '../state/state.ts'

/** The state as it is now, written while it is sent. */
export function snapshotPieces(server: Server): JsonPieces {
  const frame = JSON.stringify({ success: true, data: { version: 1, seed: server.seed } }).slice(0, -2)
  return new JsonPieces(arrayPieces(changesOf(server), `${frame},"changes":`, '}}'))
}

/**
 * Builds a state from a body: a snapshot, or the response that it came in.
 *
 * @throws Refusal naming what is wrong.
 */
export function* readState(server: Server, body: string): Sliced<State> {
  const json = parseBody(body)
  try {
    return yield* readSnapshot(server, isRecord(json) && 'data' in json ? json.data : json)
  } catch (error) {
    throw asRefusal(error)
  }
}
