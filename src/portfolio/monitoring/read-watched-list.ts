import type { EntityScreening } from '../../client.ts'
import type { Entity } from '../../model/entity.ts'
import { readScreeningState } from '../../network/sanctions/screening-state.ts'
import { hasOldResults } from '../../resources/own-writes.ts'
import { streamCompleteList, streamMethod } from '../../resources/stream-entities.ts'
import { createUnreadableResponseError } from '../../transport/create-error.ts'
import { checksum } from '../checksum.ts'
import { writeComparedFields } from './diff/entities.ts'
import type { WatchOptions } from './reports.ts'
import { readComparedFields, type WatchedRow } from './watch-entry.ts'
import { maxRows, rowOf, type WatchState } from './watch-state.ts'

/** The options of a watch, and the data that it reads and compares. */
export interface WatchContext {
  readonly client: EntityScreening
  readonly options: WatchOptions
  readonly state: WatchState
  /** The identifiers of the watched entities; null for the whole team. */
  readonly scope: ReadonlySet<string> | null
  /** The time of the last failed read of a network, by entity id, in milliseconds since 1970. */
  readonly failures: Map<string, number>
  readonly signal: AbortSignal
}

/** An entity whose network is to be read. */
export interface DueNetwork {
  readonly id: string
  /**
   * The checksum of the entity's row in the team's list. By chance, a changed row may have the same checksum (one in four
   * billion); the network is then read again only after `sweepEvery`.
   */
  readonly row: number
  /**
   * The time of the last read of the network, in milliseconds since 1970; 0 if the row has changed, so that the network comes
   * first; 1 if the network was never read.
   */
  readonly since: number
}

/** The maximum number of entities in one event. A receiver may accept no more than a hundred kilobytes. */
const maxReported = 50

/**
 * The rows of the team's list (the compared fields of an entity, as JSON) by entity id; null for an entity that the list lacks.
 */
export type ListedRows = ReadonlyMap<string, string | null>

/**
 * Reads the rows of the watched entities from the team's list, and finds the networks that are due to be read, and the entities whose
 * screening has not ended.
 */
export async function readWatchedList({ client, options, state, scope, signal }: WatchContext) {
  const { networks = 'moved', sweepEvery = 86_400_000 } = options
  const rows = new Map<string, string | null>()
  const due: DueNetwork[] = []
  const unscreened: string[] = []
  const start = Date.now()
  let index = 0
  for await (const entity of streamCompleteList(client.entities, { signal })) {
    const { id, riskLevel, riskScore, caseStatus, updatedAt } = entity
    requireIdentity(entity, rows.get(id) ?? null, index++)
    if (rows.has(id) || scope?.has(id) === false) continue
    const [fields, before] = [writeComparedFields(entity), rowOf(state, id)]
    // If a row is unchanged, the stored string is reused, so that no second copy takes memory.
    rows.set(id, before === fields ? before : fields)
    // Until the screening of an entity has ended, its network lacks hits, which would be reported as gone. The results on the list
    // are then the old ones, so the entity is reported even if no networks are read.
    if (readScreeningState(entity) !== 'ended' || hasOldResults(client.entities, entity)) {
      unscreened.push(id)
      continue
    }
    if (networks === 'never') continue
    const row = checksum(JSON.stringify([riskLevel, riskScore, caseStatus, updatedAt]))
    const network = state.networks.get(id)
    const since = network === undefined ? 1 : network.row === row ? network.at : 0
    if (networks === 'all' || since + sweepEvery <= start) due.push({ id, row, since })
  }
  for (const id of (scope ?? state.rows).keys()) if (!rows.has(id)) rows.set(id, null)
  return { rows, due, unscreened }
}

/** Divides the changed rows into steps, each small enough for one event. */
export function* divideChangedRows(rows: ListedRows, state: WatchState): Generator<WatchedRow[]> {
  let [step, reported]: [WatchedRow[], number] = [[], 0]
  for (const [id, after] of rows) {
    const before = rowOf(state, id)
    if (before === after) continue
    step.push([id, after])
    if (before !== undefined) reported += 1
    if (reported < maxReported && step.length < maxRows) continue
    yield step
    ;[step, reported] = [[], 0]
  }
  if (step.length > 0) yield step
}

/** Requires that each entity has a unique identifier. Otherwise, a watched entity could seem to be missing from the list. */
function requireIdentity({ id, name, type }: Entity, earlierRow: string | null, index: number): void {
  const isAnother = readComparedFields(id, earlierRow).some(
    other => other.name !== name || other.type !== type,
  )
  if (id !== '' && !isAnother) return
  const message = 'must be an entity with an identifier of its own'
  throw createUnreadableResponseError(streamMethod, { status: 200 }, null, [{ path: [index], message }])
}
