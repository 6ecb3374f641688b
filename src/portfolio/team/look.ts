import { readTime } from '../../contract/time.ts'
import { listingKey, nameOfKey, namesOf } from '../../model/names/identity.ts'
import type { Pace } from '../../pacing/pace.ts'
import { isReadable } from '../../resources/sighting.ts'
import { IncompleteListError } from '../../resources/whole-list.ts'
import { ApiError } from '../../transport/errors/ApiError.ts'
import { EntityScreeningError } from '../../transport/errors/EntityScreeningError.ts'
import { isPassing } from '../../transport/passing.ts'
import type { PlacedRow } from '../rows/read-row.ts'
import type { Ledger, ListCheck, ListedEntity } from './ledger.ts'
import type { Listing } from './listing.ts'

/** What a look at the team's list has shown of some rows. */
export interface Look extends ListCheck {
  /** Entities that have come since the import began and have no name or type that can be read. */
  readonly unreadable: number
  /** How many entities look like the row. */
  count(placed: PlacedRow): number
  /** Whether a new entity of one of the row's names differs in type or country: it may still be the row. */
  hasOdd(placed: PlacedRow): boolean
}

/** Errors that another attempt would only meet again. */
function isFinal(error: EntityScreeningError): boolean {
  return error instanceof IncompleteListError || (ApiError.is(error) && !isPassing(error.status))
}

interface LookOptions {
  readonly ledger: Ledger
  readonly listing: Listing
  /** A pace of its own: that the list can be read does not say that anything can be created. */
  readonly pace: Pace
  /** Ends a read at once: unlike a creation, nothing depends on it. */
  readonly signal: AbortSignal
  readonly fail: (error: Error) => void
  /** Called with the milliseconds of a wait, and with null once none is left. */
  readonly onWait: (milliseconds: number | null) => void
  /** What was created after this moment may be of this import; null where nothing says what was there before. */
  readonly since: () => number | null
  /** Whether a row of a key is under way, so that it explains a new entity. */
  readonly isUnderWay: (key: string) => boolean
}

/** Looks at the team's list while rows are in doubt. Those that are wanted while one is under way share the next one. */
export function createLooks(options: LookOptions) {
  const { ledger, listing, pace, signal, onWait, since, isUnderWay } = options
  let waits = 0
  let underWay: Promise<unknown> = Promise.resolve()
  let next: { readonly rows: PlacedRow[]; readonly result: Promise<Look | null> } | null = null

  return { look, readTeam, wait }

  /** Waits for what may be on its way. */
  async function wait(milliseconds: number): Promise<void> {
    if (milliseconds <= 0) return
    waits += 1
    onWait(milliseconds)
    await pace.wait(milliseconds)
    waits -= 1
    if (waits === 0) onWait(null)
  }

  /** Reads the whole list; null where the import ends before. */
  function look(rows: readonly PlacedRow[]): Promise<Look | null> {
    if (next === null) {
      const wanted: PlacedRow[] = []
      const result = underWay.then(() => {
        next = null
        return lookFor(wanted)
      })
      next = { rows: wanted, result }
      underWay = result.catch(() => {})
    }
    next.rows.push(...rows)
    return next.result
  }

  /** Reads the team's list to its end, from the start again where it breaks off; false where the import ends before. */
  async function readTeam(begin: () => (entity: ListedEntity) => void): Promise<boolean> {
    for (;;) {
      await pace.ready()
      if (signal.aborted) return false
      try {
        await listing.read(begin, signal)
        pace.succeeded()
        return true
      } catch (error) {
        if (!EntityScreeningError.is(error)) throw error
        if (!signal.aborted && (isFinal(error) || !pace.failed(error))) options.fail(error)
      }
    }
  }

  async function lookFor(rows: readonly PlacedRow[]): Promise<Look | null> {
    const names = new Set(rows.flatMap(namesInList))
    /** Of each of the names, how many entities there are of each key, and how many of them came after the beginning. */
    const found = new Map<string, Map<string, number>>()
    const from = since()
    const isNew = (entity: ListedEntity) => from !== null && isAfter(entity.createdAt, from)
    let unreadable = 0
    const isRead = await readTeam(() => {
      ledger.beginLook()
      found.clear()
      unreadable = 0
      return entity => {
        if (!isReadable(entity) && isNew(entity)) unreadable += 1
        const key = listingKey(entity)
        ledger.see(key)
        const name = nameOfKey(key)
        if (!names.has(name)) return
        const keys = found.get(name) ?? new Map<string, number>()
        found.set(name, keys)
        keys.set(key, (keys.get(key) ?? 0) + (isNew(entity) ? 1 : 0))
      }
    })
    if (!isRead) return null
    const check = ledger.endLook()
    // Now: the next look begins with other counts.
    const counts = new Map(rows.map(({ key }) => [key, ledger.seen(key).count]))
    const odd = new Set(rows.filter(placed => namesInList(placed).some(name => isOdd(placed, name))))
    return {
      ...check,
      unreadable,
      count: ({ key }) => counts.get(key) ?? 0,
      hasOdd: placed => odd.has(placed),
    }

    function isOdd({ key: own }: PlacedRow, name: string): boolean {
      for (const [key, newer] of found.get(name) ?? [])
        if (key !== own && !isUnderWay(key) && (ledger.seen(key).more > 0 || newer > ledger.countOurs(key)))
          return true
      return false
    }
  }
}

/** The names under which the list may show a row, as keys end. */
function namesInList({ row }: PlacedRow): string[] {
  return namesOf(row).map(name => nameOfKey(listingKey({ type: '', countryCode: null, name })))
}

/** Also where nothing can be read of when it was. */
function isAfter(given: string | undefined, moment: number): boolean {
  const time = readTime(given ?? '')
  return time === null || time.last > moment
}
