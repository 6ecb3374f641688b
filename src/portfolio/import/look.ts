import type { EntityScreening } from '../../client.ts'
import { listingKey } from '../../model/identity.ts'
import type { Pace } from '../../pacing/pace.ts'
import { IncompleteListError, wholeList } from '../../resources/whole-list.ts'
import { ApiError } from '../../transport/errors/ApiError.ts'
import { EntityScreeningError } from '../../transport/errors/EntityScreeningError.ts'
import type { ImportStop } from '../report.ts'
import type { Batch, Delivery, PlacedRow } from './delivery.ts'
import type { ListedEntity } from './ledger.ts'

/** Which of some rows are in the team's list. */
export interface Seen {
  readonly there: readonly PlacedRow[]
  readonly absent: readonly PlacedRow[]
}

/**
 * Looks for rows that may have been created. What is not there may only be on its way, so that a second look must agree with
 * the first before anything counts as absent.
 *
 * @param wereAbsent whether a look before this one has found none of them.
 * @returns null where the import stops before it is known.
 */
export async function look(
  delivery: Delivery,
  { before }: Batch,
  rows: readonly PlacedRow[],
  wereAbsent = false,
): Promise<Seen | null> {
  const { countListed, pace } = delivery
  for (let foundBefore = wereAbsent ? 0 : null; ; ) {
    if (foundBefore !== null) await pace.wait(delivery.settleTime)
    const counts = await countListed(rows)
    if (counts === null) return null
    const isThere = ({ key, line }: PlacedRow) => (counts.get(key) ?? 0) > (before[line] ?? 0)
    const there = rows.filter(isThere)
    if (there.length === rows.length || there.length === foundBefore) {
      return { there, absent: rows.filter(placed => !isThere(placed)) }
    }
    foundBefore = there.length
  }
}

/** How many entities of the list look like a row, by its key; null where the import stops before it is known. */
export type CountListed = (rows: readonly PlacedRow[]) => Promise<ReadonlyMap<string, number> | null>

/** Looks that are wanted while one is under way share the next one: a lost connection puts several batches in doubt at once. */
export function createCountListed(reader: ListReader): CountListed {
  let underWay: Promise<unknown> = Promise.resolve()
  let next: {
    readonly keys: Set<string>
    readonly counts: Promise<ReadonlyMap<string, number> | null>
  } | null = null

  async function count(keys: ReadonlySet<string>): Promise<ReadonlyMap<string, number> | null> {
    const counts = new Map<string, number>()
    const isRead = await readTeam(reader, () => {
      counts.clear()
      return entity => {
        const key = listingKey(entity)
        if (keys.has(key)) counts.set(key, (counts.get(key) ?? 0) + 1)
      }
    })
    return isRead ? counts : null
  }

  return rows => {
    if (next === null) {
      const keys = new Set<string>()
      const counts = underWay.then(() => {
        next = null
        return count(keys)
      })
      next = { keys, counts }
      underWay = counts.catch(() => {})
    }
    for (const { key } of rows) next.keys.add(key)
    return next.counts
  }
}

/** What reading the team's list takes. */
export interface ListReader {
  readonly client: EntityScreening
  /** A pace of its own: that the list can be read does not say that anything can be created. */
  readonly pace: Pace
  /** Ends a read at once: unlike a creation, nothing depends on it. */
  readonly signal: AbortSignal
  stop(cause: ImportStop['cause'], error: Error | null): void
}

type Visit = (entity: ListedEntity) => void

/**
 * Reads the team's list to its end, from the start again where it breaks off.
 *
 * @param begin called at each start.
 * @returns false where the import stops before.
 */
export async function readTeam(
  { client, pace, signal, stop }: ListReader,
  begin: () => Visit,
): Promise<boolean> {
  for (;;) {
    await pace.ready()
    if (signal.aborted) return false
    try {
      const visit = begin()
      for await (const entity of wholeList(client.entities, { retry: 0, signal })) visit(entity)
      pace.succeeded()
      return true
    } catch (error) {
      if (!EntityScreeningError.is(error)) throw error
      if (!signal.aborted && (isFinal(error) || !pace.failed(error))) stop('failed', error)
    }
  }
}

/** Errors that another try would only meet again. */
function isFinal(error: EntityScreeningError): boolean {
  if (error instanceof IncompleteListError) return true
  return ApiError.is(error) && error.status < 500 && error.status !== 408 && error.status !== 429
}
