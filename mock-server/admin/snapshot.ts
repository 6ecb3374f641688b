import { isRecord } from '../../src/shared/json.ts'
import { PreparedBody, parseBody } from '../message/body.ts'
import { arrayPieces, JsonPieces } from '../message/pieces.ts'
import { Refusal } from '../message/reply.ts'
import type { Sliced } from '../message/turns.ts'
import type { Server } from '../server.ts'
import { readSnapshot } from '../state/apply.ts'
import type { Beside } from '../state/beside.ts'
import { changesNow } from '../state/changes.ts'
import { asRefusal } from './refuse-wrong.ts'

/** The longest snapshot, in bytes: the engine has no string of more than 512 MiB. */
export const snapshotLimit = 500 * 1024 * 1024

/** Bytes of an entity without texts: field names, identifier and times. */
const leastOfEntity = 300

/** The state of a long snapshot. */
export class PreparedState extends PreparedBody {
  readonly state: Beside

  constructor(state: Beside) {
    super()
    this.state = state
  }
}

/** The state as it is now, written while it is sent. */
export function snapshotPieces(server: Server): JsonPieces {
  let entities = 0
  for (const team of server.state.teams.all()) entities += team.entities.size
  if (entities * leastOfEntity > snapshotLimit)
    throw new Refusal(
      507,
      'The state is too long for one response: serve it with --state, and copy that file.',
    )
  const frame = JSON.stringify({ success: true, data: { version: 1, seed: server.seed } }).slice(0, -2)
  return new JsonPieces(arrayPieces(changesNow(server), `${frame},"changes":`, '}}'))
}

/**
 * Builds a state from a body: a snapshot, or the response that it came in.
 *
 * @throws Refusal naming what is wrong.
 */
export function* readState(server: Server, body: string): Sliced<Beside> {
  const given = yield* parseBody(body)
  try {
    return yield* readSnapshot(server, isRecord(given) && 'data' in given ? given.data : given)
  } catch (error) {
    throw asRefusal(error)
  }
}
