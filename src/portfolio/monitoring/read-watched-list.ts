import type { EntityScreening } from '../../client.ts'
import type { Entity } from '../../model/entity.ts'
import { readScreeningState } from '../../network/sanctions/listing.ts'
import { wholeList } from '../../resources/team.ts'
import { unreadable } from '../../transport/create-error.ts'
import { checksum } from '../checksum.ts'
import { writeComparedFields } from './diff/entities.ts'
import type { WatchOptions } from './reports.ts'
import { type Memory, mostRows, type Row, recall } from './watch-state.ts'

/** What is watched, and how. */
export interface Watching {
  readonly client: EntityScreening
  readonly options: WatchOptions
  readonly memory: Memory
  /** The identifiers that are watched; null for the whole team. */
  readonly scope: ReadonlySet<string> | null
  /** When networks were tried that could not be read then, in milliseconds since 1970. */
  readonly failed: Map<string, number>
  readonly signal: AbortSignal
}

/** An entity whose network is to be read. */
export interface Due {
  readonly id: string
  /** Its checksum: one of four billion that have moved is taken for the same, until the sweep. */
  readonly row: number
  /** When it was read last, in milliseconds since 1970: 0 for a row that has moved, and before all others. */
  readonly since: number
}

/** How many entities an event tells of: a receiver may take no more than a hundred kilobytes. */
const mostNews = 50

/** Reads the list: what it says of each entity that is in it or watched, and whose networks are due. */
export async function readList({ client, options, memory, scope, signal }: Watching) {
  const { networks = 'moved', sweepEvery = 86_400_000 } = options
  const now = new Map<string, string | null>()
  const due: Due[] = []
  const began = Date.now()
  let index = 0
  for await (const entity of wholeList(client.entities, { signal })) {
    const { id, riskLevel, riskScore, caseStatus, updatedAt } = entity
    requireEntity(entity, now.get(id) ?? null, index++)
    if (now.has(id) || scope?.has(id) === false) continue
    const [facts, before] = [writeComparedFields(entity), memory.rowOf(id)]
    // The text that there is already takes no more memory.
    now.set(id, before === facts ? before : facts)
    // Before a screening has ended, its network lacks hits: they would seem to be gone.
    if (networks === 'never' || readScreeningState(entity) !== 'ended') continue
    const row = checksum(JSON.stringify([riskLevel, riskScore, caseStatus, updatedAt]))
    const read = memory.networks.get(id)
    const since = read === undefined ? 1 : read.row === row ? read.at : 0
    if (networks === 'all' || since + sweepEvery <= began) due.push({ id, row, since })
  }
  for (const id of (scope ?? memory.known).keys()) if (!now.has(id)) now.set(id, null)
  return { now, due }
}

/** What is not as it is known, in steps that are small enough for an event. */
export function* stepsTo(now: ReadonlyMap<string, string | null>, memory: Memory): Generator<Row[]> {
  let [rows, news]: [Row[], number] = [[], 0]
  for (const [id, after] of now) {
    const before = memory.rowOf(id)
    if (before === after) continue
    rows.push([id, after])
    if (before !== undefined) news += 1
    if (news < mostNews && rows.length < mostRows) continue
    yield rows
    ;[rows, news] = [[], 0]
  }
  if (rows.length > 0) yield rows
}

/** What has no identifier, or shares one with another entity, may be any entity that the list lacks. */
function requireEntity({ id, name, type }: Entity, earlier: string | null, index: number): void {
  const isAnother = recall(id, earlier).some(other => other.name !== name || other.type !== type)
  if (id !== '' && !isAnother) return
  const message = 'must be an entity with an identifier of its own'
  throw unreadable('listEntities', { status: 200 }, null, [{ path: [index], message }])
}
