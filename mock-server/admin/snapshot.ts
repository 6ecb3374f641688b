import { isRecord } from '../../src/shared/json.ts'
import { readSnapshot } from '../changes/apply-change.ts'
import { changesOf } from '../changes/changes.ts'
import { parseJsonBody, toRefusal } from '../message/body.ts'
import { arrayFragments, JsonFragments } from '../message/body-chunks.ts'
import type { SlicedWork } from '../message/sliced-work.ts'
import type { Server } from '../server.ts'
import type { State } from '../state/state.ts'

/** Returns the current state as a snapshot, whose JSON is generated while it is sent. */
export function writeSnapshot(server: Server): JsonFragments {
  const frame = JSON.stringify({ success: true, data: { version: 1, seed: server.seed } }).slice(0, -2)
  return new JsonFragments(arrayFragments(changesOf(server), `${frame},"changes":`, '}}'))
}

/**
 * Builds a state from a request body that contains a snapshot: either alone, or in `data`, as the control API returns it.
 *
 * @throws Refusal naming the field that is wrong.
 */
export function* readSnapshotBody(server: Server, body: string): SlicedWork<State> {
  const json = parseJsonBody(body)
  try {
    return yield* readSnapshot(server, isRecord(json) && 'data' in json ? json.data : json)
  } catch (error) {
    throw toRefusal(error)
  }
}
